/**
 * The server half of `sales.ts`, a process of its own: either ours as it runs in a shop (route, token, rules, row-level security, inbox and, on PGlite,
 * the fsynced journal), or the floor beside it: a bare Fastify handler that writes the same rows of the same tables in one transaction and checks nothing.
 */
import { join } from 'node:path'
import fastify from 'fastify'
import type { NewSale } from '#shared/contract/sales.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openHints } from '#server/events/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import { openShop, testProject } from '#tests/server/support/shop.ts'
import { openPool } from './sales-pool.ts'
import { writeBare } from './sales-bare.ts'

export type ServerArguments = {
  kind: 'ours' | 'bare'
  url: string | null
  directory: string
  /** Shops to open first; none where another server did. */
  shops: string[]
}

const { kind, url, directory, shops } = JSON.parse(process.argv[2] ?? '{}') as ServerArguments
const where = url ? { url } : { directory: join(directory, 'pglite') }

async function ours(): Promise<string> {
  const database = await openDatabase(where)
  await openShops(database)
  const journal = url ? undefined : (await keepJournal(database, join(directory, 'journal'))).journal
  const identity = openIdentity({
    database,
    projectId: testProject,
    emulatorHost: '127.0.0.1:9',
    pinSecret: 'bench'.repeat(8),
  })
  const app = await buildApp({ database, identity, hints: await openHints(), journal })
  process.once(
    'SIGTERM',
    () =>
      void app
        .close()
        .then(() => journal?.close())
        .then(() => database.close())
        .then(() => process.exit(0)),
  )
  return app.listen({ host: '127.0.0.1', port: 0 })
}

async function openShops(database: Database): Promise<void> {
  for (const shop of shops) await openShop(database, shop, { quantity: 1_000_000 })
}

async function bare(): Promise<string> {
  if (shops.length > 0) {
    const database = await openDatabase(where)
    await openShops(database)
    await database.close()
  }
  const pool = await openPool(where)
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
