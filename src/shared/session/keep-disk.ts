import type { createStore } from 'jotai'
import { askPersistence, followDisk } from '#shared/store/disk/disk-watch.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'

/** Follows how the disk fares, and asks the browser once, after the first unlock, to keep what is stored; returns how to stop. */
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
