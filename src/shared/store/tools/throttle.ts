export type Throttle = {
  /** Calls `work` now, or at the end of the current pause. */
  call(): void
  /** Waits for the running call, then makes the pending call without a pause. Resolves when both are done. */
  flush(): Promise<void>
}

/**
 * Throttle: calls `work` at once, then leaves at least `restMs` between two calls. Calls never overlap. Errors are
 * ignored; the next call reports the same state.
 */
export function throttle(work: () => void | Promise<void>, restMs: number): Throttle {
  let isPending = false
  let running: Promise<void> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    isPending = false
    running = (async () => work())()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
        resting = setTimeout(rested, restMs)
      })
  }
  const rested = () => {
    resting = undefined
    if (isPending) start()
  }
  const endRest = () => {
    clearTimeout(resting)
    resting = undefined
  }
  return {
    call() {
      isPending = true
      if (!running && resting === undefined) start()
    },
    async flush() {
      await running
      endRest()
      if (!isPending) return
      start()
      await running
      endRest()
    },
  }
}
