import type { Bus } from '#shared/windows/bus.ts'

/** Touches, keys (also those of scanners that type), text that no key typed, and scans of devices that do not type. */
const signs = ['pointerdown', 'keydown', 'input', 'wheel', 'officine:device-scan'] as const
/** In ms. The other windows and the disk hear of activity at most this often. */
const toldMs = 1_000
const key = 'officine:last-activity'

export type Activity = {
  /** Since the last sign in any window, in ms. */
  idleMs(): number
  /** Since the last sign in this window, in ms. */
  ownIdleMs(): number
  /** Counts as a sign in every window, but not as one of this window: it keeps the terminal open. */
  hold(): void
  /** Begins to count again, at an unlock. */
  restart(): void
  stop(): void
}

/**
 * Follows the last activity in all windows of this terminal. The clock is the monotonic one: a corrected wall clock is no
 * absence. `counts`: whether signs in this window count; the customer's screen does not.
 */
export function watchActivity(bus: Bus, counts: () => boolean, events: EventTarget = window): Activity {
  let last = performance.now()
  let ownLast = last
  let toldAt = -Infinity
  const note = () => {
    last = performance.now()
    if (last - toldAt < toldMs) return
    toldAt = last
    bus.post({ kind: 'activity' })
    storage()?.setItem(key, String(Date.now()))
  }
  const onSign = () => {
    if (!counts()) return
    ownLast = performance.now()
    note()
  }
  for (const sign of signs) events.addEventListener(sign, onSign, { capture: true, passive: true })
  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind === 'activity') last = performance.now()
  })
  return {
    idleMs: () => performance.now() - last,
    ownIdleMs: () => performance.now() - ownLast,
    hold: note,
    restart() {
      last = performance.now()
      ownLast = last
    },
    stop() {
      unsubscribe()
      for (const sign of signs) events.removeEventListener(sign, onSign, { capture: true })
    },
  }
}

/**
 * How long no window of this terminal was touched, in ms by the wall clock, for a window that starts. 0 when unknown, or
 * after a clock was put back.
 */
export function absenceMs(now: number): number {
  const at = Number(storage()?.getItem(key) ?? NaN)
  return Number.isFinite(at) ? Math.max(0, now - at) : 0
}

/** A browser may refuse it; the windows then know of their own time only. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
