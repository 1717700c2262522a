import type { BrowserContext } from '@playwright/test'
import type { Notebook } from './notebook.ts'

declare global {
  interface Window {
    officineDisk?: (said: DiskSaid) => void
  }
}

/**
 * What the disk answered to a page: a refused write, an ended sale that was stored, or a database that is made. `error`:
 * the name of the refusal.
 */
export type DiskSaid = { database: string; closing: string | null; error: string | null; isMade?: true }

/**
 * From now on, every window reports the writes that its disk refuses, and the ended sales that it stores. It only
 * observes.
 */
export async function watchDisk(context: BrowserContext, notebook: Notebook): Promise<void> {
  await context.exposeBinding('officineDisk', (_source, said: DiskSaid) => notebook.diskSaid(said))
  await context.addInitScript(install)
}

/** Runs in the page. Must not name any function (see played-clock). */
function install(): void {
  const { transaction } = IDBDatabase.prototype
  const { put } = IDBObjectStore.prototype
  const { open } = IDBFactory.prototype
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
    const made = transaction.apply(this, given)
    if (made.mode === 'readwrite')
      made.addEventListener(
        'abort',
        () => made.error && window.officineDisk?.({ database: this.name, closing: null, error: made.error.name }),
      )
    return made
  }
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
    const { identifier, status } = (given[0] ?? {}) as { identifier?: string; status?: string }
    const { transaction: mine } = this
    if (this.name === 'sales' && status === 'SUBMITTING' && identifier) {
      mine.addEventListener('complete', () =>
        window.officineDisk?.({ database: mine.db.name, closing: identifier, error: null }),
      )
      mine.addEventListener('abort', () =>
        window.officineDisk?.({ database: mine.db.name, closing: identifier, error: mine.error?.name ?? 'called off' }),
      )
    }
    return put.apply(this, given)
  }
  IDBFactory.prototype.open = function (this: IDBFactory, ...given) {
    const asked = open.apply(this, given)
    asked.addEventListener('error', () =>
      window.officineDisk?.({ database: given[0], closing: null, error: `${asked.error?.name ?? 'error'} at opening` }),
    )
    asked.addEventListener('upgradeneeded', ({ oldVersion }) => {
      if (oldVersion === 0) window.officineDisk?.({ database: given[0], closing: null, error: null, isMade: true })
    })
    return asked
  }
}
