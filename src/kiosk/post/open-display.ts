/** Window Management API: only Chromium has it, and the user must allow it. */
type PlacedScreen = { availLeft: number; availTop: number; availWidth: number; availHeight: number }
type Screens = { screens: readonly PlacedScreen[]; currentScreen: PlacedScreen }
type ManagedWindow = Window & { getScreenDetails?: () => Promise<Screens> }

export const displayAddress = '/kiosk/afficheur'

/**
 * Opens the customer's screen on the second screen if the browser knows one, otherwise in a window that the user moves
 * there. A second call reuses the window.
 */
export async function openDisplay(): Promise<'opened' | 'blocked'> {
  const place = await secondScreen().catch(() => undefined)
  const features = place
    ? `left=${place.availLeft},top=${place.availTop},width=${place.availWidth},height=${place.availHeight}`
    : 'width=1280,height=800'
  const opened = window.open(displayAddress, 'officine-afficheur', `popup,${features}`)
  // A scanner that types writes to the focused window, so return the focus to the counter if the browser allows it.
  window.focus()
  return opened ? 'opened' : 'blocked'
}

async function secondScreen(): Promise<PlacedScreen | undefined> {
  const details = await (window as ManagedWindow).getScreenDetails?.()
  return details?.screens.find((screen) => screen !== details.currentScreen)
}
