import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aPolicy, insurance, socialSecurity } from '#tests/server/support/insured.ts'
import { aSale, cash, lineOf, salesCount } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

/** The payers' shares of a sale are judged by the rules of the till. */

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-03-31T12:00:00.000Z')
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`shares ${count++}`)
})

/** Three boxes of 1,000 for the patient: what the payments leave is paid in cash. */
const insured = (payments: Payment[], rest: Partial<NewSale> = {}): NewSale => {
  const left = 3000 - payments.reduce((total, { amount }) => total + amount, 0)
  return aSale(shop, {
    lines: [lineOf(shop, 0, 3)],
    payments: [...payments, ...(left > 0 ? [cash(left)] : [])],
    patientId: shop.patientId,
    soldAt: '2026-03-31T11:00:00.000Z',
    ...rest,
  })
}
const close = (sale: NewSale) => as(shop.vendeur.token).call(sales.close, { body: sale })
const flagsOf = async (payments: Payment[], rest: Partial<NewSale> = {}) => (await close(insured(payments, rest))).flags
/** What a contract says of the product that `insured` sells. */
const exception = (contractId: string, of: { excluded?: boolean; coverage?: number; reference_price?: number }) =>
  database.write(shop.id, (tx) =>
    tx
      .insertInto('contract_products')
      .values({ pharmacy_id: shop.id, contract_id: contractId, pharmacy_product_id: shop.products[0], ...of })
      .execute(),
  )

const [a, b] = [randomUUID(), randomUUID()]
/** Two lines of 1,500 each: 80 % are 1,200 of each. */
const shared = (payment: Payment, rest: Partial<NewSale> = {}): NewSale => {
  const sale = insured([payment], rest)
  const [line] = sale.records
  return {
    ...sale,
    records: [
      { ...line!, id: a, stockItemId: shop.lots[1], quantity: 1, price: 1500 },
      { ...line!, id: b, stockItemId: shop.lots[1], quantity: 1, price: 1500 },
    ],
  }
}
const told = (amount: number, policyId: string, ofA: number, ofB: number, lineB = b): Payment => ({
  ...(insurance(amount, policyId) as Extract<Payment, { type: 'INSURANCE' }>),
  shares: [
    { lineId: a, amount: ofA },
    { lineId: lineB, amount: ofB },
  ],
})
const impossible: [string, (policyId: string) => Payment, string][] = [
  ['do not add up', (policyId) => told(2400, policyId, 1200, 1199), 'adds up to another amount than 2400'],
  ['name an unknown line', (policyId) => told(2400, policyId, 1200, 1200, randomUUID()), 'unknown line'],
  ['name a line twice', (policyId) => told(2400, policyId, 1200, 1200, a), 'the same line twice'],
  ['are more than a line costs', (policyId) => told(2400, policyId, 1501, 899), 'more than is left of a line'],
]

test.each(impossible)('shares that %s are refused, and nothing moves', async (_, of, message) => {
  const { policyId } = await aPolicy(database, shop)
  const sale = shared(of(policyId), { soldAt: '2026-03-31T11:59:00.000Z' })
  await expect(close(sale)).rejects.toMatchObject({
    message: 'requests:invalid',
    status: 400,
    details: { issues: [{ path: 'body.payments.0.shares', message }] },
  })
  expect(await salesCount(database, shop)).toBe(0)
})

test.each(impossible)('shares that %s are kept with a flag when the sale comes late', async (_, of) => {
  const { policyId } = await aPolicy(database, shop)
  const { flags, payments } = await close(shared(of(policyId)))
  expect(flags.filter((flag) => flag.startsWith('coverage:'))).toHaveLength(1)
  expect(payments[0]).toMatchObject({ amount: 2400 })
})

test('shares are those of the rules, or flagged to the franc', async () => {
  const { policyId } = await aPolicy(database, shop)
  const flagsWith = async (...shares: [number, string, number, number]) => (await close(shared(told(...shares)))).flags
  expect(await flagsWith(2400, policyId, 1200, 1200)).toEqual([])
  expect(await flagsWith(2400, policyId, 1201, 1199)).toEqual(['coverage:raised'])
  expect(await flagsWith(2399, policyId, 1200, 1199)).toEqual(['coverage:differs'])
  expect(await flagsWith(2401, policyId, 1200, 1201)).toEqual(['coverage:raised'])
})

test('shares follow what the contract says of a product', async () => {
  const [excluding, limiting] = [await aPolicy(database, shop), await aPolicy(database, shop)]
  await exception(excluding.contractId, { excluded: true })
  await exception(limiting.contractId, { reference_price: 500, coverage: 100 })
  expect(await flagsOf([insurance(1, excluding.policyId)])).toEqual(['coverage:raised'])
  expect(await flagsOf([insurance(1500, limiting.policyId)])).toEqual([])
  expect(await flagsOf([insurance(1501, limiting.policyId)])).toEqual(['coverage:raised'])
})

test('shares of the national scheme follow its list', async () => {
  const { policyId } = await aPolicy(database, shop, { payer: 'social-security' })
  expect(await flagsOf([socialSecurity(2100, policyId)])).toEqual(['coverage:raised'])
  const productId = randomUUID()
  await database.platform(async (tx) => {
    await tx.insertInto('products').values({ id: productId, label: 'Paracétamol', source: 'tests' }).execute()
    await tx
      .updateTable('pharmacy_products')
      .set({ product_id: productId, private_label: null })
      .where('pharmacy_id', '=', shop.id)
      .where('id', '=', shop.products[0])
      .execute()
    await tx
      .insertInto('product_health_insurances')
      .values({
        pharmacy_id: shop.id,
        id: randomUUID(),
        label: 'PARACETAMOL',
        base_price: 900,
        rate: 70,
        product_id: productId,
      })
      .execute()
  })
  // 70 % of three times 900
  expect(await flagsOf([socialSecurity(1890, policyId)])).toEqual([])
  expect(await flagsOf([socialSecurity(1891, policyId)])).toEqual(['coverage:raised'])
  const complementary = await aPolicy(database, shop)
  expect(await flagsOf([socialSecurity(1890, policyId), insurance(1110, complementary.policyId)])).toEqual([])
})

test('shares of a new version are judged as if the first did not exist', async () => {
  const { policyId } = await aPolicy(database, shop, { policy: { ceiling_per_day: 2400 } })
  const first = insured([insurance(2400, policyId)])
  await close(first)
  const { sellerId, sessionId, sellerRoles } = aSale(shop, { seller: shop.pharmacien })
  const again = { ...insured([insurance(2400, policyId)]), sellerId, sessionId, sellerRoles, replaces: first.id }
  expect((await as(shop.pharmacien.token).call(sales.close, { body: again })).flags).toEqual([])
  // the till still counted the first version: it left nothing of the day, then what the customer was told stands
  const lower = { ...insured([insurance(100, policyId)]), sellerId, sessionId, sellerRoles, replaces: again.id }
  expect((await as(shop.pharmacien.token).call(sales.close, { body: lower })).flags).toEqual([])
})
