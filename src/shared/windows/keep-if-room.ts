/**
 * Writes into the storage of this browser what a window can do without. False when it is full or forbidden: a touch, a
 * loss of the network or a reload must not end in an error because of that.
 */
export function keepIfRoom(storage: Pick<Storage, 'setItem'>, key: string, value: string): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
