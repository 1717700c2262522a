import { useEffect } from 'react'

/** The screen stays lit while this stands. The browser lets go whenever the window is hidden: it is asked again. */
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
    // Refused on a low battery: the screen follows the settings of the computer.
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
