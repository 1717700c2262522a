import { atom, type createStore } from 'jotai'
import type { Bus } from '#shared/windows/bus.ts'
import { lockNames } from '#shared/windows/locks.ts'
import { watchLeader } from '#shared/windows/watch-leader.ts'

type Store = ReturnType<typeof createStore>
type Reign = { end: () => void }

/** Whether this window refreshes lists and receives server hints for all windows. */
export const isLeaderAtom = atom(false)

/**
 * Competes for leadership while the window is open. When the leader closes or crashes, the browser passes the lock to
 * the next window; a leader that hangs or is frozen keeps it, so the lock is stolen. `lead` starts the leader's work
 * and returns the function that stops it.
 */
export function standForLeader(store: Store, bus: Bus, lead: () => () => void): () => void {
  let isStopped = false
  let mine: Reign | null = null
  let waiting = new AbortController()

  const begin = () => {
    // The lock may be granted twice, when the queued request succeeds while this window steals it.
    mine?.end()
    store.set(isLeaderAtom, true)
    const stop = lead()
    let free = () => {}
    const held = new Promise<void>((resolve) => (free = resolve))
    const reign: Reign = {
      end() {
        if (mine !== reign) return
        mine = null
        stop()
        store.set(isLeaderAtom, false)
        free()
      },
    }
    mine = reign
    watch.announce()
    return { reign, held }
  }
  const stand = (options: LockOptions) => {
    let reign: Reign | null = null
    const granted = () => {
      // The request may be granted while the window stops.
      if (isStopped) return
      const begun = begin()
      reign = begun.reign
      return begun.held
    }
    navigator.locks.request(lockNames.leader, options, granted).catch((error: unknown) => {
      if (reign) {
        // The lock was stolen because this window did not answer: it stops leading and queues again.
        reign.end()
        if (!isStopped && !mine) queue()
      } else if (!options.signal?.aborted && !isStopped) throw error
    })
  }
  const queue = () => {
    waiting = new AbortController()
    stand({ signal: waiting.signal })
  }
  const rob = () => {
    waiting.abort()
    stand({ steal: true })
  }
  const watch = watchLeader(bus, () => mine !== null, rob)
  queue()

  return () => {
    isStopped = true
    watch.stop()
    waiting.abort()
    mine?.end()
  }
}
