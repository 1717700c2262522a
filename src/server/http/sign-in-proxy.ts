import proxy from '@fastify/http-proxy'
import type { App } from '#server/http/route.ts'

/**
 * Proxies the demo's sign-in emulator through our own origin: a browser on another machine, or behind a tunnel, reaches
 * only one address.
 */
export async function signInProxy(app: App, emulatorHost: string): Promise<void> {
  for (const prefix of ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator']) {
    await app.register(proxy, {
      upstream: `http://${emulatorHost}`,
      prefix,
      rewritePrefix: prefix,
      preHandler: (_request, reply, done) => {
        // The emulator's pages run scripts of their own, and one stands in a frame of our windows.
        reply.removeHeader('content-security-policy')
        reply.header('x-frame-options', 'SAMEORIGIN')
        done()
      },
    })
  }
}
