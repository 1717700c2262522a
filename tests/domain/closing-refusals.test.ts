import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closingRefusal,
  type ClosingFacts,
  refuseArchivedStockItems,
  refuseExpiredStockItems,
  refuseSamePolicyTwice,
  type SaleToClose,
} from '#shared/domain/closing-refusals.ts'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { missingInformation } from '#shared/domain/missing-information.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { aCash, anInsurance, anyCashStep, anyDay, anySale, aSale, aVoucher } from '#tests/domain/support/any-sale.ts'
import { runs } from '#tests/support/extent.ts'

const someFacts = (of: Partial<ClosingFacts> = {}): ClosingFacts => ({
  cashStep: 5,
  stockItems: new Map([['s1', { archived: false, expiresOn: '2027-03-31', list: 'none' as const }]]),
  credit: new Map(),
  today: '2026-11-21',
  maySellExpired: false,
  mayDispenseListed: false,
  listOneNeedsPrescription: true,
  mayDiscount: false,
  pharmacyId: 'pharmacy-1',
  ...of,
})
const refusalOf = (sale: Partial<SaleToClose>, facts: Partial<ClosingFacts> = {}) =>
  closingRefusal(aSale(sale), someFacts(facts))
const onCredit = (amount: number, person: string | null = 'c1'): Payment => ({
  id: 'p-credit',
  type: 'CREDIT',
  amount,
  creditMetadata: { person },
})
const aCard = (amount: number): Payment => ({ id: 'p-card', type: 'CREDIT_CARD', amount })
const aDiscount = (amount: number): Payment => ({ id: 'p-discount', type: 'DISCOUNT', amount })

test('a paid sale of a good lot closes', () => {
  expect(refusalOf({})).toBeNull()
  expect(refusalOf({ vouchers: [aVoucher()], payments: [aCash(1950)] })).toBeNull()
})

describe('closing is refused', () => {
  test('when there is neither record nor voucher', () => {
    expect(refusalOf({ records: [], payments: [] })).toEqual({
      message: 'sales:cannotCloseEmptySale',
      details: undefined,
    })
    expect(refusalOf({ records: [], vouchers: [aVoucher()], payments: [aCash(500)] })).toBeNull()
  })

  test('when something is still to pay, and it says how much', () => {
    expect(refusalOf({ payments: [aCash(1000)] })).toEqual({
      message: 'sales:cannotCloseSaleWithNotEnoughPaid',
      details: { remainder: 450 },
    })
  })

  test('when cash claims to settle more than was handed over', () => {
    expect(refusalOf({ payments: [aCash(1450, 1000)] })).toEqual({
      message: 'sales:cannotCloseSaleWithNotEnoughPaid',
      details: { remainder: 450 },
    })
  })

  test('when payments go beyond the total without being change', () => {
    expect(refusalOf({ payments: [{ id: 'p', type: 'CREDIT_CARD', amount: 2000 }] })).toEqual({
      message: 'sales:overpaid',
      details: { excess: 550 },
    })
  })

  test('when a payment is one franc short or one franc beyond the total', () => {
    expect(refusalOf({ payments: [aCard(1449)] })).toEqual({
      message: 'sales:cannotCloseSaleWithNotEnoughPaid',
      details: { remainder: 1 },
    })
    expect(refusalOf({ payments: [aCash(1450, 1449)] })).toEqual({
      message: 'sales:cannotCloseSaleWithNotEnoughPaid',
      details: { remainder: 1 },
    })
    expect(refusalOf({ payments: [aCard(1451)] })).toEqual({ message: 'sales:overpaid', details: { excess: 1 } })
  })

  test('when a payment is incomplete, and it names payment and thing', () => {
    const mobile: Payment = {
      id: 'p-mobile',
      type: 'MOBILE_MONEY',
      amount: 450,
      phoneOperator: null,
      transactionReference: null,
    }
    expect(refusalOf({ payments: [anInsurance({ voucher: null }), mobile] })).toEqual({
      message: 'sales:cannotCloseSaleWithInvalidPayment',
      details: {
        payments: [
          { paymentId: 'p-insurance', type: 'INSURANCE', missing: ['patient', 'voucherNumber'] },
          { paymentId: 'p-mobile', type: 'MOBILE_MONEY', missing: ['phoneOperator'] },
        ],
      },
    })
  })

  test('when the same contract policy pays twice', () => {
    const payments = [
      anInsurance({}, { id: 'a', amount: 1000 }),
      anInsurance({ contractPolicy: 'policy-2' }, { id: 'b', amount: 50 }),
      anInsurance({}, { id: 'c', amount: 400 }),
    ]
    expect(refusalOf({ payments, patientId: 'c1' })).toEqual({
      message: 'sales:cannotCloseSaleWithSameContractPolicyTwice',
      details: { contractPolicies: ['policy-1'], paymentIds: ['a', 'c'] },
    })
  })

  test('when it pays twice as whatever it is called: insurance, social security, credit of an employer', () => {
    const payments: Payment[] = [
      anInsurance({ contractPolicy: 'policy-1' }, { id: 'a', amount: 450 }),
      {
        id: 'b',
        amount: 500,
        type: 'SOCIAL_SECURITY',
        socialSecurityMetadata: { body: 'CNSS', identifier: null, contractPolicy: 'policy-1' },
      },
      { id: 'c', amount: 300, type: 'CREDIT_ORG', creditMetadata: { organization: 'o1', contractPolicy: 'policy-2' } },
      { id: 'd', amount: 200, type: 'CREDIT_ORG', creditMetadata: { organization: 'o1', contractPolicy: 'policy-2' } },
    ]
    expect(refusalOf({ payments, patientId: 'c1' })).toEqual({
      message: 'sales:cannotCloseSaleWithSameContractPolicyTwice',
      details: { contractPolicies: ['policy-1', 'policy-2'], paymentIds: ['a', 'b', 'c', 'd'] },
    })
  })

  test('when a policy is not one that may pay for the patient', () => {
    const sale = { payments: [anInsurance({}, { id: 'a', amount: 1450 })], patientId: 'c1' }
    expect(refusalOf(sale, { policies: new Set() })).toEqual({
      message: 'sales:cannotCloseSaleWithInvalidPayment',
      details: { payments: [{ paymentId: 'a', type: 'INSURANCE', missing: ['coverage'] }] },
    })
    expect(refusalOf(sale, { policies: new Set(['policy-1']) })).toBeNull()
  })

  test('when a discount is given by who may not', () => {
    const payments: Payment[] = [{ id: 'p', type: 'DISCOUNT', amount: 450 }, aCash(1000)]
    expect(refusalOf({ payments })).toEqual({ message: 'sales:discountNotAllowed', details: { discount: 450 } })
    expect(refusalOf({ payments }, { mayDiscount: true })).toBeNull()
  })

  test('when a discount is one franc over the limit, and it says how much is allowed', () => {
    const discounts = (amount: number) => [aDiscount(amount), aCard(1450 - amount)]
    // 10 % of 1,450 is 145.
    expect(refusalOf({ payments: discounts(146) }, { mayDiscount: true, discountLimit: 10 })).toEqual({
      message: 'sales:discountOverLimit',
      details: { discount: 146, allowed: 145 },
    })
    expect(refusalOf({ payments: discounts(145) }, { mayDiscount: true, discountLimit: 10 })).toBeNull()
    expect(refusalOf({ payments: discounts(1450) }, { mayDiscount: true, discountLimit: null })).toBeNull()
  })

  test('when two discounts together go over the limit', () => {
    const payments = [aDiscount(100), { ...aDiscount(46), id: 'second' }, aCard(1304)]
    expect(refusalOf({ payments }, { mayDiscount: true, discountLimit: 10 })).toMatchObject({
      message: 'sales:discountOverLimit',
      details: { discount: 146 },
    })
  })

  test('when a credit goes over the client’s limit: current, excess and limit', () => {
    const credit = new Map([['c1', { outgoing: 9_000, limit: 10_000 }]])
    expect(refusalOf({ payments: [onCredit(1450)] }, { credit })).toEqual({
      message: 'sales:cannotCloseSaleWithCreditLimitExceeded',
      details: { clientId: 'c1', current: 9_000, excess: 450, limit: 10_000 },
    })
  })

  test('when a credit goes one franc over the limit', () => {
    expect(
      refusalOf({ payments: [onCredit(1450)] }, { credit: new Map([['c1', { outgoing: 0, limit: 1_449 }]]) }),
    ).toMatchObject({ details: { excess: 1 } })
  })

  test('when two credits of one client go over the limit together', () => {
    const credit = new Map([['c1', { outgoing: 0, limit: 1_000 }]])
    expect(refusalOf({ payments: [onCredit(725), { ...onCredit(725), id: 'p2' }] }, { credit })).toMatchObject({
      details: { excess: 450 },
    })
  })

  test('when an organization’s credit goes over its limit', () => {
    const payment: Payment = { id: 'p', type: 'CREDIT_ORG', amount: 1450, creditMetadata: { organization: 'o1' } }
    expect(refusalOf({ payments: [payment] }, { credit: new Map([['o1', { outgoing: 0, limit: 0 }]]) })).toMatchObject({
      details: { clientId: 'o1', excess: 1450 },
    })
  })

  test('when a stock item is unknown, archived or expired', () => {
    const item = { recordId: 'r1', stockItemId: 's1', label: 'Doliprane 1 g cp B/8' }
    expect(refusalOf({}, { stockItems: new Map() })).toEqual({
      message: 'sales:unknownStockItem',
      details: { items: [item] },
    })
    expect(
      refusalOf({}, { stockItems: new Map([['s1', { archived: true, expiresOn: null, list: 'none' as const }]]) }),
    ).toEqual({
      message: 'sales:cannotSaleArchivedStockItem',
      details: { items: [item] },
    })
    expect(refusalOf({}, { today: '2027-04-01' })).toEqual({
      message: 'sales:expiredStockItem',
      details: { items: [{ ...item, expiresOn: '2027-03-31' }] },
    })
  })

  test('when a narcotic lacks its patient, prescriber or date', () => {
    const morphine = { stockItems: new Map([['s1', { archived: false, expiresOn: null, list: 'narcotic' as const }]]) }
    expect(refusalOf({}, morphine)).toEqual({
      message: 'sales:prescriptionNeeded',
      details: {
        items: [{ recordId: 'r1', stockItemId: 's1', label: 'Doliprane 1 g cp B/8' }],
        missing: ['patient', 'prescriber', 'prescribedOn'],
      },
    })
    expect(refusalOf({}, { ...morphine, mayDispenseListed: true })).toBeNull()
  })

  test('when there is no pharmacy', () => {
    expect(refusalOf({}, { pharmacyId: null })).toEqual({
      message: 'sales:cannotCloseSaleWithoutPharmacyId',
      details: undefined,
    })
  })

  test.each(['missing', 'wrong'] as const)('when the fiscal token is %s', (token) => {
    expect(refusalOf({}, { fiscalToken: token })).toEqual({
      message: 'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken',
      details: { token },
    })
  })
})

describe('closing is not refused', () => {
  test('on the last day of a lot, nor after it for who may sell expired lots', () => {
    expect(refusalOf({}, { today: '2027-03-31' })).toBeNull()
    expect(refusalOf({}, { today: '2027-04-01', maySellExpired: true })).toBeNull()
  })

  test('for a lot without a date', () => {
    expect(
      refusalOf({}, { stockItems: new Map([['s1', { archived: false, expiresOn: null, list: 'none' as const }]]) }),
    ).toBeNull()
  })

  test('for a credit up to its limit, without limit, or of a client whose credit is not known here', () => {
    for (const credit of [
      new Map([['c1', { outgoing: 0, limit: 1_450 }]]),
      new Map([['c1', { outgoing: 9e9, limit: null }]]),
      new Map(),
    ]) {
      expect(refusalOf({ payments: [onCredit(1450)] }, { credit })).toBeNull()
    }
  })

  test('for a credit of 0 of a client who is over the limit already', () => {
    expect(
      refusalOf({ payments: [aCash(1450), onCredit(0)] }, { credit: new Map([['c1', { outgoing: 500, limit: 0 }]]) }),
    ).toBeNull()
  })

  test('with the fiscal token ready, or where the caller leaves pharmacy and token out', () => {
    expect(refusalOf({}, { fiscalToken: 'ready', pharmacyId: undefined })).toBeNull()
  })
})

test('two coverages without a policy are incomplete, not the same', () => {
  expect(
    refuseSamePolicyTwice(
      aSale({ payments: [anInsurance({ contractPolicy: null }), anInsurance({ contractPolicy: null })] }),
      someFacts(),
    ),
  ).toBeNull()
})

test('a rule of stock items says nothing of items it does not know: another rule does', () => {
  expect(refuseArchivedStockItems(aSale(), someFacts({ stockItems: new Map() }))).toBeNull()
  expect(refuseExpiredStockItems(aSale(), someFacts({ stockItems: new Map() }))).toBeNull()
})

const anyFacts: fc.Arbitrary<ClosingFacts> = fc.record({
  cashStep: anyCashStep,
  stockItems: fc
    .dictionary(
      fc.constantFrom('s1', 's2', 's3', 's4'),
      fc.record({
        archived: fc.boolean(),
        expiresOn: fc.option(anyDay),
        list: fc.constantFrom('none', 'list-1', 'list-2', 'narcotic'),
      }),
    )
    .map((items) => new Map(Object.entries(items))),
  credit: fc
    .dictionary(fc.constantFrom('c1', 'c2'), fc.record({ outgoing: fc.nat(1e6), limit: fc.option(fc.nat(1e6)) }))
    .map((clients) => new Map(Object.entries(clients))),
  today: anyDay,
  maySellExpired: fc.boolean(),
  mayDispenseListed: fc.boolean(),
  listOneNeedsPrescription: fc.boolean(),
  mayDiscount: fc.boolean(),
  pharmacyId: fc.constantFrom(null, 'pharmacy-1', undefined),
  fiscalToken: fc.constantFrom('ready' as const, 'missing' as const, 'wrong' as const, undefined),
})

test('a refusal is in the catalogue, its details survive a journey as JSON, and the same question has the same answer', () => {
  fc.assert(
    fc.property(anySale, anyFacts, (sale, facts) => {
      const refusal = closingRefusal(sale, facts)
      if (!refusal) return
      expect(catalogueEntry(refusal.message)).toBeDefined()
      if (refusal.details !== undefined) expect(JSON.parse(JSON.stringify(refusal.details))).toEqual(refusal.details)
      expect(closingRefusal(sale, facts)).toEqual(refusal)
    }),
  )
})

test('what is not refused is neither empty nor owed, complete, and only of known, unarchived items', () => {
  const anyPaid = fc.tuple(anySale, anyFacts).map(([sale, facts]) => {
    const { total } = saleBalance({ ...sale, payments: [] }, 1)
    return [
      { ...sale, payments: total > 0 ? [aCash(Math.round(total / facts.cashStep) * facts.cashStep)] : [] },
      facts,
    ] as const
  })
  let closed = 0
  fc.assert(
    fc.property(anyPaid, ([sale, facts]) => {
      if (closingRefusal(sale, facts)) return
      closed++
      expect(sale.records.length + sale.vouchers.length).toBeGreaterThan(0)
      expect(saleBalance(sale, facts.cashStep).remainder).toBe(0)
      expect(sale.payments.flatMap((payment) => missingInformation(payment, sale))).toEqual([])
      for (const { stockItemId } of sale.records) expect(facts.stockItems.get(stockItemId)?.archived).toBe(false)
    }),
    { numRuns: runs(500) },
  )
  expect(closed).toBeGreaterThan(0)
})
