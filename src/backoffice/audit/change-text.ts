import type { AuditEntry } from '#shared/contract/audit.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { isSupplierPrice } from '#shared/domain/supplier-price.ts'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { type Currency, currencySymbol, formatMoney, formatSupplierPrice } from '#shared/ui/money-format.ts'
import { fieldWords, moneyFields, settingWords, unsaidFields } from '#backoffice/audit/field-words.ts'
import { valueWords } from '#backoffice/audit/value-words.ts'
import { isId } from '#backoffice/ui/is-id.ts'
import { rightText } from '#backoffice/ui/right-words.ts'

type Change = AuditEntry['changes'][number] & { word: string | undefined }
const empty = '∅'

/**
 * « téléphone : +229… → +229… ; archivé : non → oui ». Of a created or removed row only what was in it. References to
 * other records are left out, unless nothing else changed.
 */
export function changeText(
  { action, part, changes: all }: Pick<AuditEntry, 'action' | 'changes'> & { part?: string },
  currency: Currency,
): string {
  // Some words are those of one table.
  const changes = all.map((change) => ({
    ...change,
    word: fieldWords[`${part}.${change.field}`] ?? fieldWords[change.field],
  }))
  const said = changes.filter(({ field }) => !unsaidFields.has(field))
  const told = said.filter(({ before, after }) => !isId(before ?? after ?? undefined))
  const texts = told.flatMap((change) => textsOf(action, change, currency))
  if (texts.length === 0) return [...new Set(said.map(({ word }) => word ?? 'référence'))].join(', ')
  return [...new Set(texts)].join('\u00a0; ')
}

function textsOf(action: AuditEntry['action'], change: Change, currency: Currency): string[] {
  const { field, before, after } = change
  const label = change.word ?? field
  if (field === 'settings' && action === 'update') return settingTexts(change)
  const isList = [before, after].some((value) => isStructure(value) && field !== 'permissions')
  // A list or a table in a field would be unreadable: only that it changed is said.
  if (isList && action !== 'update') return []
  if (isList || before === '•' || after === '•') return [`${label}\u00a0: changé`]
  const [was, becomes] = [before, after].map((value) => valueText(field, value, currency))
  // A new record is never archived.
  if (action === 'insert' && field === 'archived' && after === 'false') return []
  if (action === 'insert') return [`${label}\u00a0: ${becomes}`]
  if (action === 'delete') return [`${label}\u00a0: ${was}`]
  return [`${label}\u00a0: ${was} → ${becomes}`]
}

/** A list or an object, as JSON writes it. A note may begin with a bracket too. */
function isStructure(value: string | null): boolean {
  if (value === null || !/^[[{]/.test(value)) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** The settings are one field: says which of them changed. */
function settingTexts({ before, after }: Change): string[] {
  const [was, becomes] = [before, after].map((value) => JSON.parse(value ?? '{}') as Record<string, unknown>)
  const names = [...new Set([...Object.keys(was!), ...Object.keys(becomes!)])]
  return names.flatMap((name) => {
    const [old, fresh] = [was![name], becomes![name]].map((value) => JSON.stringify(value) ?? '')
    if (old === fresh) return []
    const label = settingWords[name as keyof typeof settingWords] ?? name
    return isStructure(old!) || isStructure(fresh!)
      ? [`${label}\u00a0: changé`]
      : [`${label}\u00a0: ${settingText(name, old!)} → ${settingText(name, fresh!)}`]
  })
}

/** `json`: a text, a number, yes or no, or nothing, as JSON writes it; empty where the setting is not set. */
function settingText(name: string, json: string): string {
  const value = JSON.parse(json || 'null') as string | number | boolean | null
  if (value === null || value === '') return empty
  return typeof value === 'boolean' ? yesOrNo(value) : (valueWords[name]?.[String(value)] ?? String(value))
}

const yesOrNo = (value: boolean) => (value ? 'oui' : 'non')

function valueText(field: string, value: string | null, currency: Currency): string {
  if (value === null || value === '') return empty
  if (value === 'true' || value === 'false') return yesOrNo(value === 'true')
  const word = valueWords[field]?.[value]
  if (word) return word
  if (moneyFields.has(field) && /^-?\d+$/.test(value)) return formatMoney(Number(value), currency)
  if (moneyFields.has(field) && isSupplierPrice(value))
    return `${formatSupplierPrice(value, currency)}\u00a0${currencySymbol(currency)}`
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatShortDay(value)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return formatMoment(value)
  if (field === 'permissions') return rightsText(value)
  return value
}

function rightsText(value: string): string {
  const held = permissions.filter((permission) => value.includes(`"${permission}"`))
  return held.length === 0 ? 'aucun' : held.map((permission) => rightText(permission)).join(', ')
}
