/** A server of its own process over a directory, as `npm start` runs it: PGlite and journal. Says its address on stdout, and what the journal gave back. */
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { openHints } from '#server/events/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import { openShop, shopOf, testProject } from '#tests/server/support/shop.ts'

const [directory = '', shopName = ''] = process.argv.slice(2)
const database = await openDatabase({ directory: join(directory, 'pglite') })
const known = await database.platform((tx) =>
  tx.selectFrom('pharmacies').select('id').where('id', '=', shopOf(shopName).id).executeTakeFirst(),
)
if (!known) await openShop(database, shopName)
const { journal, report } = await keepJournal(database, join(directory, 'journal'))
const identity = openIdentity({
  database,
  projectId: testProject,
  emulatorHost: '127.0.0.1:9',
  pinSecret: 'the secret of the tests, 32 characters',
})
const app = await buildApp({ database, identity, hints: await openHints(), journal })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url, report })}\n`)
