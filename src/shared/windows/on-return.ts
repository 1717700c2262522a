/**
 * In ms. A tick later than `lateMs` means that the machine slept; browsers delay timers of hidden windows by up to a
 * minute.
 */
const tickMs = 5_000
const lateMs = { visible: 20_000, hidden: 90_000 }
/** In ms. A shorter absence misses almost nothing. */
export const shortAbsenceMs = 30_000

const oneReturnMs = 1_000

/**
 * Calls `onReturn` when this window returns from being hidden, frozen, in the back-forward cache, or asleep with the
 * machine. `awayMs`: minimum absence in ms; Infinity when unknown. Returns the function that stops it.
 */
export function watchReturn(onReturn: (awayMs: number) => void): () => void {
  let tickedAt = Date.now()
  let hiddenAt: number | null = document.visibilityState === 'visible' ? null : Date.now()
  let told = { at: -Infinity, awayMs: 0 }
  const back = (awayMs: number) => {
    const now = Date.now()
    tickedAt = now
    // One return causes several events; only a longer absence is reported again.
    const isSameReturn = now >= told.at && now - told.at < oneReturnMs
    if (isSameReturn && (awayMs <= told.awayMs || told.awayMs >= shortAbsenceMs)) return
    told = { at: now, awayMs }
    onReturn(awayMs)
  }
  const tick = () => {
    const passedMs = Date.now() - tickedAt
    const isLate = passedMs > (hiddenAt === null ? lateMs.visible : lateMs.hidden)
    tickedAt = Date.now()
    // The clock was set back: all displayed ages are wrong.
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
