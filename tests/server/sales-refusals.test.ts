import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aQuickPatient } from '#tests/server/support/quick-patients.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import { openAdmin, tokenOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const { app, as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let before: Record<string, number>

beforeAll(async () => {
  shop = await openShop('refusals')
})
beforeEach(async () => {
  before = await rowCounts()
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

/** The server's refusal of a sale; it must have left nothing but its own record in the inbox. */
async function refusal(sale: NewSale, token = shop.vendeur.token): Promise<unknown> {
  const answer = await as(token)
    .call(sales.close, { body: sale })
    .then(
      () => 'accepted',
      (error: unknown) => error,
    )
  const after = await rowCounts()
  expect({ ...after, inbox: 0 }).toEqual({ ...before, inbox: 0 })
  return answer
}

const missing = (payment: Payment, names: string[], sale: Partial<NewSale> = {}) => {
  const refused = aSale(shop, { payments: [payment], ...sale })
  return {
    refused,
    answer: {
      message: 'sales:cannotCloseSaleWithInvalidPayment',
      status: 422,
      details: { payments: [{ paymentId: payment.id, type: payment.type, missing: names }] },
    },
  }
}

describe('the catalogue’s refusals', () => {
  test('an empty sale', async () => {
    expect(await refusal(aSale(shop, { lines: [] }))).toMatchObject({
      message: 'sales:cannotCloseEmptySale',
      status: 422,
    })
  })

  test('a remainder', async () => {
    expect(await refusal(aSale(shop, { payments: [cash(400)] }))).toMatchObject({
      message: 'sales:cannotCloseSaleWithNotEnoughPaid',
      status: 422,
      details: { remainder: 600 },
    })
  })

  test('payments that settle more than there is', async () => {
    expect(await refusal(aSale(shop, { payments: [cash(1200)] }))).toMatchObject({
      message: 'sales:overpaid',
      status: 422,
      details: { excess: 200 },
    })
  })

  test('a total that is not what the lines are worth', async () => {
    expect(await refusal({ ...aSale(shop), total: 900 })).toMatchObject({
      message: 'sales:totalMismatch',
      status: 422,
      details: { total: 1000, rounding: 0 },
    })
  })

  test('a rounding that no coin explains', async () => {
    expect(await refusal({ ...aSale(shop, { lines: [lineOf(shop, 2)] }), rounding: 2 })).toMatchObject({
      message: 'sales:totalMismatch',
      status: 422,
      details: { total: 2003, rounding: -2 },
    })
  })

  test('a discount by who may not give one', async () => {
    expect(
      await refusal(aSale(shop, { payments: [cash(900), { id: randomUUID(), type: 'DISCOUNT', amount: 100 }] })),
    ).toMatchObject({ message: 'sales:discountNotAllowed', status: 422, details: { discount: 100 } })
  })

  test('the same contract policy twice', async () => {
    const { policyId } = await aPolicy(database, shop)
    before = await rowCounts()
    const payments = [insurance(500, policyId), insurance(500, policyId)]
    expect(await refusal(aSale(shop, { payments, patientId: shop.patientId }))).toMatchObject({
      message: 'sales:cannotCloseSaleWithSameContractPolicyTwice',
      status: 422,
      details: { contractPolicies: [policyId], paymentIds: payments.map(({ id }) => id) },
    })
  })

  test('an archived lot', async () => {
    const sale = aSale(shop, { lines: [lineOf(shop, 0), { lot: shop.archivedLot, price: 1000 }] })
    expect(await refusal(sale)).toMatchObject({
      message: 'sales:cannotSaleArchivedStockItem',
      status: 422,
      details: { items: [{ recordId: sale.records[1]!.id, stockItemId: shop.archivedLot }] },
    })
  })

  test('an expired lot, by who may not sell one', async () => {
    expect(await refusal(aSale(shop, { lines: [{ lot: shop.expiredLot, price: 1500 }] }))).toMatchObject({
      message: 'sales:expiredStockItem',
      status: 422,
      details: { items: [{ stockItemId: shop.expiredLot, expiresOn: '2020-01-31' }] },
    })
  })

  test('a lot that nobody knows', async () => {
    const unknown = randomUUID()
    expect(await refusal(aSale(shop, { lines: [{ lot: unknown, price: 10 }] }))).toMatchObject({
      message: 'sales:unknownStockItem',
      status: 422,
      details: { items: [{ stockItemId: unknown }] },
    })
  })

  test('a lot of another pharmacy', async () => {
    const other = await openShop('refusals, other')
    before = await rowCounts()
    expect(await refusal(aSale(shop, { lines: [lineOf(other, 0)] }))).toMatchObject({
      message: 'sales:unknownStockItem',
      status: 422,
    })
  })

  test('a seller that is not of this pharmacy', async () => {
    const other = await openShop('refusals, other seller')
    before = await rowCounts()
    expect(await refusal(aSale(shop, { seller: other.vendeur }))).toMatchObject({
      message: 'sales:unknownSeller',
      status: 422,
      details: { sellerId: other.vendeur.id },
    })
    expect(await refusal(aSale(shop, { sellerId: shop.terminal.id }))).toMatchObject({ message: 'sales:unknownSeller' })
  })

  test('a register that is closed', async () => {
    const registerId = randomUUID()
    await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { registerId }) })
    await database.write(shop.id, (tx) =>
      tx
        .updateTable('cash_registers')
        .set({ closed_at: clock.now, closed_by: shop.vendeur.id })
        .where('id', '=', registerId)
        .execute(),
    )
    before = await rowCounts()
    expect(await refusal(aSale(shop, { registerId }))).toMatchObject({
      message: 'sales:registerClosed',
      status: 422,
      details: { registerId },
    })
  })

  test('an account without a pharmacy', async () => {
    const admin = await openAdmin(database)
    before = await rowCounts()
    expect(await refusal(aSale(shop), admin)).toMatchObject({
      message: 'sales:cannotCloseSaleWithoutPharmacyId',
      status: 422,
    })
  })
})

describe('an incomplete payment names what it lacks', () => {
  const paid = { amount: 1000 }
  test.each<[string, () => ReturnType<typeof missing>]>([
    [
      'a cheque without its bank',
      () => missing({ id: randomUUID(), ...paid, type: 'CHEQUE', chequeNumber: '7', bank: ' ' }, ['bank']),
    ],
    [
      'mobile money without its operator',
      () =>
        missing({ id: randomUUID(), ...paid, type: 'MOBILE_MONEY', phoneOperator: null, transactionReference: null }, [
          'phoneOperator',
        ]),
    ],
    [
      'credit without a client',
      () => missing({ id: randomUUID(), ...paid, type: 'CREDIT', creditMetadata: { person: null } }, ['client']),
    ],
    [
      'credit of a client that is not ours',
      () =>
        missing({ id: randomUUID(), ...paid, type: 'CREDIT', creditMetadata: { person: randomUUID() } }, ['client']),
    ],
    [
      'credit of an organization that is not ours',
      () =>
        missing({ id: randomUUID(), ...paid, type: 'CREDIT_ORG', creditMetadata: { organization: shop.debtorId } }, [
          'client',
        ]),
    ],
    [
      'insurance of nobody, without cover or voucher',
      () =>
        missing(
          {
            id: randomUUID(),
            ...paid,
            type: 'INSURANCE',
            insuranceMetadata: { insurer: 'NSIA', coverage: null, contractPolicy: null, voucher: null },
          },
          ['patient', 'coverage', 'voucherNumber'],
        ),
    ],
    [
      'insurance of a patient that is not ours',
      () =>
        missing(
          {
            id: randomUUID(),
            ...paid,
            type: 'INSURANCE',
            insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: randomUUID(), voucher: 'B' },
          },
          ['patient'],
          { patientId: randomUUID() },
        ),
    ],
    [
      'social security without its body',
      () =>
        missing(
          {
            id: randomUUID(),
            ...paid,
            type: 'SOCIAL_SECURITY',
            socialSecurityMetadata: { body: null, identifier: null },
          },
          ['socialSecurityBody'],
          { patientId: shop.patientId },
        ),
    ],
  ])('%s', async (_, make) => {
    const { refused, answer } = make()
    expect(await refusal(refused)).toMatchObject(answer)
  })
})

describe('a credit limit', () => {
  const credit = (amount: number): Payment => ({
    id: randomUUID(),
    type: 'CREDIT',
    amount,
    creditMetadata: { person: shop.debtorId },
  })

  test('holds over all unpaid sales of the client, cancelled ones aside', async () => {
    const first = aSale(shop, { lines: [lineOf(shop, 0, 3)], payments: [credit(3000)] })
    await as(shop.vendeur.token).call(sales.close, { body: first })
    before = await rowCounts()
    const over = aSale(shop, { lines: [lineOf(shop, 0, 3)], payments: [credit(1500), credit(1500)] })
    expect(await refusal(over)).toMatchObject({
      message: 'sales:cannotCloseSaleWithCreditLimitExceeded',
      status: 422,
      details: { clientId: shop.debtorId, current: 3000, excess: 1000, limit: 5000 },
    })

    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: first.id }, body: aCancellation(shop) })
    expect(await as(shop.vendeur.token).call(sales.close, { body: { ...over, revision: 2 } })).toMatchObject({
      status: 'CLOSED',
    })
  })

  test('of an organization is its own', async () => {
    const payment: Payment = {
      id: randomUUID(),
      type: 'CREDIT_ORG',
      amount: 12_000,
      creditMetadata: { organization: shop.organizationId },
    }
    expect(await refusal(aSale(shop, { lines: [lineOf(shop, 0, 12)], payments: [payment] }))).toMatchObject({
      message: 'sales:cannotCloseSaleWithCreditLimitExceeded',
      details: { clientId: shop.organizationId, current: 0, excess: 2000, limit: 10_000 },
    })
  })

  test('of a client just made at the counter or in the office is none', async () => {
    const quick = await as(shop.vendeur.token).call(persons.createPatientByQuickWay, { body: aQuickPatient(shop) })
    const person = await as(shop.titulaire.token).call(persons.create, { body: { lastName: 'Neuf' } })
    const firm = await as(shop.titulaire.token).call(organizations.create, { body: { name: 'Nouvelle' } })
    const amount = 1
    const payments: Payment[] = [
      { id: randomUUID(), type: 'CREDIT', amount, creditMetadata: { person: quick.id } },
      { id: randomUUID(), type: 'CREDIT', amount, creditMetadata: { person: person.id } },
      { id: randomUUID(), type: 'CREDIT_ORG', amount, creditMetadata: { organization: firm.id } },
    ]
    before = await rowCounts()
    for (const payment of payments)
      expect(await refusal(aSale(shop, { payments: [cash(999), payment] }))).toMatchObject({
        message: 'sales:cannotCloseSaleWithCreditLimitExceeded',
        details: { current: 0, excess: 1, limit: 0 },
      })
  })

  test('that is unlimited lets everything through', async () => {
    const payment: Payment = {
      id: randomUUID(),
      type: 'CREDIT',
      amount: 50_000,
      creditMetadata: { person: shop.patientId },
    }
    expect(
      await as(shop.vendeur.token).call(sales.close, {
        body: aSale(shop, { lines: [lineOf(shop, 0, 50)], payments: [payment] }),
      }),
    ).toMatchObject({ status: 'CLOSED' })
  })
})

describe('bad input is a 400 and reaches no rule', () => {
  test.each<[string, (sale: NewSale) => unknown]>([
    ['a negative quantity', (sale) => ({ ...sale, records: [{ ...sale.records[0], quantity: -1 }] })],
    ['half a box', (sale) => ({ ...sale, records: [{ ...sale.records[0], quantity: 0.5 }] })],
    ['nothing of a box', (sale) => ({ ...sale, records: [{ ...sale.records[0], quantity: 0 }] })],
    ['a price with decimals', (sale) => ({ ...sale, records: [{ ...sale.records[0], price: 10.5 }] })],
    ['a negative payment', (sale) => ({ ...sale, payments: [{ ...sale.payments[0], amount: -1000 }] })],
    [
      'a way of paying that a sale has not',
      (sale) => ({ ...sale, payments: [{ ...sale.payments[0], type: 'TRANSFER' }] }),
    ],
    ['an id that is none', (sale) => ({ ...sale, id: '1 or 1=1' })],
    ['a line twice', (sale) => ({ ...sale, records: [sale.records[0], sale.records[0]] })],
    ['a payment twice', (sale) => ({ ...sale, payments: [sale.payments[0], sale.payments[0]] })],
    [
      'amounts that no number can hold',
      (sale) => ({
        ...sale,
        records: Array.from({ length: 20 }, () => ({
          ...sale.records[0],
          id: randomUUID(),
          quantity: 1_000_000,
          price: 1_000_000_000,
        })),
      }),
    ],
    ['a patient that nobody knows', (sale) => ({ ...sale, patientId: randomUUID() })],
    ['a moment that is no date', (sale) => ({ ...sale, soldAt: 'yesterday' })],
    ['a moment before all calendars', (sale) => ({ ...sale, soldAt: '0000-01-01T00:00:00Z' })],
    ['nothing', () => ({})],
    ['a list', () => []],
  ])('%s', async (_, change) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/sales',
      headers: { authorization: `Bearer ${shop.vendeur.token}` },
      payload: change(aSale(shop)) as object,
    })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ message: 'requests:invalid' })
    expect({ ...(await rowCounts()), inbox: 0 }).toEqual({ ...before, inbox: 0 })
  })

  test('malformed JSON', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/sales',
      headers: { authorization: `Bearer ${shop.vendeur.token}`, 'content-type': 'application/json' },
      payload: '{"id": ',
    })
    expect([reply.statusCode, reply.json()]).toEqual([400, { message: 'requests:invalid' }])
  })
})

test('a token that is expired, forged or missing sells nothing', async () => {
  const expired = tokenOf(
    { sub: shop.vendeur.id, pharmacyId: shop.id, pin: shop.vendeur.sessionId },
    { now: new Date(Date.now() - 7_200_000) },
  )
  expect(await refusal(aSale(shop), expired)).toMatchObject({ message: 'auth:invalidToken', status: 401 })
  expect(await refusal(aSale(shop), 'eyJhbGciOiJub25lIn0.forged.')).toMatchObject({
    message: 'auth:invalidToken',
    status: 401,
  })
  expect(await refusal(aSale(shop), '')).toMatchObject({ message: 'auth:missingToken', status: 401 })
})
