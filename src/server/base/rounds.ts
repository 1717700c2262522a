type Rounds = {
  start(): void
  /** Aborted when the process ends: what is long ends early. */
  signal: AbortSignal
  /** Ends the rounds, after the one that runs. */
  stop(): Promise<void>
}

/**
 * Work that is done again and again, one round after the other; in ms: `firstMs` until the first one, `roundMs` between
 * two. A round that fails is told and the next one tries again. Nothing is done before `start`, and no process stays for it.
 */
export function openRounds(
  work: (signal: AbortSignal) => Promise<unknown>,
  { firstMs, roundMs, onError }: { firstMs: number; roundMs: number; onError: (error: unknown) => void },
): Rounds {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined
  const round = (ms: number): void => {
    timer = setTimeout(() => {
      running = work(signal)
        .catch(onError)
        .then(() => {
          if (!signal.aborted) round(roundMs)
        })
    }, ms)
    timer.unref()
  }
  return {
    start: () => round(firstMs),
    signal,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
