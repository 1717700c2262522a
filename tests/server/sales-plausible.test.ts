import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import { aVersionOf } from '#tests/server/support/undoing.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-03-31T12:00:00.000Z')
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`plausible ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const soldAt = '2026-03-31T12:00:00.000Z'
const close = (sale: NewSale, member = shop.vendeur) => as(member.token).call(sales.close, { body: sale })

test('change above the largest note of the country is flagged, a note for a small sum is not', async () => {
  expect((await close(aSale(shop, { soldAt, payments: [cash(1000, 10_000)] }))).flags).toEqual([])
  expect((await close(aSale(shop, { soldAt, payments: [cash(1000, 100_000_000)] }))).flags).toEqual(['change:large'])
})

describe('more than a policy gives', () => {
  /** Three boxes of 1,000; the insurer pays this much at this rate. */
  const insured = (payment: Payment, rest: Partial<NewSale> = {}): NewSale =>
    aSale(shop, {
      lines: [lineOf(shop, 0, 3)],
      payments: [payment, ...(payment.amount < 3000 ? [cash(3000 - payment.amount)] : [])],
      patientId: shop.patientId,
      soldAt,
      ...rest,
    })
  const forbidden = { message: 'auth:forbidden', status: 403, details: { permission: 'contract.edit' } }

  test('is refused while the patient is there, and kept with a flag when the sale comes late', async () => {
    const { policyId } = await aPolicy(database, shop)
    for (const [amount, rate] of [
      [3000, 100],
      [2401, 80],
    ] as const)
      await expect(close(insured(insurance(amount, policyId, rate)))).rejects.toMatchObject(forbidden)
    expect((await close(insured(insurance(2400, policyId)))).flags).toEqual([])
    const late = insured(insurance(3000, policyId, 100), { soldAt: '2026-03-31T11:00:00.000Z' })
    expect((await close(late)).flags).toEqual(['coverage:raised'])
  })

  test('is accepted of who may set rates, with its flag, and in a new version of a sale', async () => {
    const { policyId } = await aPolicy(database, shop)
    const by = { sellerId: shop.titulaire.id, sessionId: shop.titulaire.sessionId, sellerRoles: shop.titulaire.roles }
    const sale = insured(insurance(3000, policyId, 100), by)
    expect((await close(sale, shop.titulaire)).flags).toEqual(['coverage:raised'])
    const version = aVersionOf(shop, sale, {
      lines: [lineOf(shop, 0, 3)],
      payments: [insurance(3000, policyId, 100)],
      patientId: shop.patientId,
      soldAt,
    })
    expect((await close(version, shop.pharmacien)).flags).toEqual(['coverage:raised'])
  })
})

describe('the date of a sale', () => {
  const sessionFrom = (at: string) =>
    database.platform((tx) =>
      tx
        .updateTable('unlocks')
        .set({ at: new Date(at) })
        .where('pharmacy_id', '=', shop.id)
        .execute(),
    )

  test('before the session of who is there needs the right; a little before is the clock', async () => {
    await sessionFrom('2026-03-31T11:00:00.000Z')
    const dated = '2026-03-02T10:00:00.000Z'
    await expect(close(aSale(shop, { soldAt: dated }))).rejects.toMatchObject({
      message: 'auth:forbidden',
      status: 403,
      details: { permission: 'sale.date' },
    })
    const by = { sellerId: shop.titulaire.id, sessionId: shop.titulaire.sessionId }
    expect(await close(aSale(shop, { soldAt: dated, ...by }), shop.titulaire)).toMatchObject({ soldAt: dated })
    expect((await close(aSale(shop, { soldAt: '2026-03-31T10:55:00.000Z' }))).flags).toEqual([])
  })

  test('of a clock of another day is of the day on which it came: no list begins with it', async () => {
    const future = await close(aSale(shop, { soldAt: '9999-12-31T00:00:00.000Z' }))
    expect(future).toMatchObject({ soldAt, flags: ['clock:ahead'] })
    clock.now = new Date('2026-03-31T12:30:00.000Z')
    const next = await close(aSale(shop, { soldAt: '2026-03-31T12:30:00.000Z' }))
    clock.now = new Date('2026-03-31T12:00:00.000Z')
    const { items } = await as(shop.titulaire.token).call(sales.list, {
      query: { from: '2026-03-31', to: '2026-03-31' },
    })
    expect(items.map(({ id }) => id)).toEqual([next.id, future.id])
  })
})
