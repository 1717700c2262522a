import { buildVersion } from '#shared/build.ts'
import { lockNames } from '#shared/windows/locks.ts'
import { workerMessages } from '#shared/windows/worker-messages.ts'

/** `workers` is played by tests; `isBuilt`: sources are served without a service worker. */
export type WorkerHome = { workers?: ServiceWorkerContainer; isBuilt?: boolean }

/**
 * Puts the files of both windows on this terminal, after the first paint. Undefined where there is no service worker: in development, in a browser
 * that forbids it. The window says which build it lives on as long as it stands, so that its files are kept.
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
    return registration
  } catch {
    // Private mode or a full disk: the window works, with a network.
    return undefined
  }
}
