import { buildVersion } from '#shared/build.ts'
import { probe } from '#shared/client/call.ts'
import { keepIfRoom } from '#shared/windows/keep-if-room.ts'

const key = 'officine:reloadedAt'
const loopMs = 60_000

/** Whether this tab has just reloaded, or reloaded into the same build that lacks the file. */
function wasInVain(): boolean {
  const [reloadedAt, version] = (sessionStorage.getItem(key) ?? '').split(' ')
  return version === buildVersion || Date.now() - Number(reloadedAt) < loopMs
}

interface ReloadOnce {
  /** Whether the screen shows content that a reload would lose: a sale. */
  isBusy?: () => boolean
  reload?: () => void
}

/**
 * Files of a build are kept on the terminal and the server while a window uses it. If a chunk is missing all the same,
 * reloads the page to get the new version. Only once: a page that fails again, or comes back as the same build, shows
 * its error. Never offline, because the loaded page is all there is.
 */
export function reloadOnceOnMissingPart({
  isBusy = () => false,
  reload = () => location.reload(),
}: ReloadOnce = {}): () => void {
  const onMissingPart = async () => {
    if (isBusy() || wasInVain() || !(await probe()) || isBusy() || wasInVain()) return
    if (keepIfRoom(sessionStorage, key, `${Date.now()} ${buildVersion}`)) reload()
  }
  const listener = () => void onMissingPart()
  window.addEventListener('vite:preloadError', listener)
  return () => window.removeEventListener('vite:preloadError', listener)
}
