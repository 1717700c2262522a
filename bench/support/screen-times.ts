import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    officineSeen?: Record<string, number | null>
  }
}

/** From now on, every page of this browser records when each screen, identified by a selector, was first painted. */
export async function watchScreens(context: BrowserContext, screens: Readonly<Record<string, string>>): Promise<void> {
  await context.addInitScript((selectors) => {
    const seen: Record<string, number | null> = {}
    window.officineSeen = seen
    new MutationObserver(() => {
      for (const [name, selector] of Object.entries(selectors)) {
        if (name in seen || !document.querySelector(selector)) continue
        seen[name] = null
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => void (seen[name] = performance.now())
          port2.postMessage(null)
        })
      }
    }).observe(document, { childList: true, subtree: true, attributes: true })
  }, screens)
}

/** Milliseconds from the navigation until a screen was painted. */
export async function screenTime(page: Page, name: string): Promise<number> {
  await page.waitForFunction((screen) => typeof window.officineSeen?.[screen] === 'number', name, { timeout: 120_000 })
  return page.evaluate((screen) => window.officineSeen![screen]!, name)
}
