import type { createStore } from 'jotai'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { registerWorker } from '#shared/windows/register-worker.ts'
import { watchUpdates } from '#shared/windows/update-gate.ts'

/**
 * Registers the service worker and checks for updates hourly and at each unlock. Returns the function that stops it.
 */
export function followUpdates(store: ReturnType<typeof createStore>): () => void {
  const updates = watchUpdates(store, { registration: registerWorker() })
  let last = store.get(sessionAtom)?.id
  const unsubscribe = store.sub(sessionAtom, () => {
    const id = store.get(sessionAtom)?.id
    if (id !== undefined && id !== last) void updates.look()
    last = id
  })
  return () => {
    unsubscribe()
    updates.stop()
  }
}
