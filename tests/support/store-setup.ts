import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach } from 'vitest'
import { WebLocks } from '#tests/support/web-locks.ts'

/** Each test starts on a browser profile without data: databases, locks and local storage are the platform's, only the platform is new. */
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: new WebLocks() } })
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new LocalStorage() })
})

class LocalStorage {
  private items = new Map<string, string>()
  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value)
  }
  removeItem(key: string): void {
    this.items.delete(key)
  }
}
