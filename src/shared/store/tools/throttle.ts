export type Paced = {
  /** There is something to tell: it is told at once, or when the rest since the last telling is over. */
  news(): void
  /** Tells what is still untold; resolves when that is done. */
  end(): Promise<void>
}

/** Tells of news at once and then with a rest of `restMs` in between, one telling at a time, each of them after all news before it. A telling that fails is nobody's loss: the next one tells the same. */
export function paced(tell: () => void | Promise<void>, restMs: number): Paced {
  let isUntold = false
  let telling: Promise<void> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  const tellNow = () => {
    isUntold = false
    telling = (async () => tell())()
      .catch(() => undefined)
      .finally(() => {
        telling = undefined
        resting = setTimeout(rested, restMs)
      })
  }
  const rested = () => {
    resting = undefined
    if (isUntold) tellNow()
  }
  const endRest = () => {
    clearTimeout(resting)
    resting = undefined
  }
  return {
    news() {
      isUntold = true
      if (!telling && resting === undefined) tellNow()
    },
    async end() {
      await telling
      endRest()
      if (!isUntold) return
      tellNow()
      await telling
      endRest()
    },
  }
}
