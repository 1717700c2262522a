import { buildVersion } from '#shared/build.ts'
import { probe } from '#shared/client/call.ts'

const key = 'officine:reloadedAt'
const loopMs = 60_000

/** Did this tab just reload, or come back as the very build that lacks the part? */
function wasInVain(): boolean {
  const [reloadedAt, version] = (sessionStorage.getItem(key) ?? '').split(' ')
  return version === buildVersion || Date.now() - Number(reloadedAt) < loopMs
}

interface ReloadOnce {
  /** Something is on the screen that a reload must not take away: a sale. */
  isBusy?: () => boolean
  reload?: () => void
}

/**
 * The files of a window are kept while it stands, on the terminal and on the server; should a part be missing all the same, the page of the new
 * version is asked for. Once: a page that fails again, or comes back as the same build, shows its error. Not without a network: the page is all there is then.
 */
export function reloadOnceOnMissingPart({
  isBusy = () => false,
  reload = () => location.reload(),
}: ReloadOnce = {}): () => void {
  const onMissingPart = async () => {
    if (isBusy() || wasInVain() || !(await probe()) || isBusy() || wasInVain()) return
    sessionStorage.setItem(key, `${Date.now()} ${buildVersion}`)
    reload()
  }
  const listener = () => void onMissingPart()
  window.addEventListener('vite:preloadError', listener)
  return () => window.removeEventListener('vite:preloadError', listener)
}
