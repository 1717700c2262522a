/** First and last covered day, inclusive; null: unbounded. */
export type Validity = { validFrom: string | null; validUntil: string | null }

/** Why a day is not covered. `since`: the last covered day; `from`: the first covered day. */
export type Lapse = { kind: 'expired'; since: string } | { kind: 'not-yet-valid'; from: string }

/** The lapse on a day (`2026-11-21`); null when it is covered. */
export function lapseOn(day: string, { validFrom, validUntil }: Validity): Lapse | null {
  if (validUntil !== null && validUntil < day) return { kind: 'expired', since: validUntil }
  if (validFrom !== null && day < validFrom) return { kind: 'not-yet-valid', from: validFrom }
  return null
}
