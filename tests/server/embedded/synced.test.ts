import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { openHints } from '#server/hints/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { openShop, testProject } from '#tests/server/support/shop.ts'
import { pinSecret } from '#tests/server/support/test-app.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

test('the log is synced before each acknowledgement', async () => {
  const directory = newDataDirectory('synced')
  onTestFinished(() => removeDataDirectory(directory))
  // its own background writer would sync too, and be counted
  const embedded = await openEmbedded({
    directory: join(directory, 'postgresql'),
    settings: { wal_writer_delay: '10s', autovacuum: 'off', checkpoint_timeout: '1h' },
  })
  onTestFinished(() => embedded.stop())
  const database = await openDatabase({ url: embedded.url })
  const shop = await openShop(database, 'synced')
  const app = await buildApp({
    database,
    identity: openIdentity({ database, projectId: testProject, emulatorHost: '127.0.0.1:9', pinSecret }),
    hints: await openHints(),
  })
  const admin = new pg.Client({ connectionString: embedded.adminUrl })
  await admin.connect()
  /** Syncs of the log by connections, as PostgreSQL counts them. Connections report when they end. */
  const syncs = async (): Promise<number> => {
    await admin.query('select pg_stat_clear_snapshot()')
    const { rows } = await admin.query<{ syncs: string }>(
      `select coalesce(sum(fsyncs), 0) as syncs from pg_stat_io where object = 'wal' and context = 'normal' and backend_type = 'client backend'`,
    )
    return Number(rows[0]!.syncs)
  }
  const before = await syncs()
  const sales = 20
  for (let sold = 0; sold < sales; sold++) {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/sales',
      headers: { authorization: `Bearer ${shop.vendeur.token}` },
      payload: aSale(shop),
    })
    expect(reply.statusCode).toBe(201)
  }
  await app.close()
  await database.close()
  await expect.poll(syncs, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + sales)
  await admin.end()
})
