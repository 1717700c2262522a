import { randomUUID } from 'node:crypto'
import type { CallInput, Endpoint } from '#shared/contract/endpoint.ts'
import { clients } from '#shared/contract/clients.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { openBenchApi } from './bench-api.ts'
import { crowd, settleCrowd } from './crowd.ts'
import { percentilesOf } from './percentiles.ts'
import { printTable } from './print-table.ts'

const purchases = 5_000
const runs = 40
const members = crowd(100_000)

/** The calls that open one patient with 5,000 purchases among 100,000 persons: each call alone, and all in sequence. */
export async function measurePatient(title: string, url: string): Promise<void> {
  const database = await openDatabase({ url })
  try {
    const shop = await openShop(database, 'bench of a patient')
    await settleCrowd(database, shop.id, members)
    await insertPurchases(database, shop)
    await measure(title, database, shop)
  } finally {
    await database.close()
  }
}

async function measure(title: string, database: Database, shop: Shop): Promise<void> {
  const { app, close } = await openBenchApi(database)
  const ask = async <E extends Endpoint>(
    { method, path }: E,
    { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, string> },
  ): Promise<number> => {
    const url = `/api${path.replace('{id}', params.id ?? '')}?${new URLSearchParams(query)}`
    const startedAt = performance.now()
    const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${shop.titulaire.token}` } })
    if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`)
    return performance.now() - startedAt
  }
  const params = { id: shop.patientId } satisfies CallInput<typeof persons.read>['params']
  const opening = {
    'the person': () => ask(persons.read, { params }),
    'his policies': () => ask(persons.contractPolicies, { params }),
    'his credit': () => ask(persons.outgoing, { params }),
    'his bills': () => ask(persons.bills, { params }),
    'his last purchases': () => ask(sales.list, { query: { patientId: shop.patientId, size: '20' } }),
  }
  const times = new Map<string, number[]>([...Object.keys(opening), 'opening him, all five'].map((name) => [name, []]))
  for (let run = -5; run < runs; run++) {
    let sum = 0
    for (const [name, call] of Object.entries(opening)) {
      const ms = await call()
      sum += ms
      if (run >= 0) times.get(name)!.push(ms)
    }
    if (run >= 0) times.get('opening him, all five')!.push(sum)
  }
  const searched: number[] = []
  for (const { lastName, firstName } of members.slice(0, runs))
    searched.push(await ask(clients.list, { query: { search: `${firstName} ${lastName}`.toLowerCase() } }))
  times.set('a search among the 100,000', searched)
  await close()
  printTable(
    title,
    ['call', 'runs', 'p50 ms', 'p95 ms', 'max ms'],
    [...times].map(([name, values]) => {
      const { count, p50, p95, max } = percentilesOf(values)
      return [name, count, ...[p50, p95, max].map((ms) => ms.toFixed(1))]
    }),
  )
  console.log('Aim: opening a patient under 300 ms.')
}

async function insertPurchases(database: Database, shop: Shop): Promise<void> {
  const pharmacy_id = shop.id
  const sold = Array.from({ length: purchases }, (_, index) => ({
    id: randomUUID(),
    number: index + 1,
    at: new Date(Date.now() - (purchases - index) * 3_600_000),
  }))
  await database.platform(async (tx) => {
    await bulkInsert(tx, 'cash_registers', [
      { pharmacy_id, id: shop.registerId, opened_by: shop.vendeur.id, opened_at: sold[0]!.at },
    ])
    await bulkInsert(
      tx,
      'sales',
      sold.map(({ id, number, at }) => ({
        pharmacy_id,
        id,
        number,
        identifier: `B-${number}`,
        terminal_id: shop.terminal.id,
        session_id: shop.vendeur.sessionId,
        seller_id: shop.vendeur.id,
        seller_roles: ['vendeur'],
        register_id: shop.registerId,
        patient_id: shop.patientId,
        total: 3000,
        rounding: 0,
        units: 3,
        sold_at: at,
        received_at: at,
        flags: [],
      })),
    )
    await bulkInsert(
      tx,
      'sale_records',
      sold.flatMap(({ id }) =>
        shop.lots.map((lot, position) => ({
          pharmacy_id,
          sale_id: id,
          id: randomUUID(),
          position,
          stock_item_id: lot,
          label: 'Doliprane 1 g',
          quantity: 1,
          price: 1000,
          purchase_price: 600,
        })),
      ),
    )
    await bulkInsert(
      tx,
      'sale_payments',
      sold.map(({ id }, index) => ({
        pharmacy_id,
        sale_id: id,
        id: randomUUID(),
        position: 0,
        type: index % 10 === 0 ? 'CREDIT' : 'CASH',
        amount: 3000,
        client_id: index % 10 === 0 ? shop.patientId : null,
        data: index % 10 === 0 ? { creditMetadata: { person: shop.patientId } } : { tendered: 3000 },
      })),
    )
  })
}
