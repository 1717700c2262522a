import { buildVersion } from '#shared/build.ts'
import { lockNames } from '#shared/windows/locks.ts'
import { workerMessages } from '#shared/windows/worker-messages.ts'

/** Replaced by tests. `isBuilt`: the development server has no service worker. */
export type WorkerHome = { workers?: ServiceWorkerContainer; isBuilt?: boolean }

/**
 * Registers the service worker after the first paint. Undefined without one: in development, or when the browser
 * forbids it. Also holds the lock of this window's build while it is open, so that its files are kept.
 */
export async function registerWorker({
  workers = navigator.serviceWorker as ServiceWorkerContainer | undefined,
  isBuilt = import.meta.env.PROD,
}: WorkerHome = {}): Promise<ServiceWorkerRegistration | undefined> {
  if (!isBuilt || !workers) return undefined
  void navigator.locks.request(lockNames.build(buildVersion), { mode: 'shared' }, () => new Promise(() => undefined))
  if (document.readyState !== 'complete')
    await new Promise((loaded) => window.addEventListener('load', loaded, { once: true }))
  try {
    const registration = (await workers.register('/sw.js', { updateViaCache: 'none' })) as
      ServiceWorkerRegistration | undefined
    registration?.active?.postMessage(workerMessages.tidy)
    void workers.ready.then(({ active }) => active && keepFiles(active))
    return registration
  } catch {
    // Private mode or a full disk: the window works online.
    return undefined
  }
}

/** In ms. Between two tries to put the files aside. */
const keepAgainMs = 30_000

/** Asks until all files of the windows are on the terminal; journeys wait for the mark. */
function keepFiles(worker: ServiceWorker): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    port1.close()
    if (data === true) document.documentElement.dataset.files = 'kept'
    else setTimeout(() => keepFiles(worker), keepAgainMs)
  }
  worker.postMessage(workerMessages.keep, [port2])
}
