import { useEffect } from 'react'

/**
 * Keeps the screen on while mounted. The browser releases the lock when the window is hidden, so it is requested again
 * when the window is visible.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let held: WakeLockSentinel | undefined
    let isGone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (held && !held.released)) return
      const sentinel = await (navigator.wakeLock as WakeLock | undefined)?.request('screen')
      if (isGone) await sentinel?.release()
      else held = sentinel
    }
    // Refused on a low battery: the computer's own settings then apply.
    const tryToHold = () => void hold().catch(() => undefined)
    tryToHold()
    document.addEventListener('visibilitychange', tryToHold)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', tryToHold)
      void held?.release()
    }
  }, [])
}
