import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import proxy from '@fastify/http-proxy'
import fastify, { type FastifyInstance } from 'fastify'
import type { App } from '#server/http/route.ts'
import { windowRoutes } from '#server/http/windows.ts'
import { farewell } from '../vite.builds.ts'
import { shopAddress } from './shop.ts'

/**
 * The shop at an address of its own, whose line can be pulled out: a service worker that fetches notices it too, which the browser's own
 * « offline » does not promise. The windows come from a copy of dist/, so that a newer build can be put in their place.
 */
export class Gateway {
  private app: FastifyInstance | undefined
  private port = 0
  /** Scripts that the worker fetches stay without an answer: it does not put them aside. */
  withholdsFilesOfWorker = false
  readonly dist = mkdtempSync(join(tmpdir(), 'officine-dist-'))

  static async open(): Promise<Gateway> {
    const gateway = new Gateway()
    cpSync(join(import.meta.dirname, '../dist'), gateway.dist, { recursive: true })
    await gateway.connect()
    return gateway
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Nobody answers any more: what is open is cut, what comes is refused. */
  async cut(): Promise<void> {
    this.app?.server.closeAllConnections()
    await this.app?.close()
  }

  async connect(): Promise<void> {
    const app = fastify({ forceCloseConnections: true })
    app.addHook('onRequest', (request, _reply, done) => {
      const isOfWorker = request.headers.referer?.endsWith('/sw.js') && request.url.endsWith('.js')
      if (!this.withholdsFilesOfWorker || !isOfWorker) done()
    })
    for (const prefix of ['/api', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'])
      await app.register(proxy, { upstream: shopAddress, prefix, rewritePrefix: prefix })
    await windowRoutes(app as unknown as App, this.dist)
    await app.listen({ host: '127.0.0.1', port: this.port })
    const address = app.server.address()
    this.port = typeof address === 'object' && address ? address.port : 0
    this.app = app
  }

  /** Builds the windows again beside the former build, as an update of the shop does; who asks meanwhile is answered. */
  async rebuild(settings: Record<string, string>): Promise<void> {
    await promisify(execFile)(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--outDir', this.dist, '--logLevel', 'error'],
      {
        cwd: join(import.meta.dirname, '..'),
        env: {
          ...process.env,
          NODE_ENV: 'production',
          VITE_API_BASE: '/api',
          VITE_AUTH_EMULATOR: 'same-origin',
          VITE_SIGN_IN_PROVIDERS: 'google.com',
          ...settings,
        },
      },
    )
  }

  /** What a build without a worker leaves in its place. */
  takeWorkerAway(): void {
    writeFileSync(join(this.dist, 'sw.js'), farewell)
  }

  async close(): Promise<void> {
    await this.cut()
    rmSync(this.dist, { recursive: true, force: true })
  }
}
