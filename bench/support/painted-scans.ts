import type { Page } from '@playwright/test'
import { restAfterScan, scanKeys } from './scan-keys.ts'

/** A page that boxes can be scanned into. */
export type ScannedPage = {
  /** Brings it to the front: browsers delay the frames of a background page. */
  show(): Promise<void>
  /**
   * Scans a code; milliseconds from its Entrée until the changed ticket is on the screen; null when nothing changed in
   * time.
   */
  scan(code: string): Promise<number | null>
}

declare global {
  interface Window {
    officineEnterAt?: number | null
    officineScan?: { before: string; shown: number | null }
  }
}

/**
 * From the next load on, the page records each Entrée before its own scripts can stop the event, as they do for scans.
 */
export async function noteEnter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') window.officineEnterAt = event.timeStamp
      },
      { capture: true },
    )
  })
}

/** Watches the first change of the text below `ticket` after each Entrée, and the frame after the one that shows it. */
export async function watchScans(page: Page, ticket: string): Promise<ScannedPage> {
  const keyboard = await page.context().newCDPSession(page)
  // Must not name any function here: the compiler marks names with a helper that the page does not have.
  await page.evaluate((selector) => {
    const scan: NonNullable<Window['officineScan']> = { before: '', shown: null }
    window.officineScan = scan
    new MutationObserver(() => {
      const at = window.officineEnterAt ?? null
      if (at === null || (document.querySelector(selector)?.textContent ?? '') === scan.before) return
      window.officineEnterAt = null
      requestAnimationFrame(() => requestAnimationFrame(() => void (scan.shown = performance.now() - at)))
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, ticket)
  return {
    async show() {
      await page.bringToFront()
      // a window that comes to the front reads its disk first
      await page.waitForTimeout(1000)
    },
    async scan(code) {
      await page.evaluate((selector) => {
        window.officineEnterAt = null
        Object.assign(window.officineScan!, {
          before: document.querySelector(selector)?.textContent ?? '',
          shown: null,
        })
      }, ticket)
      await scanKeys(keyboard, code)
      const shown = await page
        .waitForFunction(() => window.officineScan!.shown, undefined, { timeout: 5_000 })
        .then(
          (handle) => handle.jsonValue(),
          () => null,
        )
      await restAfterScan(page)
      return shown
    },
  }
}

const bareHtml = '<!doctype html><title>floor</title><ul></ul>'

/** The baseline of this machine: an empty page that only appends one row at a scan. */
export async function openBareTicket(page: Page): Promise<ScannedPage> {
  await page.setContent(bareHtml)
  await page.evaluate(() => {
    let typed = ''
    window.addEventListener('keydown', ({ key, timeStamp }) => {
      if (key.length === 1) typed += key
      if (key !== 'Enter') return
      window.officineEnterAt = timeStamp
      document.querySelector('ul')!.append(Object.assign(document.createElement('li'), { textContent: typed }))
      typed = ''
    })
  })
  return watchScans(page, 'ul')
}
