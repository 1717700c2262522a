/** Counts the failures of this process that nobody caused (« internal »). */
export type Failures = {
  note(at: Date): void
  /** How many there were in the `ms` before a moment, and the last one. */
  within(ms: number, now: Date): { count: number; lastAt: Date | null }
}

const mostKept = 1_000

export function openFailures(): Failures {
  const moments: number[] = []
  return {
    note(at) {
      moments.push(at.getTime())
      if (moments.length > mostKept) moments.shift()
    },
    within(ms, now) {
      const found = moments.filter((at) => at > now.getTime() - ms)
      const last = found.at(-1)
      return { count: found.length, lastAt: last === undefined ? null : new Date(last) }
    },
  }
}
