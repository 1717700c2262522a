import { atom, type createStore } from 'jotai'
import { probe, type Answer } from '#shared/client/call.ts'
import {
  afterCheck,
  afterLostCall,
  connectivityOnLoad,
  isSettled,
  online,
  outcomeOf,
  secondsOffline,
  storedSince,
  type Connectivity as NetworkState,
} from '#shared/domain/connectivity.ts'
import type { Bus, Notice } from '#shared/windows/bus.ts'
import { noteServerDate } from '#shared/windows/clock-skew.ts'
import { ifFree } from '#shared/windows/locks.ts'

type Store = ReturnType<typeof createStore>

/**
 * `unstable`: the API is reached, but answers are late or missing now and then; for calls that is online.
 * `since` is when the network was lost, in milliseconds of the clock; `seconds` counts from there. Null and 0 unless offline.
 */
export type Connectivity = { state: NetworkState['status']; since: number | null; seconds: number }

/** Can the API be reached? The same in all windows. */
export const connectivityAtom = atom<Connectivity>({ state: 'online', since: null, seconds: 0 })

/** Where the start of the offline time survives a restart (specification §4). */
export const offlineSinceKey = 'officine:offlineSince'
const firstRetryMs = 2_000
const lastRetryMs = 15_000

export type ConnectivityWatch = {
  /** Asks the API whether it is there; all windows hear the answer. */
  check(): Promise<void>
  /** A call got no answer: while the API is believed to be there, that deserves a look. */
  noAnswer(tookMs?: number): void
  /** A call was answered: it tells the server's clock. Late, or against what is believed, it deserves a look too. */
  answered(answer: Answer): void
  stop(): void
}

/**
 * Watches the network (specification §4): the browser's events only cause a look, the API's answer decides.
 * One window looks for all; until the network is steady it looks again, more and more seldom. Nothing waits for it.
 */
export function watchConnectivity(
  store: Store,
  bus: Bus,
  { storage = localStorage, events = globalThis as EventTarget } = {},
): ConnectivityWatch {
  let state = online
  let ticking: ReturnType<typeof setInterval> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs
  let isLooking = false
  let lookedAt = -Infinity
  let isStopped = false

  const show = () =>
    store.set(connectivityAtom, {
      state: state.status,
      since: storedSince(state),
      seconds: secondsOffline(state, Date.now()) ?? 0,
    })
  const enter = (next: NetworkState) => {
    if (isStopped) return
    if (next.status !== state.status) retryMs = firstRetryMs
    state = next
    lookedAt = performance.now()
    show()
    count(storedSince(state))
    if (isSettled(state)) clearTimeout(retrying)
    else lookLater()
  }
  const count = (since: number | null) => {
    if (since === null) {
      storage.removeItem(offlineSinceKey)
      clearInterval(ticking)
      ticking = undefined
      return
    }
    storage.setItem(offlineSinceKey, new Date(since).toISOString())
    // A further look must not set the counter back: the first one goes on.
    ticking ??= setInterval(show, 1000)
  }
  // Half of the wait is chance, so that the tills of a shop do not all come back in the same second.
  const lookLater = () => {
    clearTimeout(retrying)
    retrying = setTimeout(() => void check(), retryMs * (0.5 + Math.random() / 2))
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  const check = async () => {
    const looked = await ifFree('probe', async () => {
      isLooking = true
      const answer = await probe()
      isLooking = false
      enter(afterCheck(state, outcomeOf(answer && answer.tookMs), Date.now()))
      bus.post(noticeOf(state))
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
    enter(stateOf(notice, Date.now()))
  })

  const onLoad = connectivityOnLoad(readStart(storage))
  if (onLoad.mustCheck) {
    enter(onLoad.state)
    void check()
  }

  return {
    check,
    noAnswer(tookMs = 0) {
      if (state.status === 'offline') return
      // Sent before the last look, it was lost in the trouble that the look has judged.
      if (performance.now() - tookMs >= lookedAt) state = afterLostCall(state)
      void check()
    },
    answered(answer) {
      noteServerDate(store, answer)
      if (isLooking) return
      // A queue waits for the network, and the next look may be seconds away.
      if (state.status === 'offline' || (isSettled(state) && outcomeOf(answer.tookMs) === 'slow')) void check()
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

type Told = Extract<Notice, { kind: 'connectivity' }>

/** A window of an earlier version knows two states: for it, an unstable network is online. */
function noticeOf(state: NetworkState): Told {
  return {
    kind: 'connectivity',
    state: state.status === 'offline' ? 'offline' : 'online',
    since: storedSince(state),
    isUnstable: state.status === 'unstable',
    recent: [...state.recent],
  }
}

function stateOf({ state, since, isUnstable, recent }: Told, nowMs: number): NetworkState {
  return state === 'offline'
    ? { status: 'offline', since: since ?? nowMs, recent }
    : { status: isUnstable ? 'unstable' : 'online', recent }
}

function readStart(storage: Pick<Storage, 'getItem'>): number | null {
  const start = Date.parse(storage.getItem(offlineSinceKey) ?? '')
  return Number.isNaN(start) ? null : start
}
