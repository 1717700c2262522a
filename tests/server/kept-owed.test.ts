import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, type TestPolicy } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

/**
 * What a payment owes is kept by triggers (decision 0071). The law that it is what its ledgers say stands in
 * `brokenLedgers`, after every generated history; here each writer is forgotten once, and the law sees it.
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
const returned = async () => void (await broughtBack(await sold()))
async function paid() {
  await sold()
  await makeOne()
  return pay(300)
}

/** By table and trigger: what comes before, and what it follows. */
const writers: Record<string, { before: () => Promise<unknown>; write: (of: never) => Promise<unknown> }> = {
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
const notKept = async () => (await brokenLedgers(database, shop.id)).filter((fault) => fault.includes('kept as owing'))

test('every writer that is forgotten breaks the law of what is owed', async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ name: string }>`select tgrelid::regclass || ' ' || tgname as name from pg_trigger
      where tgfoid in ('keep_owed_of_payment'::regproc, 'keep_owed'::regproc, 'keep_owed_of_sale'::regproc)`.execute(
      tx,
    ),
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(writers).toSorted())
  clock.now = new Date('2026-03-31T12:00:00Z')
  for (const [name, { before, write }] of Object.entries(writers)) {
    const [table, trigger] = name.split(' ') as [string, string]
    const set = (state: 'enable' | 'disable') =>
      database.platform((tx) =>
        sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger ${sql.id(trigger)}`.execute(tx),
      )
    for (const isForgotten of [false, true]) {
      shop = await openShop(`kept owed ${name} ${isForgotten}`)
      policy = await aPolicy(database, shop)
      const of = (await before()) as never
      expect(await notKept(), name).toEqual([])
      if (isForgotten) await set('disable')
      await write(of)
      expect(await notKept(), name).toHaveLength(isForgotten ? 1 : 0)
      if (isForgotten) await set('enable')
    }
  }
})
