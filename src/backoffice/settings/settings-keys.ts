import { listKeys, panelKeys } from '#backoffice/ui/list-keys.ts'

const isNotFilter = ({ label }: { label: string }) => label !== 'Filtrer'
const addKey = { keys: ['N'], label: 'Nouveau' }

/** These lists are short: they are not searched. */
export const settingsKeys = [...listKeys.filter(isNotFilter), addKey]
/** Nothing is added here. */
export const roleKeys = listKeys.filter(isNotFilter)
export const rolePanelKeys = panelKeys.filter(isNotFilter)
export const settingsPanelKeys = panelKeys.filter(isNotFilter)
