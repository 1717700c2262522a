import { atom, type createStore } from 'jotai'
import { probe } from '#shared/client/call.ts'
import type { Bus } from '#shared/windows/bus.ts'
import { ifFree } from '#shared/windows/locks.ts'

type Store = ReturnType<typeof createStore>

/** `since` is when the network was lost, in milliseconds of the clock; `seconds` counts from there. Both are null and 0 while online. */
export type Connectivity = { state: 'online' | 'offline'; since: number | null; seconds: number }

const online: Connectivity = { state: 'online', since: null, seconds: 0 }
/** Can the API be reached? The same in all windows. */
export const connectivityAtom = atom<Connectivity>(online)

/** Where the start of the offline time survives a restart (specification §4). */
export const offlineSinceKey = 'officine:offlineSince'
const firstRetryMs = 2_000
const lastRetryMs = 15_000

export type ConnectivityWatch = {
  /** Asks the API whether it is there; all windows hear the answer. */
  check(): Promise<void>
  /** A call got no answer: while we believe to be online, that deserves a look. */
  noAnswer(): void
  stop(): void
}

/**
 * Watches the network (specification §4): the browser's events only cause a look, the API's answer decides.
 * One window looks for all; while offline it looks again, more and more seldom.
 */
export function watchConnectivity(store: Store, bus: Bus, { storage = localStorage, events = globalThis as EventTarget } = {}): ConnectivityWatch {
  let ticking: ReturnType<typeof setInterval> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs
  let isStopped = false

  const apply = (state: Connectivity['state'], since: number | null) => {
    if (isStopped) return
    clearTimeout(retrying)
    if (state === 'online') {
      clearInterval(ticking)
      ticking = undefined
      storage.removeItem(offlineSinceKey)
      retryMs = firstRetryMs
      store.set(connectivityAtom, online)
      return
    }
    const start = since ?? Date.now()
    storage.setItem(offlineSinceKey, new Date(start).toISOString())
    const count = () => store.set(connectivityAtom, { state, since: start, seconds: Math.max(0, Math.floor((Date.now() - start) / 1000)) })
    count()
    // A further look must not set the counter back: the first one goes on.
    ticking ??= setInterval(count, 1000)
    // Half of the wait is chance, so that the tills of a shop do not all come back in the same second.
    retrying = setTimeout(() => void check(), retryMs * (0.5 + Math.random() / 2))
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  const check = async () => {
    await ifFree('probe', async () => {
      const state = (await probe()) ? 'online' : 'offline'
      apply(state, storedStart(storage))
      bus.post({ kind: 'connectivity', state, since: store.get(connectivityAtom).since })
    })
  }

  const onEvent = () => void check()
  events.addEventListener('online', onEvent)
  events.addEventListener('offline', onEvent)
  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind === 'connectivity') apply(notice.state, notice.since)
  })

  const stored = storedStart(storage)
  if (stored !== null) {
    apply('offline', stored)
    void check()
  }

  return {
    check,
    noAnswer() {
      if (store.get(connectivityAtom).state === 'online') void check()
    },
    stop() {
      isStopped = true
      clearInterval(ticking)
      clearTimeout(retrying)
      unsubscribe()
      events.removeEventListener('online', onEvent)
      events.removeEventListener('offline', onEvent)
    },
  }
}

function storedStart(storage: Pick<Storage, 'getItem'>): number | null {
  const start = Date.parse(storage.getItem(offlineSinceKey) ?? '')
  return Number.isNaN(start) ? null : start
}
