import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { usesOfContracts, usesOfPolicies } from '#server/coverage/policy-uses.repo.ts'
import { writeBill } from '#tests/server/support/bills.ts'
import { aPolicy, employer, insurance, socialSecurity } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const { as, clock, database, hints, openShop } = await testApp()
clock.now = new Date('2026-03-31T12:00:00.000Z')
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`coverage ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
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
const lacks = (payment: Payment, ...missing: string[]) => ({
  message: 'sales:cannotCloseSaleWithInvalidPayment',
  status: 422,
  details: { payments: [{ paymentId: payment.id, type: payment.type, missing }] },
})

/** What a contract says of the product that `insured` sells. */
const exception = (contractId: string, of: { excluded?: boolean; coverage?: number; reference_price?: number }) =>
  database.write(shop.id, (tx) =>
    tx
      .insertInto('contract_products')
      .values({ pharmacy_id: shop.id, contract_id: contractId, pharmacy_product_id: shop.products[0], ...of })
      .execute(),
  )

const revOf = (table: 'persons' | 'organizations' | 'companies', id: string) =>
  database.read(
    shop.id,
    async (tx) => (await tx.selectFrom(table).select('rev').where('id', '=', id).executeTakeFirstOrThrow()).rev,
  )
const limited = (id: string) => ({
  id,
  ceilings: { perSale: null, perDay: 1, perMonth: 1, perYear: 1 },
  year: { validFrom: null },
})
const usesOf = (day: string, { policyId, contractId }: { policyId: string; contractId: string }) =>
  database.read(shop.id, async (tx) => [
    (await usesOfPolicies(tx, shop.id, [limited(policyId)], day)).get(policyId),
    (await usesOfContracts(tx, shop.id, [limited(contractId)], day)).get(contractId),
  ])

/** What is said to who listens while something happens. */
async function heardWhile(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (list) => heard.push(list))
  await work()
  stop()
  return heard.filter((list) => ['persons', 'organizations', 'companies'].includes(list)).sort()
}

describe('a payment by policy', () => {
  test('is kept with its policy, whoever pays', async () => {
    const [insurer, body, organization] = [
      await aPolicy(database, shop, { policy: { coverage: 10 } }),
      await aPolicy(database, shop, { payer: 'social-security' }),
      await aPolicy(database, shop, { payer: 'organization', policy: { rank: 2 } }),
    ]
    await exception(body.contractId, { coverage: 70 })
    const payments = [
      socialSecurity(2100, body.policyId),
      insurance(300, insurer.policyId, 10),
      employer(shop, 600, organization.policyId),
    ]
    const sale = insured(payments)
    expect(await close(sale)).toMatchObject({ flags: [], payments })
    const rows = await database.read(shop.id, (tx) =>
      tx
        .selectFrom('sale_payments')
        .select(['type', 'policy_id', 'client_id'])
        .where('sale_id', '=', sale.id)
        .orderBy('position')
        .execute(),
    )
    expect(rows).toEqual([
      { type: 'SOCIAL_SECURITY', policy_id: body.policyId, client_id: null },
      { type: 'INSURANCE', policy_id: insurer.policyId, client_id: null },
      { type: 'CREDIT_ORG', policy_id: organization.policyId, client_id: shop.organizationId },
    ])
    expect(await as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } })).toMatchObject({ payments })
  })

  test('lacks its coverage when nobody knows the policy', async () => {
    for (const payment of [
      insurance(2400, randomUUID()),
      socialSecurity(2100, randomUUID()),
      employer(shop, 2000, randomUUID()),
    ])
      await expect(close(insured([payment]))).rejects.toMatchObject(lacks(payment, 'coverage'))
  })

  test('lacks it when the policy is of another pharmacy', async () => {
    const other = await openShop(`coverage other ${count}`)
    const payment = insurance(2400, (await aPolicy(database, other)).policyId)
    await expect(close(insured([payment]))).rejects.toMatchObject(lacks(payment, 'coverage'))
  })

  test('lacks it when the card is somebody else’s', async () => {
    const payment = employer(
      shop,
      2400,
      (await aPolicy(database, shop, { payer: 'organization', policy: { beneficiary_id: shop.debtorId } })).policyId,
    )
    await expect(close(insured([payment]))).rejects.toMatchObject(lacks(payment, 'coverage'))
    await expect(close(insured([payment], { patientId: null }))).rejects.toMatchObject(lacks(payment, 'patient'))
  })

  test('is good when the holder of the card turned out to be the patient, on either side', async () => {
    const { policyId } = await aPolicy(database, shop, { policy: { beneficiary_id: shop.debtorId } })
    await database.write(shop.id, (tx) =>
      tx.updateTable('persons').set({ merged_into: shop.patientId }).where('id', '=', shop.debtorId).execute(),
    )
    expect(await flagsOf([insurance(2400, policyId)])).toEqual([])
    expect(await flagsOf([insurance(2400, policyId)], { patientId: shop.debtorId })).toEqual([])
  })

  test('may go by a policy only once in a sale, by whatever name', async () => {
    const { policyId } = await aPolicy(database, shop)
    const payments = [insurance(1000, policyId), socialSecurity(1000, policyId)]
    await expect(close(insured(payments))).rejects.toMatchObject({
      message: 'sales:cannotCloseSaleWithSameContractPolicyTwice',
      status: 422,
      details: { contractPolicies: [policyId], paymentIds: payments.map(({ id }) => id) },
    })
  })
})

describe('what cannot be refused any more is flagged', () => {
  test.each([
    ['a policy that had expired', { policy: { valid_until: '2026-03-30' } }],
    ['a contract that was not valid yet', { contract: { valid_from: '2026-04-01' } }],
    ['an archived policy', { policy: { archived: true } }],
    ['an archived contract', { contract: { archived: true } }],
  ])('%s', async (_, of) => {
    expect(await flagsOf([insurance(2400, (await aPolicy(database, shop, of)).policyId)])).toEqual(['coverage:invalid'])
  })

  test('a rate above the policy’s', async () => {
    const { policyId } = await aPolicy(database, shop)
    expect(await flagsOf([insurance(3000, policyId, 100)])).toEqual(['coverage:raised'])
    expect(await flagsOf([insurance(2400, policyId, 80)])).toEqual([])
  })

  test('a policy whose payer is another than the payment says', async () => {
    expect(await flagsOf([socialSecurity(2400, (await aPolicy(database, shop)).policyId)])).toEqual([
      'coverage:invalid',
    ])
    expect(
      await flagsOf([insurance(2400, (await aPolicy(database, shop, { payer: 'organization' })).policyId)]),
    ).toEqual(['coverage:invalid'])
  })

  test('but not what was valid on the day it was sold, by the pharmacy’s calendar', async () => {
    const { policyId } = await aPolicy(database, shop, { policy: { valid_until: '2026-03-30' } })
    // 23:30 in Cotonou
    expect(await flagsOf([insurance(2400, policyId)], { soldAt: '2026-03-30T22:30:00.000Z' })).toEqual([])
    expect(await flagsOf([insurance(2400, policyId)], { soldAt: '2026-03-30T23:30:00.000Z' })).toEqual([
      'coverage:invalid',
    ])
  })

  test.each([
    ['of a sale', { policy: { ceiling_per_sale: 2000 } }],
    ['of a day', { policy: { ceiling_per_day: 2000 } }],
    ['of a month', { policy: { ceiling_per_month: 2000 } }],
    ['of a year', { policy: { ceiling_per_year: 2000 } }],
    ['of a sale, of the family', { contract: { family_ceiling_per_sale: 2000 } }],
    ['of a day, of the family', { contract: { family_ceiling_per_day: 2000 } }],
    ['of a year, of the family', { contract: { family_ceiling_per_year: 2000 } }],
    ['of a year, of the contract', { contract: { ceiling_per_year: 2000 } }],
    ['of a sale, of the contract', { contract: { ceiling_per_sale: 2000 } }],
    ['of a day, of the contract', { contract: { ceiling_per_day: 2000 } }],
    ['of a month, of the contract', { contract: { ceiling_per_month: 2000 } }],
  ])('more than a ceiling %s', async (_, of) => {
    const { policyId } = await aPolicy(database, shop, of)
    expect(await flagsOf([insurance(2001, policyId)])).toEqual(['coverage:overrun'])
    const fresh = await aPolicy(database, shop, of)
    expect(await flagsOf([insurance(2000, fresh.policyId)])).toEqual([])
  })

  test('more than earlier sales left of the day or month, and not what was cancelled', async () => {
    const { policyId } = await aPolicy(database, shop, { policy: { ceiling_per_day: 3000, ceiling_per_month: 5000 } })
    const first = insured([insurance(2400, policyId)])
    expect((await close(first)).flags).toEqual([])
    expect(await flagsOf([insurance(1500, policyId)])).toEqual(['coverage:overrun'])
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: first.id }, body: aCancellation(shop) })
    expect(await flagsOf([insurance(1500, policyId)])).toEqual([])
    // the day before: 3,000 of the month are used, 2,000 are left
    expect(await flagsOf([insurance(2001, policyId)], { soldAt: '2026-03-30T11:00:00.000Z' })).toEqual([
      'coverage:overrun',
    ])
    // February has its own
    expect(await flagsOf([insurance(2400, policyId)], { soldAt: '2026-02-28T11:00:00.000Z' })).toEqual([])
  })

  test('more than earlier months left of the year, by the calendar or by the contract', async () => {
    const earlier = { soldAt: '2026-01-10T11:00:00.000Z' }
    const byCalendar = await aPolicy(database, shop, { policy: { ceiling_per_year: 3000 } })
    await close(insured([insurance(2400, byCalendar.policyId)], earlier))
    await close(insured([insurance(2400, byCalendar.policyId)], { soldAt: '2025-12-20T11:00:00.000Z' }))
    expect(await flagsOf([insurance(600, byCalendar.policyId)])).toEqual([])
    expect(await flagsOf([insurance(1, byCalendar.policyId)])).toEqual(['coverage:overrun'])
    // the year of this contract began in February
    const byContract = await aPolicy(database, shop, {
      policy: { ceiling_per_year: 3000 },
      contract: { ceiling_year: 'contract', valid_from: '2024-02-01' },
    })
    await close(insured([insurance(2400, byContract.policyId)], earlier))
    expect(await flagsOf([insurance(2400, byContract.policyId)])).toEqual([])
    expect(await flagsOf([insurance(601, byContract.policyId)])).toEqual(['coverage:overrun'])
  })

  test('more than the family left; another family of the contract has its own', async () => {
    const head = await aPolicy(database, shop, { contract: { family_ceiling_per_year: 3000 } })
    const dependent = { contract_id: head.contractId, beneficiary_id: shop.debtorId }
    const { policyId } = await aPolicy(database, shop, { policy: { ...dependent, holder_id: shop.patientId } })
    await close(insured([insurance(2400, head.policyId)], { soldAt: '2026-02-10T11:00:00.000Z' }))
    const ofDependent = { patientId: shop.debtorId }
    expect(await flagsOf([insurance(601, policyId)], ofDependent)).toEqual(['coverage:overrun'])
    await database.platform((tx) =>
      tx.updateTable('contract_policies').set({ holder_id: null }).where('id', '=', policyId).execute(),
    )
    expect(await flagsOf([insurance(2399, policyId)], ofDependent)).toEqual([])
  })

  test('more than a former number of the same person used, whatever the ceiling is now', async () => {
    const former = await aPolicy(database, shop, { policy: { ceiling_per_year: 9000 } })
    await close(insured([insurance(2400, former.policyId)], { soldAt: '2026-02-10T11:00:00.000Z' }))
    await database.platform((tx) =>
      tx.updateTable('contract_policies').set({ archived: true }).where('id', '=', former.policyId).execute(),
    )
    const next = await aPolicy(database, shop, { policy: { contract_id: former.contractId, ceiling_per_year: 3000 } })
    expect(await flagsOf([insurance(601, next.policyId)])).toEqual(['coverage:overrun'])
    await as(shop.titulaire.token).call(contractPolicies.patch, {
      params: { id: next.policyId },
      body: { number: 'NEUF-1', ceilings: { perYear: 5000 } },
    })
    const { items } = await as(shop.titulaire.token).call(contractPolicies.list, {
      query: { contractId: next.contractId, search: 'NEUF-1' },
    })
    expect(items).toMatchObject([{ number: 'NEUF-1', uses: { usedInYear: 3001 } }])
    expect(await flagsOf([insurance(1999, next.policyId)])).toEqual([])
  })

  test('more than two cards of one contract leave each other', async () => {
    const first = await aPolicy(database, shop, { contract: { ceiling_per_month: 2500 } })
    const second = await aPolicy(database, shop, { policy: { contract_id: first.contractId } })
    expect(await flagsOf([insurance(1500, first.policyId), insurance(1500, second.policyId)])).toEqual([
      'coverage:overrun',
    ])
  })
})

describe('what is used', () => {
  test('moves by exactly what was paid, once however often the sale is sent', async () => {
    const policy = await aPolicy(database, shop, { policy: { ceiling_per_day: 50_000 } })
    const sale = insured([insurance(2400, policy.policyId)])
    await close(sale)
    await close(sale)
    await close(insured([insurance(1000, policy.policyId)], { soldAt: '2026-03-02T11:00:00.000Z' }))
    expect(await usesOf('2026-03-31', policy)).toEqual([
      { day: '2026-03-31', usedOnDay: 2400, usedInMonth: 3400, usedInYear: 3400 },
      { day: '2026-03-31', usedOnDay: 2400, usedInMonth: 3400, usedInYear: 3400 },
    ])
  })

  test('is news to every till: the patient, and the company whose contract has a ceiling of the month', async () => {
    const { policyId, payerId } = await aPolicy(database, shop, { contract: { ceiling_per_month: 90_000 } })
    const before = [
      await revOf('persons', shop.patientId),
      await revOf('companies', payerId),
      await revOf('organizations', shop.organizationId),
      await revOf('persons', shop.debtorId),
    ]
    expect(await heardWhile(() => close(insured([insurance(2400, policyId)])))).toEqual(['companies', 'persons'])
    const after = [
      await revOf('persons', shop.patientId),
      await revOf('companies', payerId),
      await revOf('organizations', shop.organizationId),
      await revOf('persons', shop.debtorId),
    ]
    expect(after.map((rev, place) => rev > before[place]!)).toEqual([true, true, false, false])
  })

  test('of a contract without such a ceiling is no news of its company', async () => {
    const { policyId, payerId } = await aPolicy(database, shop, { contract: { ceiling_per_sale: 90_000 } })
    expect(await heardWhile(() => close(insured([insurance(2400, policyId)])))).toEqual(['persons'])
    expect(await revOf('companies', payerId)).toBe(0)
  })

  test('on credit is news of who owes, and a sale in cash is none of anybody', async () => {
    expect(
      await heardWhile(() =>
        close(insured([{ id: randomUUID(), type: 'CREDIT', amount: 500, creditMetadata: { person: shop.debtorId } }])),
      ),
    ).toEqual(['persons'])
    expect(await revOf('persons', shop.debtorId)).toBeGreaterThan(0)
    expect(await heardWhile(() => close(insured([employer(shop, 500, null)])))).toEqual(['organizations'])
    expect(await revOf('organizations', shop.organizationId)).toBeGreaterThan(0)
    expect(await heardWhile(() => close(aSale(shop, { patientId: shop.patientId })))).toEqual([])
  })
})

describe('a credit limit', () => {
  const onCredit = (amount: number, person: string): Payment => ({
    id: randomUUID(),
    type: 'CREDIT',
    amount,
    creditMetadata: { person },
  })
  const bill = (sale: NewSale, status: 'open' | 'closed') =>
    database.write(shop.id, (tx) =>
      writeBill(tx, {
        pharmacyId: shop.id,
        payer: { person_id: shop.debtorId },
        status,
        lines: [{ saleId: sale.id, paymentId: sale.payments[0]!.id, amount: sale.payments[0]!.amount }],
      }),
    )

  test('counts what is billed, and no more what a closed bill has paid', async () => {
    const first = insured([onCredit(3000, shop.debtorId)])
    await close(first)
    await bill(first, 'open')
    await expect(close(insured([onCredit(3000, shop.debtorId)]))).rejects.toMatchObject({
      message: 'sales:cannotCloseSaleWithCreditLimitExceeded',
      details: { current: 3000, excess: 1000, limit: 5000 },
    })
    await database.write(shop.id, (tx) =>
      tx
        .insertInto('bill_settlements')
        .columns(['pharmacy_id', 'id', 'bill_id', 'sale_id', 'payment_id', 'kind', 'amount', 'settled_at'])
        .expression((line) =>
          line
            .selectFrom('bill_lines')
            .select(['pharmacy_id', 'payment_id as id', 'bill_id', 'sale_id', 'payment_id'])
            .select((of) => [of.val('paid').as('kind'), 'amount', of.val(clock.now).as('settled_at')])
            .where('sale_id', '=', first.id),
        )
        .execute(),
    )
    expect(await close(insured([onCredit(3000, shop.debtorId)]))).toMatchObject({ status: 'CLOSED' })
  })

  test('is one for those who turned out to be one', async () => {
    await database.write(shop.id, (tx) =>
      tx.updateTable('persons').set({ merged_into: shop.debtorId }).where('id', '=', shop.patientId).execute(),
    )
    await close(insured([onCredit(3000, shop.patientId)]))
    await expect(close(insured([onCredit(3000, shop.debtorId)]))).rejects.toMatchObject({
      details: { clientId: shop.debtorId, current: 3000, excess: 1000, limit: 5000 },
    })
    await expect(close(insured([onCredit(3000, shop.patientId)]))).rejects.toMatchObject({
      details: { clientId: shop.debtorId, current: 3000, excess: 1000, limit: 5000 },
    })
    expect(await revOf('persons', shop.debtorId)).toBeGreaterThan(0)
  })
})
