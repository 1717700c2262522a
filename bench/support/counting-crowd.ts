import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { call, configureClient } from '#shared/client/call.ts'
import { inventories } from '#shared/contract/inventories.ts'
import { sales } from '#shared/contract/sales.ts'
import type { Database } from '#server/db/database.ts'
import { aCount } from '#tests/server/support/counting.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { percentilesOf } from './percentiles.ts'
import { printTable } from './print-table.ts'

const people = 12
const crowdLots = Number(process.env.BENCH_COUNTS ?? 10_000)
const closedSizes = (process.env.BENCH_CLOSED ?? '1000,5000,10000,20000').split(',').map(Number)

/** Counts of a crowd, and the closing of inventories while two tills sell. */
export async function measureInventories(database: Database, shop: Shop, base: string): Promise<void> {
  configureClient({ base, token: () => Promise.resolve(shop.stocks.token) })
  await crowd(database, shop)
  const rows: (string | number)[][] = []
  for (const size of closedSizes) rows.push(await closeWhileSelling(database, shop, size))
  printTable(
    'An inventory in which half of the lots differ is closed while two tills sell, ms',
    ['lots', 'close', 'µs per lot', 'sale before, p50', 'longest sale meanwhile'],
    rows,
  )
  console.log('Aim: no sale waits more than 300 ms while an inventory of 10,000 lots is closed.')
}

async function crowd(database: Database, shop: Shop): Promise<void> {
  const { id, lots } = await begun(database, shop, crowdLots)
  const times: number[] = []
  const left = [...lots]
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: people }, async () => {
      for (let lot = left.pop(); lot !== undefined; lot = left.pop()) {
        const body = aCount(shop, { inventoryId: id, stockItemId: lot, quantity: 10, doneAt: new Date().toISOString() })
        const sentAt = performance.now()
        await call(inventories.count, { body })
        times.push(performance.now() - sentAt)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const { counted } = await call(inventories.read, { params: { id } })
  const { p50, p95, max } = percentilesOf(times)
  printTable(
    `${people} people count ${crowdLots.toLocaleString('en')} lots at once, ms from the gesture to the answer`,
    ['counts', 'p50', 'p95', 'longest', 'per second', 'lost'],
    [
      [
        crowdLots.toLocaleString('en'),
        p50.toFixed(1),
        p95.toFixed(1),
        max.toFixed(0),
        (crowdLots / seconds).toFixed(0),
        crowdLots - counted,
      ],
    ],
  )
  console.log('Aim: each count durable within 100 ms at p95, nothing lost.')
  await call(inventories.cancel, { params: { id }, body: { reason: 'bench' } })
}

async function closeWhileSelling(database: Database, shop: Shop, size: number): Promise<(string | number)[]> {
  const { id } = await begun(database, shop, size)
  await countAll(database, shop, id)
  const before = await Promise.all(Array.from({ length: 20 }, () => sell(shop)))
  let isClosing = true
  const meanwhile: number[] = []
  const till = async (): Promise<void> => {
    while (isClosing) meanwhile.push(await sell(shop))
  }
  const selling = [till(), till()]
  const startedAt = performance.now()
  await call(
    inventories.close,
    { params: { id }, body: { uncounted: 'left', acceptsDiffering: true } },
    { timeoutMs: 120_000 },
  )
  const closeMs = performance.now() - startedAt
  isClosing = false
  await Promise.all(selling)
  return [
    size.toLocaleString('en'),
    closeMs.toFixed(0),
    ((closeMs * 1000) / size).toFixed(0),
    percentilesOf(before).p50.toFixed(0),
    percentilesOf(meanwhile).max.toFixed(0),
  ]
}

async function sell(shop: Shop): Promise<number> {
  const body = aSale(shop, { lines: [lineOf(shop, 0)], soldAt: new Date().toISOString() })
  const sentAt = performance.now()
  await call(sales.close, { body }, { token: shop.vendeur.token })
  return performance.now() - sentAt
}

/** An inventory of so many lots of the large shelf. */
async function begun(database: Database, shop: Shop, size: number): Promise<{ id: string; lots: string[] }> {
  const id = randomUUID()
  await call(inventories.create, { body: { id, label: 'Bench', scope: { kind: 'products', ids: [shop.products[2]] } } })
  return database.platform(async (tx) => {
    await sql`delete from inventory_lines where inventory_id = ${id}`.execute(tx)
    const { rows } = await sql<{ lot: string }>`
      insert into inventory_lines (pharmacy_id, inventory_id, stock_item_id)
      select pharmacy_id, ${id}::uuid, id from stock_items
        where pharmacy_id = ${shop.id} and not archived and id <> all(${[...shop.lots]}::uuid[]) order by id limit ${size}
      returning stock_item_id as lot`.execute(tx)
    if (rows.length < size) throw new Error(`the shelf has ${rows.length} lots, not ${size}`)
    return { id, lots: rows.map(({ lot }) => lot) }
  })
}

/** As if everybody had counted; every other lot has a box too many. */
async function countAll(database: Database, shop: Shop, id: string): Promise<void> {
  await database.platform(async (tx) => {
    await sql`
      insert into inventory_counts (pharmacy_id, id, inventory_id, stock_item_id, kind, quantity, counted_at, counted_by,
        received_at)
      select l.pharmacy_id, gen_random_uuid(), l.inventory_id, l.stock_item_id, 'whole',
        greatest(i.quantity, 0) + (row_number() over (order by i.id) % 2), now(), ${shop.stocks.id}, now()
      from inventory_lines l join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
      where l.inventory_id = ${id}`.execute(tx)
  })
}
