import { atom, type createStore } from 'jotai'
import type { Bus } from '#shared/windows/bus.ts'
import { lockNames } from '#shared/windows/locks.ts'
import { watchLeader } from '#shared/windows/watch-leader.ts'

type Store = ReturnType<typeof createStore>
type Reign = { end: () => void }

/** Is this the window that refreshes lists and hears the server for all? */
export const isLeaderAtom = atom(false)

/**
 * Stands for leader for the life of the window: when the leading window closes or crashes, the browser hands the lock to the next; one that hangs
 * or is frozen keeps it, and is robbed of it. `lead` starts the leader's work and returns how to stop it.
 */
export function standForLeader(store: Store, bus: Bus, lead: () => () => void): () => void {
  let isStopped = false
  let mine: Reign | null = null
  let waiting = new AbortController()

  const begin = () => {
    // Granted twice: our turn came in the moment in which we robbed.
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
      // The request may be granted in the same moment as the window stops.
      if (isStopped) return
      const begun = begin()
      reign = begun.reign
      return begun.held
    }
    navigator.locks.request(lockNames.leader, options, granted).catch((error: unknown) => {
      if (reign) {
        // Robbed: this window did not answer for a while. It stops leading, and waits for its turn again.
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
