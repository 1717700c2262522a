import type { createStore } from 'jotai'
import { askPersistence, followDisk } from '#shared/store/disk/disk-watch.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'

/**
 * Follows the state of the disk, and asks the browser for persistent storage after the first unlock. Returns the
 * function that stops it.
 */
export function keepDisk(store: ReturnType<typeof createStore>): () => void {
  const stopHearing = followDisk(store)
  let isAsked = false
  const stopAsking = store.sub(sessionAtom, () => {
    if (isAsked || !store.get(sessionAtom)) return
    isAsked = true
    void askPersistence(store)
  })
  return () => {
    stopHearing()
    stopAsking()
  }
}
