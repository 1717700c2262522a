/** When a call came and was answered, in ms, as the records tell it in the order of the answers. */
export type Step = { from: number; until: number; isGap: boolean; isCall: boolean }
/** The longest part of the records that can be made again: the steps from `first` to `last`, both included. */
export type Stretch = { first: number; last: number; startsAt: number; endsAt: number; calls: number }

/** In ms: commits lie this far from the edge of a stretch at least. */
const margin = 2

/**
 * The longest stretch of records without a gap that begins and ends while nothing is under way: only then does a moment of
 * the log say which calls are in the copy. `notBefore`: the end of the oldest base; `notAfter`: what the medium has. Null
 * when there is none with a call.
 */
export function planTrial(
  steps: readonly Step[],
  { notBefore, notAfter }: { notBefore: number; notAfter: number },
): Stretch | null {
  const quiet = quietMoments(steps)
  let best: Stretch | null = null
  let first: number | undefined
  let calls = 0
  let lastQuiet: { last: number; endsAt: number; calls: number } | undefined
  const end = (): void => {
    if (first !== undefined && lastQuiet && lastQuiet.calls > (best?.calls ?? 0))
      best = { first, startsAt: quiet[first]!, ...lastQuiet }
    first = undefined
    lastQuiet = undefined
    calls = 0
  }
  for (const [index, step] of steps.entries()) {
    if (step.isGap || step.until > notAfter) {
      end()
      continue
    }
    const startsAt = quiet[index]
    if (first === undefined && startsAt !== undefined && startsAt > notBefore) first = index
    if (first === undefined) continue
    if (step.isCall) calls++
    const endsAt = index + 1 === steps.length ? Math.min(step.until + margin, notAfter) : quiet[index + 1]
    if (endsAt !== undefined && endsAt <= notAfter) lastQuiet = { last: index, endsAt, calls }
  }
  end()
  return best
}

/** For each step the moment before it at which nothing was under way; undefined: there was none. */
function quietMoments(steps: readonly Step[]): (number | undefined)[] {
  let busyUntil = -Infinity
  const nextFrom = steps.map(({ from }) => from)
  for (let index = nextFrom.length - 2; index >= 0; index--)
    nextFrom[index] = Math.min(nextFrom[index]!, nextFrom[index + 1]!)
  return steps.map((step, index) => {
    const from = nextFrom[index]!
    const moment = index === 0 ? from - 1 : from - busyUntil > 2 * margin ? (from + busyUntil) / 2 : undefined
    busyUntil = Math.max(busyUntil, step.until)
    return moment
  })
}
