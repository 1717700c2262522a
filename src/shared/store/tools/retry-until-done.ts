import { backOffMs } from '#shared/store/tools/back-off.ts'

export type RetriedWork = {
  /** Starts the work at once. A call during an attempt starts another attempt after it. */
  run(): void
  /** Starts pending work now instead of at its next planned attempt. Does nothing when no work is pending. */
  retry(): void
  stop(): void
}

/**
 * Repeats `work` with exponential back-off until one attempt succeeds. Attempts never overlap. An error counts as a
 * failed attempt and is not reported.
 */
export function retryUntilDone(work: () => Promise<unknown>): RetriedWork {
  let isPending = false
  let isRunning = false
  let isStopped = false
  let failures = 0
  let later: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    if (isRunning || isStopped) return
    clearTimeout(later)
    isRunning = true
    isPending = false
    const isDone = await work().then(
      () => true,
      () => false,
    )
    isRunning = false
    const waitMs = isDone ? 0 : backOffMs(failures)
    failures = isDone ? 0 : failures + 1
    if ((isPending ||= !isDone)) later = setTimeout(() => void attempt(), waitMs)
  }
  return {
    run() {
      isPending = true
      void attempt()
    },
    retry() {
      if (isPending) void attempt()
    },
    stop() {
      isStopped = true
      clearTimeout(later)
    },
  }
}
