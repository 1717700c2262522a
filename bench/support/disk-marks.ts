import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** When a sale's end was asked for and when it was on the disk, in milliseconds of the page. */
    officineEnds?: { askedAt: number; durableAt: number }[]
  }
}

/** From the next loading on, the page notes each strict writing that begins after a gesture on « Terminer » and ends with a new row of the outbox. */
export async function noteEnds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.officineEnds = []
    let askedAt: number | null = null
    const isEnding = (target: EventTarget | null) => target instanceof Element && (target.closest('button')?.textContent ?? '').startsWith('Terminer')
    window.addEventListener('click', (event) => {
      if (isEnding(event.target)) askedAt = event.timeStamp
    }, { capture: true })
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given)
      if (this.name === 'outbox' && askedAt !== null) {
        const end = { askedAt, durableAt: 0 }
        askedAt = null
        this.transaction.addEventListener('complete', () => {
          end.durableAt = performance.now()
          window.officineEnds!.push(end)
        })
      }
      return request
    }
  })
}

/** How long each end took, from the touch until the disk had it. */
export async function endTimes(page: Page): Promise<number[]> {
  return page.evaluate(() => window.officineEnds!.map(({ askedAt, durableAt }) => durableAt - askedAt))
}
