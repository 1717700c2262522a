import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aPolicy, changedAt, insurance, socialSecurity } from '#tests/server/support/insured.ts'
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

describe('by a list that is minutes old', () => {
  const forbidden = { message: 'auth:forbidden', status: 403, details: { permission: 'contract.edit' } }
  const [minutesAgo, yesterday] = [new Date('2026-03-31T11:50:00.000Z'), new Date('2026-03-30T12:00:00.000Z')]
  const by = () => as(shop.titulaire.token)
  /** Three boxes of 1,000; the payer pays this much. */
  const paidBy = (payment: Payment) =>
    close(
      aSale(shop, {
        lines: [lineOf(shop, 0, 3)],
        payments: [payment, ...(payment.amount < 3000 ? [cash(3000 - payment.amount)] : [])],
        patientId: shop.patientId,
        soldAt,
      }),
    )
  const lowered = {
    'the rate of a policy': async () => {
      const { policyId } = await aPolicy(database, shop, { policy: { coverage: 90 } })
      return {
        payment: insurance(2700, policyId, 90),
        never: insurance(2730, policyId, 91),
        change: () => by().call(contractPolicies.patch, { params: { id: policyId }, body: { coverage: 50 } }),
      }
    },
    'a rate of its own that was none': async () => {
      const { policyId } = await aPolicy(database, shop)
      return {
        payment: insurance(2400, policyId, 80),
        never: insurance(2430, policyId, 81),
        change: () => by().call(contractPolicies.patch, { params: { id: policyId }, body: { coverage: 50 } }),
      }
    },
    'the rate of a contract': async () => {
      const { policyId, contractId } = await aPolicy(database, shop)
      return {
        payment: insurance(2400, policyId, 80),
        never: insurance(2430, policyId, 81),
        change: () => by().call(contracts.patch, { params: { id: contractId }, body: { defaultCoverage: 50 } }),
      }
    },
    'the rate of a product of the contract': async () => {
      const { policyId, contractId } = await aPolicy(database, shop)
      const products = (coverage: number) => [
        { pharmacyProductId: shop.products[0], excluded: false, coverage, referencePrice: null },
      ]
      await database.platform((tx) =>
        tx
          .insertInto('contract_products')
          .values({
            pharmacy_id: shop.id,
            contract_id: contractId,
            pharmacy_product_id: shop.products[0],
            coverage: 100,
          })
          .execute(),
      )
      return {
        payment: insurance(3000, policyId, 80),
        never: insurance(3000, policyId, 81),
        change: () => by().call(contracts.patch, { params: { id: contractId }, body: { products: products(60) } }),
      }
    },
    'an exclusion of a product': async () => {
      const { policyId, contractId } = await aPolicy(database, shop)
      const products = [{ pharmacyProductId: shop.products[0], excluded: true, coverage: null, referencePrice: null }]
      return {
        payment: insurance(2400, policyId, 80),
        never: insurance(2430, policyId, 80),
        change: () => by().call(contracts.patch, { params: { id: contractId }, body: { products } }),
      }
    },
    'a line of the national scheme': async () => {
      const { policyId } = await aPolicy(database, shop, { payer: 'social-security' })
      const id = await aLineOfScheme()
      return {
        payment: socialSecurity(2700, policyId),
        never: socialSecurity(2701, policyId),
        change: () => by().call(productHealthInsurance.patch, { params: { id }, body: { rate: 30 } }),
      }
    },
    'a line of the national scheme that is archived': async () => {
      const { policyId } = await aPolicy(database, shop, { payer: 'social-security' })
      const id = await aLineOfScheme()
      return {
        payment: socialSecurity(2700, policyId),
        never: socialSecurity(2701, policyId),
        change: () => by().call(productHealthInsurance.patch, { params: { id }, body: { archived: true } }),
      }
    },
  }

  /** The scheme pays 90 % of the first product. */
  async function aLineOfScheme(): Promise<string> {
    const [id, productId] = [randomUUID(), randomUUID()]
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
        .values({ pharmacy_id: shop.id, id, label: 'Paracétamol', base_price: 1000, rate: 90, product_id: productId })
        .execute()
    })
    return id
  }

  test.each(Object.entries(lowered))('%s: kept when it was lowered just now, refused the next day', async (_, of) => {
    const { payment, never, change } = await of()
    await change()
    await changedAt(database, shop, minutesAgo)
    await expect(paidBy(never)).rejects.toMatchObject(forbidden)
    expect((await paidBy(payment)).flags).toContain('coverage:raised')
    await changedAt(database, shop, yesterday)
    await expect(paidBy(payment)).rejects.toMatchObject(forbidden)
  })

  test('two changes within minutes: what stood between them is known too, their mixture is not', async () => {
    const { policyId, contractId } = await aPolicy(database, shop, { policy: { coverage: 60 } })
    const inherit = (coverage: number | null) =>
      by().call(contractPolicies.patch, { params: { id: policyId }, body: { coverage } })
    const ofContract = (defaultCoverage: number) =>
      by().call(contracts.patch, { params: { id: contractId }, body: { defaultCoverage } })
    await ofContract(70)
    await inherit(null)
    await inherit(50)
    await database.platform((tx) =>
      sql`update audit_entries e set at = ${minutesAgo}::timestamptz + e.n * interval '1 second'
        where pharmacy_id = ${shop.id}`.execute(tx),
    )
    expect((await paidBy(insurance(2100, policyId, 70))).flags).toContain('coverage:raised')
    // The contract gave 80 % while the policy had its own 60 %.
    await expect(paidBy(insurance(2400, policyId, 80))).rejects.toMatchObject(forbidden)
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
