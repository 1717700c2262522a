import type { CDPSession, Page } from '@playwright/test'
import { seededRandom } from '#server/db/demo/seeded-random.ts'

/** Milliseconds from the key's own time stamp, which the browser takes when the key arrives. */
export type PaintedKeys = {
  /** Until the page had rendered the frame that shows what the key changed: its scripts, style, layout and paint. */
  rendered: number[]
  /** Until the frame after it began: by then the first one is on the screen. Two frames on an idle machine. */
  shown: number[]
  /** Keys that changed nothing that can be seen: a space, mostly. */
  unchanged: number
}

type KeyLog = { at: number; rendered: number | null; shown: number | null }[]
declare global {
  interface Window {
    officineKeyLog?: KeyLog
  }
}

/** A quick hand: 110 to 190 ms from key to key, so that keys do not fall in step with the frames. */
const gapMs = [110, 190] as const

/**
 * Types texts into the field that has the focus, key by key, and measures each. What changes under `results` before the next key belongs to the
 * key; `reset` empties the field between two texts.
 */
export async function typeAndMeasure(page: Page, { texts, results, reset }: { texts: readonly string[]; results: string; reset: () => Promise<void> }): Promise<PaintedKeys> {
  const keyboard = await page.context().newCDPSession(page)
  const random = seededRandom('gaps between keys')
  const measured: PaintedKeys = { rendered: [], shown: [], unchanged: 0 }
  await watchPaints(page, results)
  for (const text of texts) {
    await page.evaluate(() => void (window.officineKeyLog!.length = 0))
    for (const character of text) {
      await press(keyboard, character)
      await page.waitForTimeout(random.int(...gapMs))
    }
    const keys = await page.evaluate(() => window.officineKeyLog!)
    for (const { at, rendered, shown } of keys) {
      if (rendered !== null) measured.rendered.push(rendered - at)
      if (shown !== null) measured.shown.push(shown - at)
      else measured.unchanged++
    }
    await reset()
  }
  await keyboard.detach()
  return measured
}

// Playwright types « é » without a key event; a French keyboard has a key for it.
async function press(keyboard: CDPSession, character: string): Promise<void> {
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text: character, unmodifiedText: character, key: character })
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character })
}

/**
 * Runs in the page. requestAnimationFrame runs before style, layout and paint of its frame: a message posted there arrives after them, and a second
 * requestAnimationFrame runs when the next frame begins. The last change before the next key counts, however late it comes.
 */
async function watchPaints(page: Page, results: string): Promise<void> {
  await page.evaluate((selector) => {
    const log: KeyLog = []
    window.officineKeyLog = log
    window.addEventListener('keydown', (event) => event.key.length === 1 && log.push({ at: event.timeStamp, rendered: null, shown: null }), { capture: true })
    new MutationObserver(() => {
      const key = log.at(-1)
      if (!key) return
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => void (key.rendered = performance.now())
        port2.postMessage(null)
        requestAnimationFrame(() => void (key.shown = performance.now()))
      })
    }).observe(document.querySelector(selector)!, { childList: true, subtree: true, characterData: true })
  }, results)
}
