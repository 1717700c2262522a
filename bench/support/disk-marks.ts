import type { Page } from '@playwright/test'

/** One end of a sale, in milliseconds of the page: « Terminer » touched, the row of the outbox handed to the disk, the disk's answer. */
type End = { askedAt: number; writtenAt: number; durableAt: number }

declare global {
  interface Window {
    officineEnds?: End[]
  }
}

/** From the next loading on, the page notes each strict writing that begins after a gesture on « Terminer » and ends with a new row of the outbox. */
export async function noteEnds(page: Page): Promise<void> {
  // No function has a name in here: the compiler would mark it with a helper that the page does not have.
  await page.addInitScript(() => {
    let askedAt: number | null = null
    window.officineEnds = []
    window.addEventListener('click', ({ target, timeStamp }) => {
      if (target instanceof Element && (target.closest('button')?.textContent ?? '').startsWith('Terminer')) askedAt = timeStamp
    }, { capture: true })
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

/** How long each end took: from the touch until the row was handed to the disk, and until the disk had it. */
export async function endTimes(page: Page): Promise<{ handed: number[]; durable: number[] }> {
  const ends = await page.evaluate(() => window.officineEnds ?? [])
  return { handed: ends.map(({ askedAt, writtenAt }) => writtenAt - askedAt), durable: ends.map(({ askedAt, durableAt }) => durableAt - askedAt) }
}
