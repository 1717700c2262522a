import type { Page } from '@playwright/test'
import type { Span } from './host-time.ts'

/**
 * One end of a sale, in milliseconds of the page: « Terminer » touched, the row of the outbox handed to the disk, the
 * disk's answer.
 */
type End = { askedAt: number; writtenAt: number; durableAt: number }

declare global {
  interface Window {
    officineEnds?: End[]
  }
}

/**
 * From the next loading on, the page notes each strict writing that begins after a gesture on « Terminer » and ends
 * with a new row of the outbox.
 */
export async function noteEnds(page: Page): Promise<void> {
  // No function has a name in here: the compiler would mark it with a helper that the page does not have.
  await page.addInitScript(() => {
    let askedAt: number | null = null
    window.officineEnds = []
    window.addEventListener(
      'click',
      ({ target, timeStamp }) => {
        if (target instanceof Element && (target.closest('button')?.textContent ?? '').startsWith('Terminer'))
          askedAt = timeStamp
      },
      { capture: true },
    )
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'outbox' && askedAt !== null) {
        const end = { askedAt, writtenAt: performance.now(), durableAt: 0 }
        askedAt = null
        this.transaction.addEventListener('complete', () => {
          end.durableAt = performance.now()
          window.officineEnds!.push(end)
        })
      }
      return put.apply(this, given)
    }
  })
}

/** Each end: from the touch until the row was handed to the disk, and until the disk had it. */
export async function endSpans(page: Page): Promise<{ handed: Span[]; durable: Span[] }> {
  const { ends, origin } = await page.evaluate(() => ({
    ends: window.officineEnds ?? [],
    origin: performance.timeOrigin,
  }))
  const spanOf = (from: number, to: number) => ({ from: origin + from, to: origin + to })
  return {
    handed: ends.map(({ askedAt, writtenAt }) => spanOf(askedAt, writtenAt)),
    durable: ends.map(({ askedAt, durableAt }) => spanOf(askedAt, durableAt)),
  }
}

/** What one end hands to the disk: the sale, its row of the outbox and two numbers. */
const endBytes = 2_000

/** The floor of this page, browser and disk: strict transactions of as many bytes that nothing else comes with. */
export function bareSpans(page: Page, count: number): Promise<Span[]> {
  return page.evaluate(
    async ({ count, content }) => {
      const name = 'bench-floor'
      const opening = indexedDB.open(name, 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const spans: { from: number; to: number }[] = []
      for (let at = 0; at < count; at++) {
        // A rest as between two gestures: none may wait for the one before.
        await new Promise((resolve) => setTimeout(resolve, 20))
        const from = performance.timeOrigin + performance.now()
        const tx = opening.result.transaction('rows', 'readwrite', { durability: 'strict' })
        tx.objectStore('rows').put(content, at)
        tx.commit()
        await new Promise((resolve) => (tx.oncomplete = resolve))
        spans.push({ from, to: performance.timeOrigin + performance.now() })
      }
      opening.result.close()
      indexedDB.deleteDatabase(name)
      return spans
    },
    { count, content: 'x'.repeat(endBytes) },
  )
}
