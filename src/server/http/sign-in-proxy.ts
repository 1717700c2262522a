import proxy from '@fastify/http-proxy'
import type { App } from '#server/http/route.ts'

/**
 * Proxies the demo's sign-in emulator through our own origin: a browser on another machine, or behind a tunnel, reaches
 * only one address.
 */
export async function signInProxy(app: App, emulatorHost: string): Promise<void> {
  for (const prefix of ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator']) {
    await app.register(proxy, { upstream: `http://${emulatorHost}`, prefix, rewritePrefix: prefix })
  }
}
