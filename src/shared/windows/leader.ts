import { atom, type createStore } from 'jotai'
import { lockNames } from '#shared/windows/locks.ts'

type Store = ReturnType<typeof createStore>

/** Is this the window that refreshes lists and hears the server for all? */
export const isLeaderAtom = atom(false)

/**
 * Stands for leader for the life of the window: when the leading window closes or crashes, the browser hands the lock to the next.
 * `lead` starts the leader's work and returns how to stop it.
 */
export function standForLeader(store: Store, lead: () => () => void): () => void {
  const stopped = new AbortController()
  let leave: (() => void) | undefined
  navigator.locks
    .request(lockNames.leader, { signal: stopped.signal }, () => {
      // The request may be granted in the same moment as the window stops.
      if (stopped.signal.aborted) return
      store.set(isLeaderAtom, true)
      const stop = lead()
      return new Promise<void>((resolve) => {
        leave = () => {
          stop()
          store.set(isLeaderAtom, false)
          resolve()
        }
      })
    })
    .catch((error: unknown) => {
      if (!stopped.signal.aborted) throw error
    })
  return () => {
    stopped.abort()
    leave?.()
  }
}
