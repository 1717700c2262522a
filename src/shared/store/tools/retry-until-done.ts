import { backOffMs } from '#shared/store/tools/back-off.ts'

export type Owed = {
  /** It is to be done, at once; asked for while it is done, it is done anew. */
  owe(): void
  /** A good moment: what is still owed does not wait for its next attempt. */
  retry(): void
  stop(): void
}

/** Work that may fail and is owed until it has succeeded once: it is tried again, ever more seldom. */
export function owed(work: () => Promise<unknown>): Owed {
  let isOwed = false
  let isRunning = false
  let isStopped = false
  let failures = 0
  let later: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    if (isRunning || isStopped) return
    clearTimeout(later)
    isRunning = true
    isOwed = false
    const isDone = await work().then(
      () => true,
      () => false,
    )
    isRunning = false
    const waitMs = isDone ? 0 : backOffMs(failures)
    failures = isDone ? 0 : failures + 1
    if ((isOwed ||= !isDone)) later = setTimeout(() => void attempt(), waitMs)
  }
  return {
    owe() {
      isOwed = true
      void attempt()
    },
    retry() {
      if (isOwed) void attempt()
    },
    stop() {
      isStopped = true
      clearTimeout(later)
    },
  }
}
