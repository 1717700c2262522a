import { createStore } from 'jotai'
import { onTestFinished, vi } from 'vitest'
import { buildVersion } from '#shared/build.ts'
import { updateAtom, watchUpdates } from '#shared/windows/update-gate.ts'

/** A version of the worker, as the browser plays it: it waits until it is told to take over, and says which build it is of. */
export class PlayedWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly told: string[] = []
  constructor(
    readonly version: string,
    private readonly browser: PlayedBrowser,
  ) {
    super()
  }
  enter(state: ServiceWorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  postMessage({ type }: { type: string }, ports?: MessagePort[]) {
    this.told.push(type)
    if (type === 'version') ports?.[0]?.postMessage(this.version)
    if (type === 'take-over') this.browser.takeOver(this)
  }
}

/** The one registration of a terminal, with the containers of its windows. */
export class PlayedBrowser {
  readonly registration = Object.assign(new EventTarget(), {
    active: null,
    waiting: null,
    installing: null,
    update: vi.fn(() => Promise.resolve()),
  }) as EventTarget & {
    active: PlayedWorker | null
    waiting: PlayedWorker | null
    installing: PlayedWorker | null
    update: () => Promise<void>
  }
  /** How many of the next activations the browser forgets, as Chromium does when the old worker is woken meanwhile. */
  forgets = 0
  private readonly windows = new Set<EventTarget & { controller: PlayedWorker | null }>()

  constructor(version = buildVersion) {
    this.activate(new PlayedWorker(version, this))
  }
  /** A new version arrives and waits. */
  deliver(version: string): PlayedWorker {
    const worker = new PlayedWorker(version, this)
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    Object.assign(this.registration, { installing: null, waiting: worker })
    worker.enter('installed')
    return worker
  }
  takeOver(worker: PlayedWorker) {
    if (this.forgets > 0) this.forgets--
    else this.activate(worker)
  }
  /** `state`: a worker that is still « activating » controls the windows already. */
  activate(worker: PlayedWorker, state: 'activating' | 'activated' = 'activated') {
    Object.assign(this.registration, { waiting: null, active: worker })
    worker.enter(state)
    for (const each of this.windows) {
      each.controller = worker
      each.dispatchEvent(new Event('controllerchange'))
    }
  }
  /** A window of this terminal. */
  open(store = createStore()) {
    const workers = Object.assign(new EventTarget(), { controller: this.registration.active })
    this.windows.add(workers)
    const reload = vi.fn()
    const gate = watchUpdates(store, {
      registration: Promise.resolve(this.registration as unknown as ServiceWorkerRegistration),
      workers: workers as unknown as ServiceWorkerContainer,
      reload,
      lookEveryMs: 20,
      retryMs: 10,
      takeOverMs: 30,
      quietMs: 60,
    })
    onTestFinished(gate.stop)
    return { gate, reload, kind: () => store.get(updateAtom).kind, update: () => store.get(updateAtom) }
  }
}
