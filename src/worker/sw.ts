import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { PrecacheRoute } from 'workbox-precaching/PrecacheRoute.js'
import type { PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { buildVersion } from '#shared/build.ts'
import { lockNames } from '#shared/windows/locks.ts'
import type { WorkerMessage } from '#shared/windows/worker-messages.ts'

/**
 * The service worker of both windows. It caches their files, so that all their addresses open offline. It does not
 * handle the API, its hint stream, the sign-in and the documentation; API data is stored in IndexedDB only.
 */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const files = new PrecacheController()
files.addToCacheList(self.__WB_MANIFEST)

// No `skipWaiting` here: a new version waits until a window reports that no sale is open.
self.addEventListener('install', (event) => {
  void files.install(event)
  event.waitUntil(leaveTheRest(event))
})
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), tidy()])))
self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage | null
  if (message?.type === 'take-over') event.waitUntil(self.skipWaiting())
  if (message?.type === 'version') event.ports[0]?.postMessage(buildVersion)
  if (message?.type === 'tidy') event.waitUntil(tidy())
})

registerRoute(new PrecacheRoute(files, { directoryIndex: '', cleanURLs: false }))
// A window of a former build requests its own files: served from the cache while they are kept, else from the server,
// which keeps them too.
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

/** Chromium from version 123 on; `not` from 129 on. */
type Routing = { addRoutes?: (route: { condition: object; source: 'network' }) => Promise<void> }

/**
 * Everything but the files of the windows goes to the network without waking this worker. When a request woke it at the
 * moment in which a new version took over, Chromium forgot the activation, and pages stayed blank.
 */
async function leaveTheRest(event: ExtendableEvent & Routing): Promise<void> {
  const own = ['/', '/assets/*', '/kiosk*', '/backoffice*'].map((pathname) => ({ urlPattern: { pathname } }))
  try {
    await event.addRoutes?.({ condition: { not: { or: own } }, source: 'network' })
  } catch {
    // A browser that does not know this condition: the worker is woken, and leaves the request alone.
  }
}

/** Each window holds the lock of its build: nothing is deleted while a window of another build is open. */
async function tidy(): Promise<void> {
  const { installing, waiting } = self.registration
  // The files of a newly installed version are in the same cache.
  if (installing || waiting) return
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name?.startsWith(lockNames.build('')) && name !== lockNames.build(buildVersion))) return
  const mine = new Set(files.getURLsToCacheKeys().values())
  const cache = await caches.open(files.strategy.cacheName)
  for (const request of await cache.keys()) if (!mine.has(request.url)) await cache.delete(request)
}
