import { buildApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { openHints } from '#server/hints/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { testProject } from '#tests/server/support/shop.ts'

export type BenchApi = { app: Awaited<ReturnType<typeof buildApp>>; close(): Promise<void> }

/** The API on a database, in this process, for the unsigned tokens of `openShop`. The database stays open. */
export async function openBenchApi(database: Database): Promise<BenchApi> {
  const hints = await openHints()
  const identity = openIdentity({
    database,
    projectId: testProject,
    emulatorHost: '127.0.0.1:9',
    pinSecret: 'bench'.repeat(8),
  })
  const app = await buildApp({
    database,
    identity,
    hints,
    requestRate: { perToken: 1e9, perAddress: 1e9, withinMs: 1000 },
  })
  return {
    app,
    async close() {
      await app.close()
      await hints.close()
    },
  }
}
