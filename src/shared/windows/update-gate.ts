import { atom, type createStore } from 'jotai'
import { buildVersion } from '#shared/build.ts'
import { ifFree, lockNames } from '#shared/windows/locks.ts'
import { workerMessages } from '#shared/windows/worker-messages.ts'

export type Update =
  | { kind: 'none' }
  /** A new version is on this terminal and waits to be accepted. */
  | { kind: 'ready' }
  /** Accepted in this window, while a sale is open in one: it takes over when none is. */
  | { kind: 'accepted' }
  /** The new version is in force: this window still is the old one. `isOurs`: it was accepted here. */
  | { kind: 'replaced'; by: string; isOurs: boolean }

export const updateAtom = atom<Update>({ kind: 'none' })

/** The way to accept a new version and to come back as it; null where nothing is ever updated. */
export const updateGateAtom = atom<UpdateGate | null>(null)

export type UpdateGate = {
  /** Lets the new version take over, at once or when no window shows a sale any more. In a window that it has replaced: reloads. */
  accept(): void
  /** Comes back as the new version, once: one that does not come is asked for by hand. Nothing in any other state. */
  comeBack(): void
  /** Asks the server whether there is a new version. Without a network nothing happens. */
  look(): Promise<void>
  stop(): void
}

type Given = {
  registration: Promise<ServiceWorkerRegistration | undefined>
  workers?: ServiceWorkerContainer
  reload?: () => void
  lookEveryMs?: number
  retryMs?: number
}

const key = 'officine:updatedTo'
const hourMs = 3_600_000
/** A sale that closes makes way within seconds. */
const betweenTriesMs = 3_000
/** The exclusive lock is held while the new version takes over, which takes milliseconds. */
const takeOverMs = 10_000

/** Follows the versions of this terminal. No window is ever reloaded from here but by `accept` and `comeBack`: each window knows when it has nothing to lose. */
export function watchUpdates(
  store: ReturnType<typeof createStore>,
  {
    registration: registering,
    workers = navigator.serviceWorker as ServiceWorkerContainer | undefined,
    reload = () => location.reload(),
    lookEveryMs = hourMs,
    retryMs = betweenTriesMs,
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
    // Without one in force this is the first: nothing is updated.
    const isWaiting = Boolean(registration?.waiting && registration.active)
    if (kind === 'none' && isWaiting) store.set(updateAtom, { kind: 'ready' })
    if ((kind === 'ready' || kind === 'accepted') && !isWaiting) store.set(updateAtom, { kind: 'none' })
  }

  const askVersion = () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      port1.close()
      if (leaving.signal.aborted || typeof data !== 'string') return
      clearTimeout(retrying)
      store.set(
        updateAtom,
        data === buildVersion ? { kind: 'none' } : { kind: 'replaced', by: data, isOurs: wasAccepted },
      )
      seeWaiting()
    }
    workers?.controller?.postMessage(workerMessages.version, [port2])
  }

  const attempt = async () => {
    clearTimeout(retrying)
    const waiting = registration?.waiting
    if (leaving.signal.aborted || !waiting || store.get(updateAtom).kind === 'replaced') return
    const passed = await ifFree(lockNames.saleOpen, async () => {
      waiting.postMessage(workerMessages.takeOver)
      await inForce(waiting)
      return true
    })
    if (passed || leaving.signal.aborted) return
    store.set(updateAtom, { kind: 'accepted' })
    retrying = setTimeout(() => void attempt(), retryMs)
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
      sessionStorage.setItem(key, update.by)
      reload()
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
    // It may have changed while this page was on its way.
    askVersion()
  })
  return gate
}

function inForce(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(limit)
      worker.removeEventListener('statechange', look)
      resolve()
    }
    const look = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') done()
    }
    const limit = setTimeout(done, takeOverMs)
    worker.addEventListener('statechange', look)
    look()
  })
}
