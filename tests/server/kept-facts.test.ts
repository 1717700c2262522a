import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, type TestPolicy } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

/**
 * What a payment owes or has ahead, what a line of an order awaits (decision 0071) and what of a product moved on each day
 * (decision 0075) are kept by triggers. The laws that they are what
 * their ledgers say stand in `brokenLedgers`, after every generated history; here each writer is forgotten once, and the
 * law sees it.
 */
const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
const { owner, sold, makeOne, pay } = billingActs(server, () => ({ shop, policy }))

const canceled = (sale: NewSale) =>
  as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
const broughtBack = (sale: NewSale) =>
  as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: sale.id },
    body: aReturn(shop, sale, [{ line: 0, quantity: 1 }]),
  })
const byHand = (statement: string) => () =>
  database.platform((tx) => sql.raw(`${statement} where pharmacy_id = '${shop.id}'`).execute(tx))
/** A delivery of ten boxes of an order of twelve. */
const delivering = async () => {
  await aFullShop(database, shop)
  await byHand(`update deliveries set order_id = '${idOf(shop.id, 'sent order')}'`)()
}
const close = byHand(`update deliveries set state = 'closed', closed_by = created_by, closed_at = created_at`)
const delivered = async () => {
  await delivering()
  await close()
}
const returned = async () => void (await broughtBack(await sold()))
async function paid() {
  await sold()
  await makeOne()
  return pay(300)
}

type Writers = Record<string, { before: () => Promise<unknown>; write: (of: never) => Promise<unknown> }>

/** By table and trigger: what comes before, and what it follows. */
const ofOwed: Writers = {
  'sale_payments owed_at_first': { before: async () => {}, write: () => sold() },
  'sales owed_after_status': { before: () => sold(), write: (sale: NewSale) => canceled(sale) },
  'sale_refunds owed_after_insert': { before: () => sold(), write: (sale: NewSale) => broughtBack(sale) },
  // No call changes or deletes a refund or deletes a settlement; a repair by hand may.
  'sale_refunds owed_after_update': { before: returned, write: byHand('update sale_refunds set amount = amount - 1') },
  'sale_refunds owed_after_delete': { before: returned, write: byHand('delete from sale_refunds') },
  'bill_settlements owed_after_insert': {
    before: async () => {
      await sold()
      await makeOne()
    },
    write: () => pay(300),
  },
  'bill_settlements owed_after_update': {
    before: paid,
    write: ({ id }: { id: string }) =>
      owner().call(billPayments.cancel, { params: { id }, body: { reason: 'Chèque rejeté' } }),
  },
  'bill_settlements owed_after_delete': { before: paid, write: byHand('delete from bill_settlements') },
}
const prepaid = () => pay(300)
const givenBack = async () => {
  const { id } = await prepaid()
  const body = {
    id: randomUUID(),
    amount: 100,
    means: 'TRANSFER' as const,
    returnedOn: '2026-04-25',
    reason: 'Trop payé',
  }
  return owner().call(billPayments.giveBack, { params: { id }, body })
}
const ofAhead: Writers = {
  'bill_payments ahead_at_first': { before: async () => {}, write: prepaid },
  'bill_settlements ahead_after_insert': ofOwed['bill_settlements owed_after_insert']!,
  'bill_settlements ahead_after_update': {
    before: async () => {
      await paid()
      await byHand('update bill_settlements set bill_payment_id = null')()
    },
    write: byHand(
      'update bill_settlements set bill_payment_id = (select id from bill_payments y where y.pharmacy_id = bill_settlements.pharmacy_id)',
    ),
  },
  'bill_settlements ahead_after_leaving': {
    before: paid,
    write: byHand('update bill_settlements set bill_payment_id = null'),
  },
  'bill_settlements ahead_after_delete': ofOwed['bill_settlements owed_after_delete']!,
  'bill_payment_returns ahead_after_insert': { before: async () => {}, write: givenBack },
  'bill_payment_returns ahead_after_update': {
    before: givenBack,
    write: byHand(
      'update bill_payment_returns set undone_by = created_by, undone_at = created_at, undo_reason = reason',
    ),
  },
  'bill_payment_returns ahead_after_delete': { before: givenBack, write: byHand('delete from bill_payment_returns') },
}
const ofAwaited: Writers = {
  'order_lines awaited_at_first': {
    before: delivering,
    write: byHand(`update order_lines set quantity = quantity + 1`),
  },
  'deliveries awaited_after_state': { before: delivering, write: close },
  'delivery_lines awaited_after_insert': {
    before: delivered,
    write:
      byHand(`insert into delivery_lines (pharmacy_id, id, delivery_id, position, label, pharmacy_product_id, packaging_id, received)
      select pharmacy_id, gen_random_uuid(), delivery_id, 9, label, pharmacy_product_id, packaging_id, 1 from delivery_lines`),
  },
  'delivery_lines awaited_after_update': {
    before: async () => {
      await delivered()
      await byHand('update delivery_lines set pharmacy_product_id = null')()
    },
    write: byHand(
      'update delivery_lines l set pharmacy_product_id = (select pharmacy_product_id from order_lines o where o.pharmacy_id = l.pharmacy_id limit 1)',
    ),
  },
  'delivery_lines awaited_after_leaving': {
    before: delivered,
    write: byHand('update delivery_lines set pharmacy_product_id = null'),
  },
  'delivery_lines awaited_after_delete': { before: delivered, write: byHand('delete from delivery_lines') },
}

const ofAnotherProduct = `update stock_items i set pharmacy_product_id = (select id from pharmacy_products p
  where p.pharmacy_id = i.pharmacy_id and p.id <> i.pharmacy_product_id order by id limit 1)`
const ofProductDays: Writers = {
  'stock_movements product_days_after_insert': { before: async () => {}, write: () => sold() },
  // No call changes or deletes a movement, or gives a lot another packaging; a repair by hand may.
  'stock_movements product_days_after_update': {
    before: () => sold(),
    write: byHand('update stock_movements set quantity = quantity - 1, after = after - 1'),
  },
  'stock_movements product_days_after_delete': { before: () => sold(), write: byHand('delete from stock_movements') },
  'stock_items product_days_after_merge': { before: () => sold(), write: byHand(ofAnotherProduct) },
  'stock_items product_days_after_merges': { before: () => sold(), write: byHand(ofAnotherProduct) },
}

test('every writer that is forgotten breaks the law of what is owed', () =>
  expectAllNeeded('keep_owed%', 'kept as owing', ofOwed))
test('every writer that is forgotten breaks the law of what is ahead', () =>
  expectAllNeeded('keep_ahead%', 'kept as ahead', ofAhead))
test('every writer that is forgotten breaks the law of what is awaited', () =>
  expectAllNeeded('keep_awaited%', 'kept as awaiting', ofAwaited))
test('every writer that is forgotten breaks the law of the days of a product', () =>
  expectAllNeeded('keep_product_days%', 'of product', ofProductDays))

test('an update of the program fills them for the past', async () => {
  shop = await openShop('kept of the past')
  policy = await aPolicy(database, shop)
  clock.now = new Date('2026-03-31T12:00:00Z')
  await delivered()
  const migrations = await readMigrations()
  const fills = migrations
    .filter(({ name }) => /^014[78]-/.test(name))
    .flatMap(({ sql: text }) => text.match(/^update (sale_payments|order_lines|bill_payments) [^;]*;/gm) ?? [])
  expect(fills).toHaveLength(3)
  const emptied = { sale_payments: 'owed', order_lines: 'awaited', bill_payments: 'ahead' }
  for (const [table, column] of Object.entries(emptied))
    await database.platform((tx) => sql`update ${sql.table(table)} set ${sql.ref(column)} = 0`.execute(tx))
  const broken = async () => (await brokenLedgers(database, shop.id)).filter((fault) => fault.includes('kept as'))
  expect((await broken()).length).toBeGreaterThan(2)
  for (const fill of fills) await database.platform((tx) => sql.raw(fill).execute(tx))
  expect(await broken()).toEqual([])
})

test('an update of the program counts the days of the past', async () => {
  shop = await openShop('days of the past')
  policy = await aPolicy(database, shop)
  await sold()
  const fill = (await readMigrations())
    .find(({ name }) => name.startsWith('0156-'))!
    .sql.match(/^select recount_product_days[^;]*;/m)![0]
  await database.platform((tx) => sql`delete from product_days`.execute(tx))
  expect(await brokenLedgers(database, shop.id)).not.toEqual([])
  await database.platform((tx) => sql.raw(fill).execute(tx))
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

/** Every trigger of these functions is in the list; without it, and only then, the law says so. */
async function expectAllNeeded(functions: string, law: string, writers: Writers): Promise<void> {
  const { rows } = await database.platform((tx) =>
    sql<{
      name: string
    }>`select tgrelid::regclass || ' ' || tgname as name from pg_trigger join pg_proc p on p.oid = tgfoid
      where p.proname like ${functions}`.execute(tx),
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(writers).toSorted())
  clock.now = new Date('2026-03-31T12:00:00Z')
  const broken = async () => (await brokenLedgers(database, shop.id)).filter((fault) => fault.includes(law))
  for (const [name, { before, write }] of Object.entries(writers)) {
    const [table, trigger] = name.split(' ') as [string, string]
    const set = (state: 'enable' | 'disable') =>
      database.platform((tx) =>
        sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger ${sql.id(trigger)}`.execute(tx),
      )
    for (const isForgotten of [false, true]) {
      shop = await openShop(`kept by ${name} ${isForgotten}`)
      policy = await aPolicy(database, shop)
      const of = (await before()) as never
      expect(await broken(), name).toEqual([])
      if (isForgotten) await set('disable')
      await write(of)
      expect((await broken()).length > 0, name).toBe(isForgotten)
      if (isForgotten) await set('enable')
    }
  }
}
