/**
 * The server of `chaos:fiscal`, in a process of its own that is killed: the real app with its jobs, over the database and
 * the simulators that the arguments name. It prints its address.
 */
import { buildApp } from '#server/app.ts'
import { openSecrets } from '#server/base/secrets.ts'
import { openDatabase } from '#server/db/database.ts'
import { openHints } from '#server/hints/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { testProject } from '#tests/server/support/shop.ts'

export type FiscalServer = { url: string; key: string; simulators: Record<string, string> }

const { url, key, simulators } = JSON.parse(process.argv[2] ?? '{}') as FiscalServer
const database = await openDatabase({ url })
const identity = openIdentity({
  database,
  projectId: testProject,
  emulatorHost: '127.0.0.1:9',
  pinSecret: 'chaos'.repeat(8),
})
const app = await buildApp({
  database,
  identity,
  hints: await openHints(),
  requestRate: { perToken: 1e9, perAddress: 1e9, withinMs: 1000 },
  secrets: openSecrets([key]),
  fiscalSimulators: simulators,
  runsJobs: true,
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
