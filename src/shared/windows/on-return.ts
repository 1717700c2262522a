/** A timer that is this late was held back by sleep; in a hidden window the browser itself holds it back for a minute. */
const tickMs = 5_000
const lateMs = { visible: 20_000, hidden: 90_000 }
/** Away for less than this, next to nothing was missed. */
export const shortAbsenceMs = 30_000

const oneReturnMs = 1_000

/**
 * Tells when this window comes back from where it heard nothing: hidden, in the back-forward cache, frozen, or asleep with the machine.
 * `awayMs` says for how long at least; Infinity when nobody knows. Returns the way to stop.
 */
export function watchReturn(onReturn: (awayMs: number) => void): () => void {
  let tickedAt = Date.now()
  let hiddenAt: number | null = document.visibilityState === 'visible' ? null : Date.now()
  let told = { at: -Infinity, awayMs: 0 }
  const back = (awayMs: number) => {
    const now = Date.now()
    tickedAt = now
    // One return comes as several events; only a longer absence is news.
    const isSameReturn = now >= told.at && now - told.at < oneReturnMs
    if (isSameReturn && (awayMs <= told.awayMs || told.awayMs >= shortAbsenceMs)) return
    told = { at: now, awayMs }
    onReturn(awayMs)
  }
  const tick = () => {
    const passedMs = Date.now() - tickedAt
    const isLate = passedMs > (hiddenAt === null ? lateMs.visible : lateMs.hidden)
    tickedAt = Date.now()
    // A clock that was set back: every age on the screen is wrong.
    if (isLate || passedMs < 0) back(isLate ? passedMs : Infinity)
  }
  const onVisibility = () => {
    if (document.visibilityState !== 'visible') {
      hiddenAt = Date.now()
      return
    }
    const awayMs = hiddenAt === null ? 0 : Date.now() - hiddenAt
    hiddenAt = null
    back(awayMs < 0 ? Infinity : awayMs)
  }
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) back(Infinity)
  }
  const onResume = () => back(Infinity)
  const ticking = setInterval(tick, tickMs)
  document.addEventListener('visibilitychange', onVisibility)
  document.addEventListener('resume', onResume)
  window.addEventListener('pageshow', onShow)
  return () => {
    clearInterval(ticking)
    document.removeEventListener('visibilitychange', onVisibility)
    document.removeEventListener('resume', onResume)
    window.removeEventListener('pageshow', onShow)
  }
}
