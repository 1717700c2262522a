import { assistants, type AssistantToken } from '#shared/contract/assistants.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'
import { AssistantPanel } from '#backoffice/assistants/assistant-panel.tsx'
import { NewAssistantPanel } from '#backoffice/assistants/new-assistant-panel.tsx'
import { dayColumn, momentColumn, stateColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

const states: Record<AssistantToken['state'], { label: string; tone: StatusTone }> = {
  open: { label: 'Valable', tone: 'success' },
  ended: { label: 'Terminée', tone: 'neutral' },
  revoked: { label: 'Révoquée', tone: 'neutral' },
  off: { label: 'Sans droit', tone: 'warning' },
}

const columns = [
  textColumn('name', 'Assistant', ({ name }: AssistantToken) => name, { strong: true, width: 200, grow: 1 }),
  textColumn('by', 'Faite par', ({ byName }: AssistantToken) => byName, { width: 200, priority: 3 }),
  dayColumn('lastDay', 'Jusqu’au', ({ lastDay }: AssistantToken) => lastDay, { width: 150 }),
  momentColumn('calledAt', 'Dernière question', ({ calledAt }: AssistantToken) => calledAt, {
    width: 220,
    priority: 2,
  }),
  stateColumn('state', 'Clé', ({ state }: AssistantToken) => states[state]),
]

const assistantList = list({
  home: '/parametres/assistants',
  title: 'Assistants',
  noun: noun('assistant', 'm'),
  source: serverPages(assistants.list),
  useColumns: () => columns,
  filters: [searchFilter<QueryOf<typeof assistants.list>>('Filtrer par nom')],
  open: { panel: AssistantPanel },
  create: { needs: assistants.create.permission, panel: NewAssistantPanel },
  words: {
    offline: 'Les assistants demandent le réseau.',
    empty: 'Aucun assistant. Une clé laisse un programme poser des questions aux rapports, sans rien pouvoir changer.',
    exportName: 'Assistants',
  },
})

/** The programs that may ask reports, each by a token. */
export function AssistantsScreen() {
  return <ListScreen list={assistantList} />
}
