import type { Page } from '@playwright/test'
import { seededRandom } from '#server/demo/seeded-random.ts'

/**
 * Milliseconds from the key's own time stamp, which the browser takes when the key arrives; null when a key changed
 * nothing visible (a space).
 */
export type KeyTimes = {
  /** Until the page had rendered the frame that shows the change: its scripts, style, layout and paint. */
  rendered: number | null
  /** Until the start of the next frame: by then the first one is on the screen. */
  shown: number | null
}

/** A field with its results, ready to be typed into. */
export type TypedField = {
  /** Brings its page to the front: browsers delay the frames of a background page. */
  show(): Promise<void>
  /** Types a text key by key, returns the times of each key, and empties the field. */
  type(text: string): Promise<KeyTimes[]>
}

type KeyLog = { at: number; rendered: number | null; shown: number | null }[]
declare global {
  interface Window {
    officineKeyLog?: KeyLog
  }
}

/** A fast typist: 110 to 190 ms between keys, varied so that keys do not align with frames. */
const gapMs = [110, 190] as const

/** Watches the changes below `results` during typing into the focused field; `reset` empties the field. */
export async function watchField(
  page: Page,
  { results, reset }: { results: string; reset: () => Promise<void> },
): Promise<TypedField> {
  const keyboard = await page.context().newCDPSession(page)
  const random = seededRandom('gaps between keys')
  await watchPaints(page, results)
  // Playwright types « é » without a key event; a French keyboard has a key for it.
  const press = async (character: string): Promise<void> => {
    await keyboard.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      text: character,
      unmodifiedText: character,
      key: character,
    })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character })
  }
  return {
    async show() {
      await page.bringToFront()
      // a window that comes to the front reads its disk first
      await page.waitForTimeout(1000)
    },
    async type(text) {
      await page.evaluate(() => void (window.officineKeyLog!.length = 0))
      for (const character of text) {
        await press(character)
        await page.waitForTimeout(random.int(...gapMs))
      }
      const keys = await page.evaluate(() => window.officineKeyLog!)
      await reset()
      return keys.map(({ at, rendered, shown }) => ({
        rendered: rendered && rendered - at,
        shown: shown && shown - at,
      }))
    },
  }
}

/**
 * Runs in the page. requestAnimationFrame runs before style, layout and paint of its frame: a message posted there
 * arrives after them, and a second requestAnimationFrame runs when the next frame begins. The last change before the
 * next key counts, however late it comes.
 */
async function watchPaints(page: Page, results: string): Promise<void> {
  await page.evaluate((selector) => {
    const log: KeyLog = []
    window.officineKeyLog = log
    window.addEventListener(
      'keydown',
      (event) => event.key.length === 1 && log.push({ at: event.timeStamp, rendered: null, shown: null }),
      { capture: true },
    )
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
