/**
 * A server as a shop runs it, with the pharmacy that its argument names, created at the first start. Prints « open »
 * when it listens.
 */
import { readConfig } from '#server/base/config.ts'
import { closeOnSignal, startServer } from '#server/main.ts'
import { openShop, shopOf } from '#tests/server/support/shop.ts'

const name = process.argv[2] ?? ''
const server = await startServer(readConfig(), async (database) => {
  const known = await database.platform((tx) =>
    tx.selectFrom('pharmacies').select('id').where('id', '=', shopOf(name).id).executeTakeFirst(),
  )
  if (!known) await openShop(database, name, { quantity: 100_000 })
})
closeOnSignal(() => server.close())
process.stdout.write('open\n')
