import type { Bus } from '#shared/windows/bus.ts'

/** In ms. After this silence the leader is asked whether it is alive. */
const quietMs = 1_000
/**
 * In ms. A leader that does not answer within this time hangs; it is replaced within 3 s of its last message, jitter
 * included. The leader is polled instead of sending heartbeats, because browsers delay timers of hidden windows, but
 * not messages.
 */
const answerMs = 1_700
/**
 * In ms. A timer later than this means that this window itself was suspended: the leader's answer may be on its way.
 */
const lateMs = 1_000

type LeaderWatch = {
  /** Announces that this window leads now, so that the others stop polling. */
  announce: () => void
  stop: () => void
}

/**
 * Answers polls while this window leads, and polls the leader otherwise. Calls `rob` when the leader does not answer
 * although it holds the lock.
 */
export function watchLeader(
  bus: Pick<Bus, 'post' | 'subscribe'>,
  isLeading: () => boolean,
  rob: () => void,
): LeaderWatch {
  let askedAt: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const announce = () => {
    askedAt = null
    bus.post({ kind: 'leader', says: 'here' })
  }
  const ask = () => {
    askedAt = Date.now()
    bus.post({ kind: 'leader', says: 'are you there' })
  }
  /** Returns the delay in ms until the next check. */
  const look = (): number => {
    if (isLeading()) return quietMs
    const waited = askedAt === null ? null : Date.now() - askedAt
    // The clock was set back: the duration of the silence is unknown.
    if (waited === null || waited < 0 || waited > answerMs + lateMs) {
      ask()
      return answerMs
    }
    if (waited < answerMs) return answerMs - waited
    askedAt = null
    rob()
    return quietMs
  }
  // Jitter, so that not all windows poll or steal at the same moment.
  const lookIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => lookIn(look()), ms * (1 + Math.random() / 10))
  }
  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind !== 'leader') return
    if (notice.says === 'here') {
      askedAt = null
      lookIn(quietMs)
    } else if (isLeading()) announce()
  })
  lookIn(quietMs)

  return {
    announce,
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
