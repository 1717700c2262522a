const key = 'officine:reloadedAt'
const loopMs = 60_000

/**
 * After an update the files of the old version are gone: a part that does not load any more asks for the page of the new one. Once: a page that
 * fails again shows its error. Never with a sale on the screen: nothing of a sale needs a part that is loaded later.
 */
export function reloadOnceOnMissingPart(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(key) ?? 0)
    if (location.pathname.startsWith('/kiosk/vente/') || Date.now() - reloadedAt < loopMs) return
    event.preventDefault()
    sessionStorage.setItem(key, String(Date.now()))
    location.reload()
  })
}
