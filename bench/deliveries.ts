/**
 * `npm run bench:deliveries`: a note of 1,500 to 20,000 lines is read, previewed again, begun as a delivery, opened and
 * closed over HTTP, in a pharmacy of 52,000 products whose lots were sold for years. Beside it its limits: one bare
 * statement that inserts as many rows. Then the lines of a delivery are scrolled in Chromium. `-- --node` omits the
 * browser, `-- --browser` runs only the browser. Then 12 people count 10,000 lots, and inventories are closed while two
 * tills sell (`-- --node --inventories` runs only that).
 */
import { openDatabase, type Database } from '#server/db/database.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { openBenchApi } from './support/bench-api.ts'
import { measureDeliveryLines } from './support/delivery-lines.ts'
import { bareLines, bareLots, noteSteps, receiveNote, supplierOfCodes, type NoteTimes } from './support/large-note.ts'
import { fillShelf, lengthenLedger } from './support/large-shelf.ts'
import { measureInventories } from './support/counting-crowd.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'

const sizes = (process.env.BENCH_LINES ?? '1500,5000,20000').split(',').map(Number)
const runs = Number(process.env.BENCH_RUNS ?? 5)
const movements = Number(process.env.BENCH_MOVEMENTS ?? 500_000)

type Measured = NoteTimes & { together: number; bareLines: number; bareLots: number }

if (!process.argv.includes('--browser')) await measureServer()
if (!process.argv.includes('--node')) await measureDeliveryLines()

async function measureServer(): Promise<void> {
  const cluster = await startCluster({ durable: true })
  try {
    const url = await cluster.create('deliveries')
    const database = await openDatabase({ url })
    try {
      const shop = await openShop(database, 'a large note')
      await fillShelf(database, shop)
      await lengthenLedger(database, url, shop, movements)
      await measure(database, shop)
    } finally {
      await database.close()
    }
  } finally {
    await cluster.stop()
  }
}

async function measure(database: Database, shop: Shop): Promise<void> {
  const supplierId = await supplierOfCodes(database, shop, Math.max(...sizes))
  const api = await openBenchApi(database)
  try {
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
    if (process.argv.includes('--inventories')) return await measureInventories(database, shop, `${address}/api`)
    const measured = new Map<number, Measured[]>(sizes.map((size) => [size, []]))
    for (let run = -1; run < runs; run += 1)
      // Sizes take turns, so that other load of the machine and lots of earlier runs affect all of them.
      for (const size of sizes) {
        const times = await receiveNote(`${address}/api`, shop, { supplierId, size })
        const together = noteSteps.reduce((sum, step) => sum + times[step], 0)
        const limits = {
          bareLines: await bareLines(database, shop, size),
          bareLots: await bareLots(database, shop, size),
        }
        if (run >= 0) measured.get(size)!.push({ ...times, together, ...limits })
      }
    print(measured)
    await measureInventories(database, shop, `${address}/api`)
  } finally {
    await api.close()
  }
}

function print(measured: ReadonlyMap<number, readonly Measured[]>): void {
  const columns = [...noteSteps, 'together', 'bareLines', 'bareLots'] as const
  const heads = [...noteSteps, 'together', 'limit of begin', 'limit of close']
  const p50 = (size: number, column: (typeof columns)[number]): number =>
    percentilesOf(measured.get(size)!.map((each) => each[column])).p50
  printTable(
    `A note of a wholesaler, ${runs} runs each, p50 ms`,
    ['lines', ...heads],
    sizes.map((size) => [size.toLocaleString('en'), ...columns.map((column) => p50(size, column).toFixed(0))]),
  )
  printTable(
    'The same for one line, in µs',
    ['lines', ...heads],
    sizes.map((size) => [
      size.toLocaleString('en'),
      ...columns.map((column) => ((p50(size, column) * 1000) / size).toFixed(0)),
    ]),
  )
  console.log('Aim: 1,500 lines in under 2,000 ms together, and no step whose cost of a line grows with the note.')
}
