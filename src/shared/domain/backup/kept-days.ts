import { momentBases, type HeldBase } from '#shared/domain/backup/retention.ts'

/** A day of the calendar and the moment, in ms, at which the shop can be shown for it: its end, if that is held. */
export type KeptDay = { day: string; at: number }

/** How days lie in the time of the pharmacy, in ms. */
export type Calendar = { dayOf: (ms: number) => string; endOf: (day: string) => number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A base of the early morning shows the day before: nobody sells at night. */
const nightMs = 6 * hourMs

/**
 * The days that the medium can show, oldest first: each day whose end lies between a base and the end of its log, and of
 * the older ones those with a base. `bases` in the order of the log; `storedUntil`: the end of the newest log, in ms.
 */
export function keptDays(
  bases: readonly Pick<HeldBase, 'at' | 'line'>[],
  { now, storedUntil }: { now: number; storedUntil: number },
  { dayOf, endOf }: Calendar,
): KeptDay[] {
  const found = new Map<string, number>()
  const note = (day: string, at: number): void => void found.set(day, Math.max(at, found.get(day) ?? 0))
  for (const { at } of bases) note(dayOf(at - nightMs), at)
  const moments = momentBases(bases, now)
  for (const [index, { at, line }] of moments.entries()) {
    const next = moments[index + 1]
    // Of another line it is not known how far the log of this one goes.
    const until = !next ? storedUntil : next.line === line ? next.at : at
    if (!next && until > at) note(dayOf(until - nightMs), until)
    for (let noon = at; noon < until + dayMs; noon += dayMs / 2) {
      const day = dayOf(noon)
      const end = endOf(day)
      if (end >= at && end <= until) found.set(day, end)
    }
  }
  return [...found].map(([day, at]) => ({ day, at })).toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

/** The kept days around one that is not kept; null: none on that side. */
export function neighbourDays(days: readonly KeptDay[], day: string): { before: string | null; after: string | null } {
  return {
    before: days.findLast((one) => one.day < day)?.day ?? null,
    after: days.find((one) => one.day > day)?.day ?? null,
  }
}
