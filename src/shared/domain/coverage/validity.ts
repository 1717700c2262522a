/** Days, both included; null: no bound. */
export type Validity = { validFrom: string | null; validUntil: string | null }

/** Why nothing is covered on a day. `since` is the last day that was covered, `from` the first that will be. */
export type Lapse = { kind: 'expired'; since: string } | { kind: 'not-yet-valid'; from: string }

/** null on a covered day. Days as `2026-11-21`. */
export function lapseOn(day: string, { validFrom, validUntil }: Validity): Lapse | null {
  if (validUntil !== null && validUntil < day) return { kind: 'expired', since: validUntil }
  if (validFrom !== null && day < validFrom) return { kind: 'not-yet-valid', from: validFrom }
  return null
}
