import type { Bus } from '#shared/windows/bus.ts'

/** A leader that nobody has heard for so long is asked whether it is there. */
const quietMs = 1_000
/**
 * It hangs when it does not answer within this, and is replaced 3 s after it was heard last at the latest, chance included. It is asked rather than heard
 * beating: timers of a hidden window are held back, messages are not.
 */
const answerMs = 1_700
/** A timer that is this late says that we slept, or were held back ourselves: the leader's answer may be on its way. */
const lateMs = 1_000

type LeaderWatch = {
  /** This window leads from now on: the others need not suspect anybody. */
  announce: () => void
  stop: () => void
}

/** Answers for this window while it leads, and asks after the leader while it does not: `rob` when that one is there no more and yet holds its lock. */
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
  /** Answers in how many milliseconds to look again. */
  const look = (): number => {
    if (isLeading()) return quietMs
    const waited = askedAt === null ? null : Date.now() - askedAt
    // A clock that was set back says nothing of how long it was quiet.
    if (waited === null || waited < 0 || waited > answerMs + lateMs) {
      ask()
      return answerMs
    }
    if (waited < answerMs) return answerMs - waited
    askedAt = null
    rob()
    return quietMs
  }
  // Some chance in it, so that the windows do not all ask, or rob, in the same moment.
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
