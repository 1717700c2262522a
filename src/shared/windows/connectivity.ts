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
import { noteClockSkew, noteServerDate } from '#shared/windows/clock-skew.ts'
import { keepIfRoom } from '#shared/windows/keep-if-room.ts'
import { ifFree } from '#shared/windows/locks.ts'

type Store = ReturnType<typeof createStore>

/**
 * `unstable`: the API is reachable, but some answers are slow or missing; calls treat it as online. `since`: start of
 * the outage in epoch ms; `seconds`: its duration. Null and 0 unless offline.
 */
export type Connectivity = { state: NetworkState['status']; since: number | null; seconds: number }

/** Whether the API can be reached; the same in all windows. */
export const connectivityAtom = atom<Connectivity>({ state: 'online', since: null, seconds: 0 })

/** Storage key for the start of the outage, which survives a restart (specification §4). */
export const offlineSinceKey = 'officine:offlineSince'
const firstRetryMs = 2_000
const lastRetryMs = 15_000
/** In ms. Windows hear each other within this. */
const noticeMs = 5_000

export type ConnectivityWatch = {
  /** Probes the API; all windows receive the result. */
  check(): Promise<void>
  /** Reports a call without an answer; triggers a probe unless offline. */
  noAnswer(tookMs?: number): void
  /**
   * Reports an answer, which also gives the server's clock. Triggers a probe when it is slow, or when the API was
   * considered offline.
   */
  answered(answer: Answer): void
  stop(): void
}

/**
 * Watches the network (specification §4): browser events only trigger a probe, the API's answer decides. One window
 * probes for all; until the network is steady, probes repeat with back-off. No call waits for it.
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
  /** A probe was asked for while another one was on its way, which may have been answered before the trouble began. */
  let owesLook = false
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
    if (isSettled(state) && !owesLook) clearTimeout(retrying)
    else lookLater()
  }
  const count = (since: number | null) => {
    if (since === null) {
      storage.removeItem(offlineSinceKey)
      clearInterval(ticking)
      ticking = undefined
      return
    }
    keepIfRoom(storage, offlineSinceKey, new Date(since).toISOString())
    // The timer keeps running: a further probe must not reset the counter.
    ticking ??= setInterval(show, 1000)
  }
  // Half of the delay is random, so that the tills of a shop do not reconnect in the same second.
  const lookLater = () => {
    clearTimeout(retrying)
    retrying = setTimeout(() => void check(), retryMs * (0.5 + Math.random() / 2))
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  const check = async () => {
    const looked = await ifFree('probe', async () => {
      isLooking = true
      owesLook = false
      const answer = await probe()
      isLooking = false
      enter(afterCheck(state, outcomeOf(answer && answer.tookMs), Date.now()))
      bus.post(noticeOf(state))
      return true
    })
    if (looked || isStopped) return
    owesLook = true
    lookLater()
  }

  const onOnline = () => void check()
  // The browser may say it before the last connection is gone: an answer now does not settle it.
  const lookTwice = async () => {
    await check()
    if (state.status === 'offline' || owesLook || isStopped) return
    owesLook = true
    lookLater()
  }
  const onOffline = () => void lookTwice()
  events.addEventListener('online', onOnline)
  events.addEventListener('offline', onOffline)
  const unsubscribe = bus.subscribe((notice) => {
    // The clock may have been set while the notice was on its way.
    if (notice.kind === 'clock' && Math.abs(Date.now() - notice.at) < noticeMs) noteClockSkew(store, notice.skewMs)
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
      // A call sent before the last probe was lost in the trouble that this probe has already reported.
      if (performance.now() - tookMs >= lookedAt) state = afterLostCall(state)
      void check()
    },
    answered(answer) {
      const skewMs = noteServerDate(store, answer)
      if (skewMs !== null) bus.post({ kind: 'clock', skewMs, at: Date.now() })
      if (isLooking) return
      // Rows wait for the network, and the next probe may be seconds away.
      if (state.status === 'offline' || (isSettled(state) && outcomeOf(answer.tookMs) === 'slow')) void check()
    },
    stop() {
      isStopped = true
      clearInterval(ticking)
      clearTimeout(retrying)
      unsubscribe()
      events.removeEventListener('online', onOnline)
      events.removeEventListener('offline', onOffline)
    },
  }
}

type Told = Extract<Notice, { kind: 'connectivity' }>

/** Windows of an earlier version know two states: unstable is online for them. */
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
