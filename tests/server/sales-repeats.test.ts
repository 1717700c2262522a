import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { plainReference } from '#shared/domain/billing/plain-reference.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-03-31T12:00:00.000Z')
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`repeats ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const close = (sale: NewSale, member = shop.vendeur) => as(member.token).call(sales.close, { body: sale })
const cancel = (sale: { id: string }) =>
  as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })

/** One box of 1,000, paid at 80 % by the policy under this voucher. */
const byVoucher = (policyId: string, voucher: string, soldAt = '2026-03-31T11:00:00.000Z'): NewSale => {
  const payment = insurance(800, policyId) as Extract<Payment, { type: 'INSURANCE' }>
  return aSale(shop, {
    payments: [{ ...payment, insuranceMetadata: { ...payment.insuranceMetadata, voucher } }, cash(200)],
    patientId: shop.patientId,
    soldAt,
  })
}
const boxed = (serials: string[], lot: 0 | 1 = 0, soldAt = '2026-03-31T11:00:00.000Z'): NewSale => {
  const sale = aSale(shop, { lines: [lineOf(shop, lot, serials.length)], soldAt })
  return { ...sale, records: sale.records.map((record) => ({ ...record, serials })) }
}

test('the same voucher of the same policy within a day is said', async () => {
  const [one, other] = [await aPolicy(database, shop), await aPolicy(database, shop)]
  const first = await close(byVoucher(one.policyId, 'B-1'))
  expect(first.flags).toEqual([])
  expect((await close(byVoucher(one.policyId, 'B-1', '2026-03-31T11:01:00.000Z'))).flags).toEqual(['voucher:repeated'])
  expect((await close(byVoucher(one.policyId, 'B-2'))).flags).toEqual([])
  expect((await close(byVoucher(other.policyId, 'B-1'))).flags).toEqual([])
  // The rest of the prescription, two days before as it arrives late.
  expect((await close(byVoucher(one.policyId, 'B-1', '2026-03-29T11:00:00.000Z'))).flags).toEqual([])
})

test('the voucher of a sale that was canceled or replaced is free again', async () => {
  const { policyId } = await aPolicy(database, shop)
  const first = byVoucher(policyId, 'B-1')
  await close(first)
  await cancel(first)
  const second = byVoucher(policyId, 'B-1')
  expect((await close(second)).flags).toEqual([])
  const version = aVersionOf(shop, second, { payments: second.payments, patientId: shop.patientId })
  expect((await close({ ...version, soldAt: second.soldAt }, shop.pharmacien)).flags).toEqual([])
})

test('a box that was sold already, or twice in one sale, is said; its serial stays with the line', async () => {
  const first = boxed(['S1', 'S2'])
  expect(await close(first)).toMatchObject({ flags: [], records: [{ serials: ['S1', 'S2'] }] })
  expect(await as(shop.vendeur.token).call(sales.read, { params: { id: first.id } })).toMatchObject({
    records: [{ serials: ['S1', 'S2'] }],
  })
  expect((await close(boxed(['S2']))).flags).toEqual(['serial:repeated'])
  expect((await close(boxed(['S3', 'S3']))).flags).toEqual(['serial:repeated'])
  // Serial numbers are those of one product.
  expect((await close(boxed(['S1'], 1))).flags).toEqual([])
  expect((await close(boxed(['S4']))).flags).toEqual([])
})

test('a box that came back, by a cancellation or a return, is sold again', async () => {
  const [canceled, returned] = [boxed(['S1']), boxed(['S2'])]
  for (const sale of [canceled, returned]) await close(sale)
  await cancel(canceled)
  await as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: returned.id },
    body: aReturn(shop, returned, [{ line: 0, quantity: 1 }]),
  })
  expect((await close(boxed(['S1', 'S2']))).flags).toEqual([])
})

describe('the transaction of a payment by mobile money', () => {
  const paidBy = (
    transactionReference: string | null,
    rest: Partial<NewSale> = {},
    phoneOperator: string | null = 'MTN',
  ) =>
    aSale(shop, {
      payments: [{ id: randomUUID(), type: 'MOBILE_MONEY', amount: 1000, phoneOperator, transactionReference }],
      soldAt: '2026-03-31T11:00:00.000Z',
      ...rest,
    })
  const flagsOf = async (...given: Parameters<typeof paidBy>) => (await close(paidBy(...given))).flags

  test('that has paid another sale is said with its number, also written otherwise, at another till, or days late', async () => {
    await close(paidBy('MP-0012345'))
    for (const written of ['MP-0012345', 'mp 12345', 'Mp.00.12345'])
      expect(await flagsOf(written, { soldAt: '2026-03-02T11:00:00.000Z', terminalId: randomUUID() })).toEqual([
        expect.stringMatching(/^reference:repeated:\d+$/),
      ])
    expect(await flagsOf('MP 12345', {}, 'Moov')).toEqual([])
    expect(await flagsOf('MP 12346')).toEqual([])
  })

  test('names the sale, and none for a canceled one, a short number or none', async () => {
    const first = paidBy('TX 998877')
    const { number } = await close(first)
    expect(await flagsOf('tx998877')).toEqual([`reference:repeated:${number}`])
    await cancel(first)
    const [other] = [await close(paidBy('AB 445566'))]
    expect(await flagsOf('ab-445566')).toEqual([`reference:repeated:${other.number}`])
    for (const blank of [null, '12', 'merci']) {
      await close(paidBy(blank))
      expect(await flagsOf(blank)).toEqual([])
    }
  })

  test('is found as the domain writes it, whatever was typed', async () => {
    const typed = fc.stringMatching(/^[A-Za-z0-9 ./-]{5,20}$/)
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const { rows } = await database.platform((tx) =>
          sql<{ plain: string }>`select plain_reference(${text}) as plain`.execute(tx),
        )
        expect(rows[0]!.plain).toBe(plainReference(text))
      }),
      { numRuns: runs(40) },
    )
  })
})
