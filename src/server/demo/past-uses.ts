import type { PolicyUses } from '#shared/domain/coverage/policy-uses.ts'

/** The amounts used of policies and contracts, by the id of either. */
export type PastUses = {
  add(id: string, day: string, amount: number): void
  of(id: string, day: string): PolicyUses
  inMonth(day: string): ReadonlyMap<string, number>
}

export function openUses(): PastUses {
  const sums = new Map<string, Map<string, number>>()
  const inPeriod = (period: string): Map<string, number> => {
    const known = sums.get(period) ?? new Map<string, number>()
    sums.set(period, known)
    return known
  }
  return {
    add(id, day, amount) {
      for (const period of [day, day.slice(0, 7), day.slice(0, 4)].map(inPeriod))
        period.set(id, (period.get(id) ?? 0) + amount)
    },
    of: (id, day) => ({
      day,
      usedOnDay: inPeriod(day).get(id) ?? 0,
      usedInMonth: inPeriod(day.slice(0, 7)).get(id) ?? 0,
      usedInYear: inPeriod(day.slice(0, 4)).get(id) ?? 0,
    }),
    inMonth: (day) => inPeriod(day.slice(0, 7)),
  }
}
