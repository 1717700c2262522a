import type { Locator, Page } from '@playwright/test'

declare global {
  interface Window {
    officineClick?: { at: number | null; shown: number | null }
  }
}

const limitMs = 60_000

/**
 * Clicks; returns the milliseconds from the click's own time stamp until the element of the selector, absent before, is
 * on the screen.
 */
export async function paintedAfterClick(page: Page, button: Locator, shows: string): Promise<number> {
  await button.waitFor()
  await page.evaluate((selector) => {
    if (document.querySelector(selector)) throw new Error(`${selector} is there before the click`)
    const click: NonNullable<Window['officineClick']> = { at: null, shown: null }
    window.officineClick = click
    window.addEventListener('click', (event) => void (click.at = event.timeStamp), { capture: true, once: true })
    const watch = new MutationObserver(() => {
      if (click.at === null || !document.querySelector(selector)) return
      watch.disconnect()
      // When the frame after next begins, the frame that contains the element is on the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => void (click.shown = performance.now() - click.at!)))
    })
    watch.observe(document.body, { childList: true, subtree: true })
  }, shows)
  await button.click()
  const shown = await page.waitForFunction(() => window.officineClick!.shown, undefined, { timeout: limitMs })
  return (await shown.jsonValue())!
}
