import { readPhone } from '#backoffice/inventories/counting/phone-store.ts'

/**
 * The inventory that this window counts as a phone: opened by the code of the screen, or opened so before. A signed-in
 * terminal counts as itself, unless the code was scanned with it (`isScanned`).
 */
export function phoneInventory(): { id: string; isScanned: boolean } | null {
  const id = /\/inventaires\/([\da-f-]{36})\/compter$/.exec(location.pathname)?.[1]
  if (!id) return null
  const isScanned = location.hash.startsWith('#comptage.')
  return isScanned || readPhone(id) ? { id, isScanned } : null
}
