import type { Bus } from '#shared/windows/bus.ts'
import { keepIfRoom } from '#shared/windows/keep-if-room.ts'

/** Touches, keys (also those of scanners that type), text that no key typed, and scans of devices that do not type. */
const signs = ['pointerdown', 'keydown', 'input', 'wheel', 'officine:device-scan'] as const
/** In ms. The other windows and the disk hear of activity at most this often. */
const toldMs = 1_000
const key = 'officine:last-activity'
/** After the moment of the last activity, when it was in the back-office. */
const office = ' office'

export type Activity = {
  /** Since the last sign in any window, in ms. */
  idleMs(): number
  /** Since the last sign in this window, in ms. */
  ownIdleMs(): number
  /** Whether the last sign was in a window of the back-office. */
  isOffice(): boolean
  /** Counts as a sign in every window, but not as one of this window: it keeps the terminal open. */
  hold(): void
  /** Begins to count again, at an unlock. */
  restart(): void
  stop(): void
}

/**
 * Follows the last activity in all windows of this terminal. The clock is the monotonic one: a corrected wall clock is no
 * absence. `counts`: whether signs in this window count; the customer's screen does not. `isOwnOffice`: whether this
 * window is one of the back-office.
 */
export function watchActivity(
  bus: Bus,
  counts: () => boolean,
  isOwnOffice: boolean,
  events: EventTarget = window,
): Activity {
  let last = performance.now()
  let ownLast = last
  let toldAt = -Infinity
  let isOffice = isOwnOffice
  const note = () => {
    last = performance.now()
    const isMoved = isOffice !== isOwnOffice
    isOffice = isOwnOffice
    if (!isMoved && last - toldAt < toldMs) return
    toldAt = last
    bus.post({ kind: 'activity', isOffice })
    const kept = storage()
    if (kept) keepIfRoom(kept, key, `${Date.now()}${isOffice ? office : ''}`)
  }
  const onSign = () => {
    if (!counts()) return
    ownLast = performance.now()
    note()
  }
  for (const sign of signs) events.addEventListener(sign, onSign, { capture: true, passive: true })
  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind !== 'activity') return
    last = performance.now()
    isOffice = notice.isOffice ?? false
  })
  return {
    idleMs: () => performance.now() - last,
    ownIdleMs: () => performance.now() - ownLast,
    isOffice: () => isOffice,
    hold: note,
    restart() {
      last = performance.now()
      ownLast = last
      isOffice = isOwnOffice
    },
    stop() {
      unsubscribe()
      for (const sign of signs) events.removeEventListener(sign, onSign, { capture: true })
    },
  }
}

/**
 * How long no window of this terminal was touched, in ms by the wall clock, for a window that starts, and whether the
 * last one was of the back-office. 0 when unknown, or after a clock was put back.
 */
export function readAbsence(now: number): { idleMs: number; isOffice: boolean } {
  const last = storage()?.getItem(key) ?? ''
  const isOffice = last.endsWith(office)
  const at = last === '' ? NaN : Number(isOffice ? last.slice(0, -office.length) : last)
  return { idleMs: Number.isFinite(at) ? Math.max(0, now - at) : 0, isOffice }
}

/** A browser may refuse it; the windows then know of their own time only. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
