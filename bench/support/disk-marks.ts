import type { Page } from '@playwright/test'
import type { Span } from './host-time.ts'

/**
 * The end of a sale, in milliseconds of the page: touch on « Terminer », the write of the outbox row, its completion.
 */
type End = { askedAt: number; writtenAt: number; durableAt: number }

declare global {
  interface Window {
    officineEnds?: End[]
  }
}

/**
 * From the next load on, the page records each strict write that begins after a gesture on « Terminer » and ends with a
 * new row of the outbox.
 */
export async function noteEnds(page: Page): Promise<void> {
  // Must not name any function here: the compiler marks names with a helper that the page does not have.
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

/** For each end: from the touch to the write of the row, and to its completion. */
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

/** The size of one write: the sale, its row of the outbox and two numbers. */
const endBytes = 2_000

/** The baseline of this page, browser and disk: strict transactions of the same size, without other work. */
export function bareSpans(page: Page, count: number): Promise<Span[]> {
  return page.evaluate(
    async ({ count, content }) => {
      const name = 'bench-floor'
      const opening = indexedDB.open(name, 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const spans: { from: number; to: number }[] = []
      for (let at = 0; at < count; at++) {
        // A pause as between two gestures: no write may wait for the previous one.
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
