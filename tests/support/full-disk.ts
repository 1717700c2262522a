import { onTestFinished } from 'vitest'

/** From now on IndexedDB and local storage refuse what is written, as a full disk does. Returns what frees space. */
export function fillDisk(): () => void {
  const { put, add } = IDBObjectStore.prototype
  const storage = localStorage
  const refuse = (): never => {
    throw new DOMException('the disk is full', 'QuotaExceededError')
  }
  const free = () => {
    Object.assign(IDBObjectStore.prototype, { put, add })
    replaceStorage(storage)
  }
  Object.assign(IDBObjectStore.prototype, { put: refuse, add: refuse })
  replaceStorage({
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: refuse,
  })
  onTestFinished(free)
  return free
}

/** The storage of the tests' browser is a proxy that asks no prototype. */
function replaceStorage(value: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): void {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value })
}
