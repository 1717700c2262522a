import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { PrecacheRoute } from 'workbox-precaching/PrecacheRoute.js'
import type { PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { buildVersion } from '#shared/build.ts'
import { lockNames } from '#shared/windows/locks.ts'
import type { WorkerMessage } from '#shared/windows/worker-messages.ts'

/**
 * The service worker of both windows: their files are on the terminal, so that any address of theirs opens without a network. It answers nothing
 * else: the API, its stream of hints, the sign-in and the documentation pass it by, and what the API answered is kept by IndexedDB alone.
 */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const files = new PrecacheController()
files.addToCacheList(self.__WB_MANIFEST)

// No `skipWaiting` here: a new version waits until a window says that no sale is open.
self.addEventListener('install', (event) => void files.install(event))
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), tidy()])))
self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage | null
  if (message?.type === 'take-over') event.waitUntil(self.skipWaiting())
  if (message?.type === 'version') event.ports[0]?.postMessage(buildVersion)
  if (message?.type === 'tidy') event.waitUntil(tidy())
})

registerRoute(new PrecacheRoute(files, { directoryIndex: '', cleanURLs: false }))
// A window of the former build asks for its own files: from here while they are kept, else from the server, which keeps them too.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ url, request }) =>
    (await caches.match(url.href, { cacheName: files.strategy.cacheName, ignoreVary: true })) ?? fetch(request),
)
for (const window of ['kiosk', 'backoffice']) {
  registerRoute(
    new NavigationRoute(files.createHandlerBoundToURL(`/${window}.html`), {
      allowlist: [new RegExp(`^/${window}(/|$)`)],
    }),
  )
}
registerRoute(new NavigationRoute(() => Promise.resolve(Response.redirect('/kiosk/')), { allowlist: [/^\/$/] }))

/** Each window holds the lock of its build: while one of another build stands, nothing is forgotten. */
async function tidy(): Promise<void> {
  const { installing, waiting } = self.registration
  // What the next version has just put aside is in the same cache.
  if (installing || waiting) return
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name?.startsWith(lockNames.build('')) && name !== lockNames.build(buildVersion))) return
  const mine = new Set(files.getURLsToCacheKeys().values())
  const cache = await caches.open(files.strategy.cacheName)
  for (const request of await cache.keys()) if (!mine.has(request.url)) await cache.delete(request)
}
