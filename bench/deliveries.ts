/**
 * `npm run bench:deliveries`: a note of 1,500 to 20,000 lines is read, previewed again, begun as a delivery, read and
 * closed over HTTP, in a pharmacy of 52,000 products. Beside closing its limit: one bare statement that inserts as many
 * lots and movements.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { openBenchApi } from './support/bench-api.ts'
import { fillShelf } from './support/large-shelf.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'

const sizes = (process.env.BENCH_LINES ?? '1500,5000,20000').split(',').map(Number)
const runs = Number(process.env.BENCH_RUNS ?? 5)
const steps = ['read', 'preview', 'begin', 'open', 'close'] as const
type Times = Record<(typeof steps)[number], number>
/** The code of a supplier for the product with a number. */
const codeOf = (n: number): string => String(2_000_000 + n)

const cluster = await startCluster({ durable: true })
try {
  const database = await openDatabase({ url: await cluster.create('deliveries') })
  try {
    const shop = await openShop(database, 'a large note')
    await fillShelf(database, shop)
    await measure(database, shop)
  } finally {
    await database.close()
  }
} finally {
  await cluster.stop()
}

async function measure(database: Database, shop: Shop): Promise<void> {
  const supplierId = await aSupplier(database, shop)
  const api = await openBenchApi(database)
  try {
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const rows: string[][] = []
    for (const size of sizes) {
      const times: Times[] = []
      const bare: number[] = []
      for (let run = -1; run < runs; run += 1) {
        const measured = await received(`${address}/api`, shop, { supplierId, size })
        const limit = await timed(() => bareLots(database, shop, size))
        if (run < 0) continue
        times.push(measured)
        bare.push(limit.ms)
      }
      const p50 = (step: keyof Times) => percentilesOf(times.map((each) => each[step])).p50
      const all = percentilesOf(times.map((each) => steps.reduce((sum, step) => sum + each[step], 0)))
      rows.push([
        size.toLocaleString('en'),
        ...steps.map((step) => p50(step).toFixed(0)),
        all.p50.toFixed(0),
        all.max.toFixed(0),
        percentilesOf(bare).p50.toFixed(0),
      ])
    }
    printTable(
      `A note of a wholesaler, ${runs} runs each, p50 ms`,
      ['lines', ...steps, 'together', 'slowest together', 'limit of close: bare inserts'],
      rows,
    )
    console.log('Aim: a note of 1,500 lines is read, previewed and closed in under 2,000 ms on the server.')
  } finally {
    await api.close()
  }
}

/** A supplier that writes a code of its own for the first 20,000 products. */
async function aSupplier(database: Database, shop: Shop): Promise<string> {
  const id = randomUUID()
  await database.platform(async (tx) => {
    await sql`insert into suppliers (pharmacy_id, id, name) values (${shop.id}, ${id}, 'Grossiste')`.execute(tx)
    await sql`insert into supplier_codes (pharmacy_id, supplier_id, code, pharmacy_product_id)
      select ${shop.id}, ${id}, (2000000 + right(private_label, 6)::int)::text, id from pharmacy_products
      where pharmacy_id = ${shop.id} and private_label like 'Produit %'
      order by private_label limit ${sizes.at(-1)!}`.execute(tx)
  })
  return id
}

/** One note from its file to the stock. */
async function received(
  api: string,
  shop: Shop,
  { supplierId, size }: { supplierId: string; size: number },
): Promise<Times> {
  const authorization = `Bearer ${shop.titulaire.token}`
  const ask = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const isForm = body instanceof FormData
    const reply = await fetch(`${api}${path}`, {
      method,
      headers: { authorization, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`)
    return (await reply.json()) as Reply
  }
  const form = new FormData()
  form.append('supplierId', supplierId)
  form.append('bl', new File([noteOf(size)], 'BL.csv', { type: 'text/csv' }))
  const read = await timed(() => ask<{ id: string }>('POST', '/delivery-imports', form))
  const path = `/delivery-imports/${read.value.id}`
  const preview = await timed(() => ask('GET', path))
  const begin = await timed(() =>
    ask<{ ids: string[] }>('POST', `${path}/deliveries`, { receivedOn: new Date().toISOString().slice(0, 10) }),
  )
  const delivery = `/deliveries/${begin.value.ids[0]}`
  const open = await timed(() => ask('GET', delivery))
  const close = await timed(() => ask('POST', `${delivery}/close`, { acceptsBelowCost: true }))
  return { read: read.ms, preview: preview.ms, begin: begin.ms, open: open.ms, close: close.ms }
}

function noteOf(size: number): string {
  const bl = `F${randomUUID().slice(0, 8)}`
  const lines = Array.from(
    { length: size },
    (_, n) => `02;${bl};${n + 1};${codeOf(n)};PRODUIT ${n};12;1;12;${100 + (n % 5000)};${150 + (n % 7000)};C1;0`,
  )
  return ['Etab;Facture;Lig;Code;Libelle;Qté cdée;UG;Qté livrée;PA;PV;N° cde/BL;TVA', ...lines].join('\r\n')
}

/** As many lots with their movement as a closing of `size` lines books, without any rule. */
async function bareLots(database: Database, shop: Shop, size: number): Promise<void> {
  await database.platform((tx) =>
    sql`with lots as (
        insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, quantity, purchase_price, sale_price)
        select pharmacy_id, gen_random_uuid(), pharmacy_product_id, packaging_id, 12, 100, 150 from stock_items
        where pharmacy_id = ${shop.id} limit ${size} returning id
      )
      insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
      select ${shop.id}, gen_random_uuid(), id, 'initial', 12, 0, 12, now() from lots`.execute(tx),
  )
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}
