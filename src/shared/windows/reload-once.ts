import { probe } from '#shared/client/call.ts'

const key = 'officine:reloadedAt'
const loopMs = 60_000

interface ReloadOnce {
  /** Something is on the screen that a reload must not take away: a sale. */
  isBusy?: () => boolean
  reload?: () => void
}

/**
 * After an update the files of the old version are gone: a part that does not load any more asks for the page of the new one. Once: a page
 * that fails again shows its error. Not without a network: the page is all there is then.
 */
export function reloadOnceOnMissingPart({ isBusy = () => false, reload = () => location.reload() }: ReloadOnce = {}): () => void {
  const onMissingPart = async () => {
    const reloadedAt = Number(sessionStorage.getItem(key) ?? 0)
    if (isBusy() || Date.now() - reloadedAt < loopMs || !(await probe()) || isBusy()) return
    sessionStorage.setItem(key, String(Date.now()))
    reload()
  }
  const listener = () => void onMissingPart()
  window.addEventListener('vite:preloadError', listener)
  return () => window.removeEventListener('vite:preloadError', listener)
}
