import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { CalledOrigins } from '#shared/build-note.ts'

type Directives = Record<string, string[]>

/** An answer of the API is data: shown as a page, it may load and run nothing. */
const answerDirectives: Directives = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

/**
 * Sets the headers of every answer. `isTls`: browsers reach this server by https, and are told to use nothing else for a
 * year. Without TLS (a shop's own network) that header would lock them out.
 */
export async function securityHeaders(app: FastifyInstance, { isTls }: { isTls: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: answerDirectives },
    strictTransportSecurity: isTls ? { maxAge: 365 * 86_400, includeSubDomains: false } : false,
    // An identity provider's window answers to the window that opened it.
    // Browsers ignore both without TLS, with a warning.
    crossOriginOpenerPolicy: isTls ? { policy: 'same-origin-allow-popups' } : false,
    originAgentCluster: isTls,
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    // The camera scans, and printers and scanners are plugged in; nothing else of the device is used.
    reply.header(
      'permissions-policy',
      'camera=(self), usb=(self), serial=(self), hid=(self), microphone=(), geolocation=(), payment=()',
    )
    done()
  })
}

/** The Content-Security-Policy of windows that call these origins. See docs/decisions/0038. */
export function windowPolicy({ connect, script, frame }: CalledOrigins): string {
  const directives: Directives = {
    'default-src': ["'self'"],
    // The scanner by camera is WebAssembly.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...script],
    // The components set their measures in style elements (decision 0038).
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    // A photo just taken is read back from memory.
    'connect-src': ["'self'", 'blob:', ...connect],
    'worker-src': ["'self'"],
    'frame-src': frame.length > 0 ? frame : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
