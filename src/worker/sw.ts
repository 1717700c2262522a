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

const manifest = self.__WB_MANIFEST
const files = new PrecacheController()
files.addToCacheList(manifest)
/** The pages of the windows until their scripts run: they say that the window loads, and offer to load it again. */
const opening = new PrecacheController()
opening.addToCacheList(
  manifest.filter((entry) => /\.(?:html|css)$/.test(typeof entry === 'string' ? entry : entry.url)),
)

// No `skipWaiting` here: a new version waits until a window reports that no sale is open.
self.addEventListener('install', (event) => {
  // On a new terminal the worker answers reloads as soon as possible; `keep` fetches the rest. An update is whole.
  void (self.registration.active ? files : opening).install(event)
  event.waitUntil(leaveTheRest(event))
})
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), tidy()])))
self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage | null
  if (message?.type === 'take-over') event.waitUntil(self.skipWaiting())
  if (message?.type === 'version') event.ports[0]?.postMessage(buildVersion)
  if (message?.type === 'keep') event.waitUntil(keep().then((isWhole) => event.ports[0]?.postMessage(isWhole)))
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
  const page = files.createHandlerBoundToURL(`/${window}.html`)
  registerRoute(
    new NavigationRoute(
      async (asked) => {
        const late = new Promise<Response>((done) => setTimeout(() => done(loadAgain()), pageLimitMs))
        return await Promise.race([page(asked).catch(loadAgain), late])
      },
      { allowlist: [new RegExp(`^/${window}(/|$)`)] },
    ),
  )
}
registerRoute(new NavigationRoute(() => Promise.resolve(Response.redirect('/kiosk/')), { allowlist: [/^\/$/] }))

/** In ms. A page that is neither in the cache nor on the network by then is replaced by `loadAgain`. */
const pageLimitMs = 8_000

/** Instead of the browser's error: the page of a window is on the terminal no more, and the server does not answer. */
function loadAgain(): Response {
  return new Response(
    `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Officine</title>
<body style="font:18px system-ui;display:grid;place-content:center;height:90vh;text-align:center;color:#5c5f66">
<p>Officine se charge…</p>
<p>Rien ne s’affiche&nbsp;? <a href="" style="color:inherit">Recharger la page</a></p>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
}

let keeping: Promise<boolean> | undefined

/** Puts aside what the first installation has left out. False when a file did not come: the window asks again. */
function keep(): Promise<boolean> {
  keeping ??= fetchMissing().finally(() => (keeping = undefined))
  return keeping
}

/** How many files are fetched at the same time: the window's own requests come first. */
const atOnce = 6

async function fetchMissing(): Promise<boolean> {
  const cache = await caches.open(files.strategy.cacheName)
  const left = [...files.getURLsToCacheKeys().values()]
  const fetchOneByOne = async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop())
      if (!(await cache.match(key, { ignoreVary: true })))
        await cache.add(new Request(key, { credentials: 'same-origin' }))
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, fetchOneByOne))
    return true
  } catch {
    // No network, or a full disk.
    return false
  }
}

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
