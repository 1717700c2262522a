import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/http/route.ts'
import { readBuildNote } from '#server/http/build-note.ts'
import { windowPolicy } from '#server/http/security-headers.ts'

const namesAFile = /^[^?]*\.(?:js|mjs|css|map|svg|png|ico|woff2?|wasm|json|webmanifest)(?:\?|$)/
const year = 'public, max-age=31536000, immutable'

/**
 * Serves both built windows. A path below /kiosk/ or /backoffice/ that is not a file gets the HTML of that window. A
 * missing file answers 404: a page would otherwise load HTML as a module.
 * Only files of /assets have a hash in their names and may be cached. HTML and the service worker are revalidated each
 * time; otherwise updates would never arrive.
 */
export async function windowRoutes(app: App, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'kiosk.html'))) return
  const policy = windowPolicy(readBuildNote(folder).origins)
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('content-security-policy', policy)
      done()
    })
    await scope.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header('cache-control', path.startsWith(join(folder, 'assets/')) ? year : 'no-cache'),
    })
    scope.get('/', (_, reply) => reply.redirect('/kiosk/'))
    for (const window of ['kiosk', 'backoffice']) {
      scope.get(`/${window}`, (_, reply) => reply.redirect(`/${window}/`))
      scope.get(`/${window}/*`, (request, reply) =>
        namesAFile.test(request.url) ? reply.callNotFound() : reply.sendFile(`${window}.html`),
      )
    }
  })
}
