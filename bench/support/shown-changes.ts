import type { Page } from '@playwright/test'
import { kioskScreens } from './kiosk-page.ts'

declare global {
  interface Window {
    officineShownAt?: number
  }
}

const results = '[aria-label="Produits"]'
const limitMs = 60_000

/** Searches a product in a window, and records when the result first changes. */
export async function watchShown(page: Page, label: string): Promise<void> {
  await page.locator(kioskScreens.counter).fill(label)
  await page.locator(kioskScreens.found).first().waitFor()
  await page.evaluate((selector) => {
    const list = document.querySelector(selector)!
    const before = list.textContent
    performance.clearResourceTimings()
    new MutationObserver(() => {
      if (list.textContent !== before) window.officineShownAt ??= performance.timeOrigin + performance.now()
    }).observe(list, { childList: true, subtree: true, characterData: true })
  }, results)
}

/** Milliseconds from the answer that brought the change, to any window, until the last window showed it. */
export async function shownAfterAnswer(pages: readonly Page[]): Promise<number> {
  for (const page of pages)
    await page.waitForFunction(() => window.officineShownAt, undefined, { timeout: limitMs, polling: 50 })
  const shownAt = await Promise.all(pages.map((page) => page.evaluate(() => window.officineShownAt!)))
  const answers = await Promise.all(
    pages.map((page) =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/pharmacy-products\?/.test(name))
          .map((entry) => performance.timeOrigin + (entry as PerformanceResourceTiming).responseEnd),
      ),
    ),
  )
  const brought = answers.flat().filter((at) => at <= Math.min(...shownAt))
  if (brought.length === 0) throw new Error('the change was shown before any answer brought it')
  return Math.max(...shownAt) - Math.max(...brought)
}
