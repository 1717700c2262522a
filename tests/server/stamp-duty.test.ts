import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { type NewSale, sales } from '#shared/contract/sales.ts'
import { openFneSimulator } from '#simulators/fne.ts'
import { aFiscalQueue, anAccountHolder, documentsOf } from '#tests/server/support/certifying.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf, drawerOf } from '#tests/server/support/undoing.ts'

const simulator = await openFneSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, clock, database } = server
const queue = aFiscalQueue(server, { sign: simulator.url })
let shop: Shop
beforeEach(async () => {
  clock.now = new Date()
  shop = await anAccountHolder(server, simulator, { stampDuty: true })
})

/** One box of 1 000 paid by a note of 2 000: the duty is kept above the price. */
const stamped = (wanted: Parameters<typeof aSale>[1] = {}): NewSale => {
  const sale = aSale(shop, wanted)
  const [paid] = sale.payments
  return {
    ...sale,
    payments: [{ id: paid!.id, type: 'CASH', amount: paid!.amount, tendered: paid!.amount + 1000, stampDuty: 100 }],
  }
}
const close = (sale: NewSale) => as(shop.vendeur.token).call(sales.close, { body: sale })
const drawer = () => drawerOf(database, shop, shop.registerId)
const linesOf = async (saleId: string) => {
  const { rows } = await database.platform((tx) =>
    sql<{ kind: string; amount: number }>`select kind, amount from register_movements
      where pharmacy_id = ${shop.id} and sale_id = ${saleId} order by seq`.execute(tx),
  )
  return rows.map(({ kind, amount }) => [kind, amount])
}
const readDocument = (id: string) => as(shop.titulaire.token).call(fiscalDocuments.read, { params: { id } })

test('the duty is a line of its own outside the total: the sale, the drawer and the document have it', async () => {
  const { id, total, payments } = await close(stamped())
  expect([total, payments]).toMatchObject([1000, [{ type: 'CASH', amount: 1000, tendered: 2000, stampDuty: 100 }]])
  expect(await linesOf(id)).toEqual([
    ['sale', 1000],
    ['stamp-duty', 100],
  ])
  expect(await drawer()).toEqual({ CASH: 1100 })
  const report = await as(shop.titulaire.token).call(cashRegisters.report, { query: { registerId: shop.registerId } })
  expect(report.expected).toMatchObject([{ type: 'CASH', expected: 1100 }])
  await queue.runWaiting()
  const { elements, totals, state } = await readDocument(id)
  expect([state, totals!.total, elements!.stampDuty]).toEqual(['certified', 1000, 100])
  expect(elements).not.toHaveProperty('expectedStampDuty')
})

test('another duty on the platform is an alert on the document, and nothing is lost', async () => {
  const { id } = await close(aSale(shop))
  await queue.runWaiting()
  expect(await readDocument(id)).toMatchObject({
    state: 'certified',
    elements: { stampDuty: 100, expectedStampDuty: 0 },
  })
  expect(await drawer()).toEqual({ CASH: 1000 })
})

test('a return does not give the duty back, a cancellation of the whole does', async () => {
  const kept = await close(stamped({ lines: [lineOf(shop, 0, 2)] }))
  await as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: kept.id },
    body: aReturn(shop, kept, [{ line: 0, quantity: 2 }]),
  })
  expect(await drawer()).toEqual({ CASH: 100 })
  const undone = await close(stamped({ identifier: 'K1-9' }))
  await as(shop.pharmacien.token).call(sales.cancel, { params: { id: undone.id }, body: aCancellation(shop) })
  expect(await drawer()).toEqual({ CASH: 100 })
  expect(await linesOf(undone.id)).toEqual([
    ['sale', 1000],
    ['stamp-duty', 100],
    ['refund', -1000],
    ['stamp-duty', -100],
  ])
  await queue.runWaiting()
  expect(await documentsOf(server, shop, undone.id)).toMatchObject([{ state: 'settled' }])
})

test('a new version gives the former duty back and takes its own', async () => {
  const sold = await close(stamped())
  await as(shop.pharmacien.token).call(sales.close, {
    body: { ...stamped({ lines: [lineOf(shop, 1)] }), ...versionHead(sold) },
  })
  expect(await drawer()).toEqual({ CASH: 1600 })
})
const versionHead = (sold: { id: string }) => {
  const { id, replaces, identifier, sellerId, sessionId, sellerRoles } = aVersionOf(shop, sold)
  return { id, replaces, identifier, sellerId, sessionId, sellerRoles }
}

test('only the duty of the country is taken', async () => {
  const wrong = stamped()
  const paid = { ...wrong.payments[0]!, stampDuty: 250 } as NewSale['payments'][number]
  await expect(close({ ...wrong, payments: [paid] })).rejects.toMatchObject({ message: 'sales:totalMismatch' })
  await database.platform((tx) => sql`update countries set fiscal_platform = 'none' where code = 'BJ'`.execute(tx))
  await expect(close(stamped())).rejects.toMatchObject({ message: 'sales:totalMismatch' })
})

test('cash that does not cover the duty does not pay the sale', async () => {
  const sale = stamped()
  const paid = { ...sale.payments[0]!, tendered: 1050 } as NewSale['payments'][number]
  await expect(close({ ...sale, payments: [paid] })).rejects.toMatchObject({
    message: 'sales:cannotCloseSaleWithNotEnoughPaid',
    details: { remainder: 50 },
  })
})
