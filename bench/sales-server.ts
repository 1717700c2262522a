/**
 * The server of `sales.ts`, in its own process: either the real one (route, token, rules, row-level security, inbox),
 * or the baseline: a bare Fastify handler that writes the same rows of the same tables in one transaction and checks
 * nothing.
 */
import fastify from 'fastify'
import { Pool } from 'pg'
import type { NewSale } from '#shared/contract/sales.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { openHints } from '#server/hints/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { openShop, testProject } from '#tests/server/support/shop.ts'
import { writeBare } from './sales-bare.ts'

export type ServerArguments = {
  kind: 'ours' | 'bare'
  url: string
  /** Shops to create first; empty when another server created them. */
  shops: string[]
}

const { kind, url, shops } = JSON.parse(process.argv[2] ?? '{}') as ServerArguments

async function ours(): Promise<string> {
  const database = await openDatabase({ url })
  for (const shop of shops) await openShop(database, shop, { quantity: 1_000_000 })
  const identity = openIdentity({
    database,
    projectId: testProject,
    emulatorHost: '127.0.0.1:9',
    pinSecret: 'bench'.repeat(8),
  })
  const app = await buildApp({
    database,
    identity,
    hints: await openHints(),
    requestRate: { perToken: 1e9, perAddress: 1e9, withinMs: 1000 },
  })
  process.once(
    'SIGTERM',
    () =>
      void app
        .close()
        .then(() => database.close())
        .then(() => process.exit(0)),
  )
  return app.listen({ host: '127.0.0.1', port: 0 })
}

async function bare(): Promise<string> {
  const pool = new Pool({ connectionString: url, max: 10 })
  const app = fastify()
  app.post('/api/sales', async (request, reply) => {
    const sale = request.body as NewSale
    const number = await writeBare(pool, String(request.headers['x-pharmacy']), sale)
    return reply.code(201).send({ ...sale, number })
  })
  process.once(
    'SIGTERM',
    () =>
      void app
        .close()
        .then(() => pool.end())
        .then(() => process.exit(0)),
  )
  return app.listen({ host: '127.0.0.1', port: 0 })
}

process.send?.(await (kind === 'ours' ? ours() : bare()))
