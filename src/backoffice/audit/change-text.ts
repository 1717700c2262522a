import type { AuditEntry } from '#shared/contract/audit.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { type Currency, formatMoney } from '#shared/ui/money-format.ts'
import { fieldWords, moneyFields } from '#backoffice/audit/audit-words.ts'
import { isId } from '#backoffice/ui/is-id.ts'
import { rightText } from '#backoffice/ui/right-words.ts'

const empty = '∅'

/**
 * « téléphone : +229… → +229… ; archivé : non → oui ». Of a created or removed row only what was in it. References to
 * other records are left out, unless nothing else changed.
 */
export function changeText({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>, currency: Currency): string {
  const told = changes.filter(({ before, after }) => !isId(before ?? after ?? undefined))
  const texts = told.map(({ field, before, after }) => {
    const label = fieldWords[field] ?? field
    const [was, becomes] = [before, after].map((value) => valueText(field, value, currency))
    if (was === '•' || becomes === '•') return `${label}\u00a0: changé`
    if (action === 'insert') return `${label}\u00a0: ${becomes}`
    if (action === 'delete') return `${label}\u00a0: ${was}`
    return `${label}\u00a0: ${was} → ${becomes}`
  })
  if (texts.length === 0) return [...new Set(changes.map(({ field }) => fieldWords[field] ?? 'référence'))].join(', ')
  return [...new Set(texts)].join('\u00a0; ')
}

function valueText(field: string, value: string | null, currency: Currency): string {
  if (value === null || value === '') return empty
  if (value === 'true') return 'oui'
  if (value === 'false') return 'non'
  if (moneyFields.has(field) && /^-?\d+$/.test(value)) return formatMoney(Number(value), currency)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatShortDay(value)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return formatMoment(value)
  if (field === 'permissions') return rightsText(value)
  return value
}

function rightsText(value: string): string {
  const held = permissions.filter((permission) => value.includes(`"${permission}"`))
  return held.length === 0 ? 'aucun' : held.map((permission) => rightText(permission)).join(', ')
}
