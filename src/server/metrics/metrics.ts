import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#server/db/database.ts'
import { tokenOf, type App } from '#server/http/route.ts'
import { serverCounts } from '#server/metrics/metrics.repo.ts'

/** In s. The slowest are questions, which end after 20 s. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/**
 * Serves `/metrics` in the text format of Prometheus to whoever brings the token: figures of the process and of calls by
 * their pattern, nothing of a pharmacy. To be called before the routes that it counts.
 */
export function metricsRoute(app: App, token: string): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'officine_request_seconds',
    help: 'Time of calls by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    seconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  const readGauges = gaugesOf(registry, app.services)
  app.get('/metrics', async (request, reply) => {
    await app.services.countRequest(request)
    if (!isSame(tokenOf(request) ?? '', token)) return reply.code(401).send({ message: 'auth:invalidToken' })
    await readGauges()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Gauges of what waits; the function reads them from the database. */
function gaugesOf(registry: Registry, { database, now }: { database: Database; now: () => Date }): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const jobs = gauge('officine_jobs', 'Background jobs that wait or run')
  const size = gauge('officine_database_bytes', 'Size of the database')
  const free = gauge('officine_disk_free_bytes', 'Free bytes on the disk of the embedded database')
  const documents = gauge('officine_fiscal_documents', 'Documents that are not certified, by state', ['state'])
  const oldest = gauge('officine_fiscal_oldest_seconds', 'Age of the oldest of them, by state', ['state'])
  return async () => {
    const counts = await database.platform(serverCounts)
    const room = await database.freeBytes()
    jobs.set(counts.jobs)
    size.set(counts.databaseBytes)
    if (room !== null) free.set(room)
    documents.reset()
    oldest.reset()
    for (const { state, count, oldestAt } of counts.fiscal) {
      documents.set({ state }, count)
      oldest.set({ state }, (now().getTime() - oldestAt.getTime()) / 1000)
    }
  }
}

/** Compares in a time that tells nothing of the token. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
