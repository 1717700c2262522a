import type { FieldIssue } from '#server/base/field-issues.ts'

/** Both days are included: a validity from a day to the same day is valid. */
export function validityIssues(
  { validFrom, validUntil }: { validFrom: string | null; validUntil: string | null },
  path: string,
): FieldIssue[] {
  return validFrom !== null && validUntil !== null && validFrom > validUntil
    ? [{ path: `${path}.validUntil`, message: 'La fin est avant le début.' }]
    : []
}
