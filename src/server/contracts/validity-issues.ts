import type { FieldIssue } from '#server/base/field-issues.ts'

/** Both days are included: a validity of one day is one. */
export function validityIssues(
  { validFrom, validUntil }: { validFrom: string | null; validUntil: string | null },
  path: string,
): FieldIssue[] {
  return validFrom !== null && validUntil !== null && validFrom > validUntil
    ? [{ path: `${path}.validUntil`, message: 'La fin est avant le début.' }]
    : []
}
