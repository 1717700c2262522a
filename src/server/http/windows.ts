import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/http/route.ts'

const namesAFile = /^[^?]*\.(?:js|mjs|css|map|svg|png|ico|woff2?|wasm|json|webmanifest)(?:\?|$)/
const year = 'public, max-age=31536000, immutable'

/**
 * Serves both built windows: every path below /kiosk/ or /backoffice/ that names no file is that window's own HTML; a file that is missing is
 * missing, or a page would take HTML for a module.
 * Only /assets carries a hash in its names and may be kept; HTML and the service worker are asked for each time, or an update would never arrive.
 */
export async function windowRoutes(app: App, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'kiosk.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.startsWith(join(folder, 'assets/')) ? year : 'no-cache'),
  })
  app.get('/', (_, reply) => reply.redirect('/kiosk/'))
  for (const window of ['kiosk', 'backoffice']) {
    app.get(`/${window}`, (_, reply) => reply.redirect(`/${window}/`))
    app.get(`/${window}/*`, (request, reply) =>
      namesAFile.test(request.url) ? reply.callNotFound() : reply.sendFile(`${window}.html`),
    )
  }
}
