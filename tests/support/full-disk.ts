import { onTestFinished } from 'vitest'

/** From now on IndexedDB and local storage refuse what is written, as a full disk does. Returns what frees space. */
export function fillDisk(): () => void {
  const { put, add } = IDBObjectStore.prototype
  const { setItem } = Storage.prototype
  const refuse = (): never => {
    throw new DOMException('the disk is full', 'QuotaExceededError')
  }
  const free = () => {
    Object.assign(IDBObjectStore.prototype, { put, add })
    Storage.prototype.setItem = setItem
  }
  Object.assign(IDBObjectStore.prototype, { put: refuse, add: refuse })
  Storage.prototype.setItem = refuse
  onTestFinished(free)
  return free
}
