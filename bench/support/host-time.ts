import { readFileSync } from 'node:fs'

/** A span of the clock, in milliseconds of the epoch. */
export type Span = { from: number; to: number }

export function lengthsOf(spans: readonly Span[]): number[] {
  return spans.map(({ from, to }) => to - from)
}

export type HostTime = {
  /**
   * Whether this machine had its processors to itself, from the last sample before the span to the first one after it.
   */
  wasOurs: (span: Span) => boolean
  stop: () => void
}

/** Stolen time is counted in hundredths of a second: the next sample sees what this one misses. */
const lookEveryMs = 5

/**
 * Watches whether the host of a virtual machine gives its processors to others (« steal » on Linux): such a wait says
 * nothing about the code. Null when the system does not count it.
 */
export function watchHostTime(): HostTime | null {
  if (stolenTicks() === null) return null
  const looks: { at: number; stolen: number }[] = []
  const look = () => looks.push({ at: Date.now(), stolen: stolenTicks()! })
  look()
  const looking = setInterval(look, lookEveryMs)
  return {
    wasOurs({ from, to }) {
      const before = looks.findLast(({ at }) => at < from)
      const after = looks.find(({ at }) => at > to)
      return before !== undefined && after !== undefined && before.stolen === after.stolen
    },
    stop: () => clearInterval(looking),
  }
}

/** Sum over all processors: the eighth figure of the first line. */
function stolenTicks(): number | null {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.trim().split(/\s+/)[8])
  } catch {
    return null
  }
}
