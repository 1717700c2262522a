import { insuredFields, type InsuredField } from '#shared/domain/insured/insured-fields.ts'
import { isTotalText } from '#shared/domain/files/total-row.ts'

const identity = ['number', 'lastName', 'fullName', 'firstName'] as const

/**
 * Why a row names no insured person, with the field that shows it: a total, « RAS », or a separator between two groups.
 * Null for a row that names or tries to name a person.
 */
export function notAnInsured(
  fields: Partial<Record<InsuredField, string | undefined>>,
): { field: InsuredField; text: string } | null {
  const textOf = (field: InsuredField): string => fields[field]?.trim() ?? ''
  const total = identity.find((field) => isTotalText(textOf(field)))
  const isNamed = identity.some((field) => field !== 'number' && field !== total && /\p{L}/u.test(textOf(field)))
  if (total && !isNamed) return { field: total, text: `« ${textOf(total)} » : ligne de total, sans assuré.` }
  const filled = insuredFields.filter((field) => !isBlank(textOf(field)))
  const remark = identity.find((field) => /\p{L}/u.test(textOf(field)) && isNothing(textOf(field)))
  if (remark && filled.every((field) => field === 'number'))
    return { field: remark, text: `« ${textOf(remark)} » : ligne sans assuré.` }
  return filled.length === 0 ? { field: 'number', text: 'Ligne vide ou de séparation.' } : null
}

/** « - », « N/A », « néant », « RAS »: notations of an empty cell. */
export function isNothing(text: string): boolean {
  return /^(?:|[-–—_.]+|n\/?a|neant|néant|r\.?a\.?s\.?|null|#n\/a)$/i.test(text)
}

function isBlank(text: string): boolean {
  return isNothing(text) || !/[\p{L}\p{N}]/u.test(text)
}
