import { atom, type createStore } from 'jotai'
import { buildVersion } from '#shared/build.ts'
import { keepIfRoom } from '#shared/windows/keep-if-room.ts'
import { ifFree, lockNames } from '#shared/windows/locks.ts'
import { workerMessages } from '#shared/windows/worker-messages.ts'

export type Update =
  | { kind: 'none' }
  /** A new version is downloaded and waits to be accepted. */
  | { kind: 'ready' }
  /** Accepted in this window while a sale is open in some window: activated when none is. */
  | { kind: 'accepted' }
  /** Accepted, but the browser did not activate it in time: tried again in a quiet moment. */
  | { kind: 'late' }
  /** The new version is activated, this window still runs the old one. `isOurs`: it was accepted in this window. */
  | { kind: 'replaced'; by: string; isOurs: boolean }

export const updateAtom = atom<Update>({ kind: 'none' })

/** Null where there are no updates. */
export const updateGateAtom = atom<UpdateGate | null>(null)

export type UpdateGate = {
  /** Activates the new version, now or when no window shows a sale any more. In a replaced window: reloads. */
  accept(): void
  /**
   * Reloads a replaced window, once per version: if the reload brings the old version again, the user must reload. Does
   * nothing in other states.
   */
  comeBack(): void
  /** Checks the server for a new version; does nothing offline. */
  look(): Promise<void>
  stop(): void
}

type Given = {
  registration: Promise<ServiceWorkerRegistration | undefined>
  workers?: ServiceWorkerContainer
  reload?: () => void
  lookEveryMs?: number
  retryMs?: number
  takeOverMs?: number
  quietMs?: number
}

const key = 'officine:updatedTo'
const hourMs = 3_600_000
/** In ms. After a sale closes, the update follows within seconds. */
const betweenTriesMs = 3_000
/** In ms. Limit for holding the exclusive lock; activation normally takes a few ms. */
const takeOverLimitMs = 10_000
/**
 * In ms. Chromium may forget an activation while the old worker is used; the old worker stops after 30 s without work,
 * and then the next try succeeds.
 */
const quietAfterMs = 35_000

/**
 * Follows the versions of this terminal. Windows reload only by `accept` and `comeBack`, because only a window knows
 * when it has nothing to lose.
 */
export function watchUpdates(
  store: ReturnType<typeof createStore>,
  {
    registration: registering,
    workers = navigator.serviceWorker as ServiceWorkerContainer | undefined,
    reload = () => location.reload(),
    lookEveryMs = hourMs,
    retryMs = betweenTriesMs,
    takeOverMs = takeOverLimitMs,
    quietMs = quietAfterMs,
  }: Given,
): UpdateGate {
  const leaving = new AbortController()
  let registration: ServiceWorkerRegistration | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let wasAccepted = false

  const follow = (worker: ServiceWorker | null) => {
    worker?.addEventListener('statechange', () => seeWaiting(), { signal: leaving.signal })
    seeWaiting()
  }
  const seeWaiting = () => {
    const { kind } = store.get(updateAtom)
    // Without an active worker this is the first installation, not an update.
    const isWaiting = Boolean(registration?.waiting && registration.active)
    if (kind === 'none' && isWaiting) store.set(updateAtom, { kind: 'ready' })
    if (kind === 'none' || kind === 'replaced' || isWaiting) return
    clearTimeout(retrying)
    store.set(updateAtom, { kind: 'none' })
  }

  const askVersion = () => {
    const { port1, port2 } = new MessageChannel()
    const asked = workers?.controller
    if (!asked) return
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      port1.close()
      if (typeof data === 'string') void hear(asked, data)
    }
    asked.postMessage(workerMessages.version, [port2])
  }
  const hear = async (asked: ServiceWorker, version: string) => {
    // A page that is requested while its worker is being activated may stay blank: nothing reloads before.
    const isCurrent = (await isInForce(asked, leaving.signal)) && asked === workers?.controller
    if (!isCurrent || leaving.signal.aborted) return
    clearTimeout(retrying)
    store.set(
      updateAtom,
      version === buildVersion ? { kind: 'none' } : { kind: 'replaced', by: version, isOurs: wasAccepted },
    )
    seeWaiting()
  }

  const attempt = async () => {
    clearTimeout(retrying)
    const waiting = registration?.waiting
    if (leaving.signal.aborted || !waiting || store.get(updateAtom).kind === 'replaced') return
    const end = await ifFree(lockNames.saleOpen, async () => {
      waiting.postMessage(workerMessages.takeOver)
      return (await isInForce(waiting, AbortSignal.timeout(takeOverMs))) ? 'in-force' : 'late'
    })
    if (end === 'in-force' || leaving.signal.aborted || store.get(updateAtom).kind === 'replaced') return
    store.set(updateAtom, { kind: end ?? 'accepted' })
    retrying = setTimeout(() => void attempt(), end === 'late' ? quietMs : retryMs)
    // It may be active since the limit.
    seeWaiting()
  }

  const gate: UpdateGate = {
    accept() {
      wasAccepted = true
      if (store.get(updateAtom).kind === 'replaced') reload()
      else void attempt()
    },
    comeBack() {
      const update = store.get(updateAtom)
      if (update.kind !== 'replaced' || sessionStorage.getItem(key) === update.by) return
      if (keepIfRoom(sessionStorage, key, update.by)) reload()
    },
    look: async () => {
      await registration?.update().catch(() => undefined)
    },
    stop() {
      leaving.abort()
      clearInterval(looking)
      clearTimeout(retrying)
      if (store.get(updateGateAtom) === gate) store.set(updateGateAtom, null)
    },
  }
  const looking = setInterval(() => void gate.look(), lookEveryMs)
  store.set(updateGateAtom, gate)

  workers?.addEventListener('controllerchange', askVersion, { signal: leaving.signal })
  void registering.then((known) => {
    if (!known || leaving.signal.aborted) return
    registration = known
    known.addEventListener('updatefound', () => follow(known.installing), { signal: leaving.signal })
    for (const worker of [known.waiting, known.installing]) follow(worker)
    // The active worker may have changed while this page was loading.
    askVersion()
  })
  return gate
}

/** Waits until the worker is activated, or was replaced by a newer one. False when the signal ends the wait. */
function isInForce(worker: ServiceWorker, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const isOver = () => worker.state === 'activated' || worker.state === 'redundant'
    const look = () => {
      if (!isOver() && !signal.aborted) return
      worker.removeEventListener('statechange', look)
      signal.removeEventListener('abort', look)
      resolve(isOver())
    }
    worker.addEventListener('statechange', look)
    signal.addEventListener('abort', look)
    look()
  })
}
