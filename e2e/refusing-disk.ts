import type { Page } from '@playwright/test'

/** Which databases of this terminal: the sales, or the lists that the server gives again. */
type Of = 'officine-sales-' | 'officine-cache-'

/** From now on this window meets a full disk; a reload ends it. Chromium itself looks at its room only when it starts. */
export async function fillDisk(page: Page, of: Of): Promise<void> {
  await page.evaluate((prefix) => {
    for (const method of ['add', 'put'] as const) {
      const write = IDBObjectStore.prototype[method]
      IDBObjectStore.prototype[method] = function (...row) {
        if (this.transaction.db.name.startsWith(prefix)) throw new DOMException('no room', 'QuotaExceededError')
        return write.apply(this, row)
      }
    }
  }, of)
}

/** What Chromium says of files that are damaged. */
export const damagedFiles = /UnknownError: Internal error opening backing store/

/** The next page of this window finds the files of the sales damaged, as Chromium says it. */
export async function damageSales(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      if (!name.startsWith('officine-sales-')) return open.call(this, name, version)
      // A version that is too low is refused by every browser; what it says of it is the damage.
      return Object.defineProperty(open.call(this, name, 1), 'error', {
        get: () => new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError'),
      })
    }
  })
}

/** The next page of this window is one of a browser that blocks every storage. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('storage is blocked', 'SecurityError')
      },
    }),
  )
}

/** As a newer version of the windows does: it opens the sales at a version that this one does not know. No window of this browser sells after it. */
export async function raiseSales(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const { name, version = 0 } of await indexedDB.databases()) {
      if (!name?.startsWith('officine-sales-')) continue
      await new Promise<void>((resolve, reject) => {
        const asked = indexedDB.open(name, version + 1)
        asked.onsuccess = () => resolve(asked.result.close())
        asked.onerror = () => reject(asked.error)
      })
    }
  })
}
