import { expect, test } from 'vitest'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { joinReceiptCodes, readReceiptCode, receiptCodes } from '#shared/domain/receipt-code/receipt-code.ts'
import { canonicalJson } from '#shared/store/tools/canonical-json.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash, lineOf, quantityOf, salesCount } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()

/** From the payload that a terminal froze to what another one reads on the receipt. */
function readBack(pharmacyId: string, payload: string): NewSale {
  const codes = receiptCodes({ pharmacyId, sale: JSON.parse(payload) as unknown })!
  const joined = joinReceiptCodes(
    codes.map(readReceiptCode).flatMap((reading) => (reading.kind === 'part' ? [reading.part] : [])),
  )
  if (joined.kind !== 'whole') throw new Error(joined.kind)
  return joined.content.sale as NewSale
}

test('a sale typed back from its receipt is the one that the server has: same answer, nothing moves twice', async () => {
  const shop = await openShop('retyped known')
  const sale = aSale(shop, {
    lines: [lineOf(shop, 0, 2), lineOf(shop, 2)],
    vouchers: [{ id: shop.patientId, label: 'Livraison à Cotonou', quantity: 1, price: 500 }],
    patientId: shop.patientId,
  })
  const payload = canonicalJson(sale)
  const answer = await as(shop.vendeur.token).call(sales.close, { body: sale })
  const retyped = readBack(shop.id, payload)
  expect((await as(shop.terminal.token).call(sales.reconcile, { body: { ids: [retyped.id] } })).missing).toEqual([])
  // By whoever holds the till now, and by the till itself.
  for (const token of [shop.titulaire.token, shop.terminal.token])
    expect(await as(token).call(sales.close, { body: retyped })).toEqual(answer)
  expect([await salesCount(database, shop), await quantityOf(database, shop, shop.lots[0])]).toEqual([1, 98])
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('one that never arrived arrives by its receipt; the lost till that sends it after all is answered as known', async () => {
  const shop = await openShop('retyped lost')
  const sale = aSale(shop, { lines: [lineOf(shop, 1, 3)] })
  const retyped = readBack(shop.id, canonicalJson(sale))
  expect((await as(shop.terminal.token).call(sales.reconcile, { body: { ids: [retyped.id] } })).missing).toEqual([
    sale.id,
  ])
  const answer = await as(shop.pharmacien.token).call(sales.close, { body: retyped })
  expect(answer).toMatchObject({ id: sale.id, sellerId: shop.vendeur.id, soldAt: sale.soldAt, total: sale.total })
  expect(await as(shop.vendeur.token).call(sales.close, { body: sale })).toEqual(answer)
  expect(await salesCount(database, shop)).toBe(1)
})

test('the receipt of a refused attempt gets its refusal again, and the sale that was taken after it stands', async () => {
  const shop = await openShop('retyped refused')
  const refused = aSale(shop, { payments: [cash(500)] })
  const send = (body: NewSale) => as(shop.vendeur.token).call(sales.close, { body })
  await expect(send(refused)).rejects.toMatchObject({ message: 'sales:cannotCloseSaleWithNotEnoughPaid' })
  await send({ ...refused, revision: 2, payments: [cash(1000)] })
  await expect(send(readBack(shop.id, canonicalJson(refused)))).rejects.toMatchObject({
    message: 'sales:cannotCloseSaleWithNotEnoughPaid',
  })
  expect((await as(shop.terminal.token).call(sales.reconcile, { body: { ids: [refused.id] } })).missing).toEqual([])
  expect(await salesCount(database, shop)).toBe(1)
})
