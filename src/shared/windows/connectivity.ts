import { atom, type createStore } from 'jotai'
import { probe } from '#shared/client/call.ts'
import { afterCheck, connectivityOnLoad, secondsOffline, storedSince, type Connectivity as NetworkState } from '#shared/domain/connectivity.ts'
import type { Bus } from '#shared/windows/bus.ts'
import { ifFree } from '#shared/windows/locks.ts'

type Store = ReturnType<typeof createStore>

/** `since` is when the network was lost, in milliseconds of the clock; `seconds` counts from there. Both are null and 0 while online. */
export type Connectivity = { state: 'online' | 'offline'; since: number | null; seconds: number }

/** Can the API be reached? The same in all windows. */
export const connectivityAtom = atom<Connectivity>({ state: 'online', since: null, seconds: 0 })

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
  let state: NetworkState = { status: 'online' }
  let ticking: ReturnType<typeof setInterval> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs
  let isStopped = false

  const show = () => store.set(connectivityAtom, { state: state.status, since: storedSince(state), seconds: secondsOffline(state, Date.now()) ?? 0 })
  const enter = (next: NetworkState) => {
    if (isStopped) return
    state = next
    clearTimeout(retrying)
    const since = storedSince(state)
    show()
    if (since === null) {
      storage.removeItem(offlineSinceKey)
      clearInterval(ticking)
      ticking = undefined
      retryMs = firstRetryMs
      return
    }
    storage.setItem(offlineSinceKey, new Date(since).toISOString())
    // A further look must not set the counter back: the first one goes on.
    ticking ??= setInterval(show, 1000)
    lookLater()
  }
  // Half of the wait is chance, so that the tills of a shop do not all come back in the same second.
  const lookLater = () => {
    clearTimeout(retrying)
    retrying = setTimeout(() => void check(), retryMs * (0.5 + Math.random() / 2))
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  const check = async () => {
    const looked = await ifFree('probe', async () => {
      enter(afterCheck(state, (await probe()) !== null, Date.now()))
      bus.post({ kind: 'connectivity', state: state.status, since: storedSince(state) })
      return true
    })
    // Another window is looking and will tell; should it be closed before it does, we look ourselves.
    if (!looked && !isStopped) lookLater()
  }

  const onEvent = () => void check()
  events.addEventListener('online', onEvent)
  events.addEventListener('offline', onEvent)
  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind !== 'connectivity') return
    enter(notice.state === 'online' ? { status: 'online' } : { status: 'offline', since: notice.since ?? Date.now() })
  })

  const onLoad = connectivityOnLoad(readStart(storage))
  if (onLoad.mustCheck) {
    enter(onLoad.state)
    void check()
  }

  return {
    check,
    noAnswer() {
      if (state.status === 'online') void check()
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

function readStart(storage: Pick<Storage, 'getItem'>): number | null {
  const start = Date.parse(storage.getItem(offlineSinceKey) ?? '')
  return Number.isNaN(start) ? null : start
}
