import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closingRefusal } from '#shared/domain/closing-refusals.ts'
import { payerPaymentId } from '#shared/domain/coverage/payer-payment-id.ts'
import { openSale, newLocalSale, saleTotal, type LocalSale } from '#shared/domain/local-sale.ts'
import { saleToClose } from '#shared/domain/sale-to-send.ts'
import { sum } from '#shared/domain/money.ts'
import { policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import { addRecord, payCash, removeRecord, setPatient, setPayments, setQuantity } from '#shared/domain/sale-lines.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { settleSale, type SettlementFacts } from '#shared/domain/settle-sale.ts'
import { aCeiling, anyPayers, aPayer, TODAY } from '#tests/domain/coverage/support/any-coverage.ts'
import { aRecord, aVoucher } from '#tests/domain/support/any-sale.ts'
import { runs } from '#tests/support/extent.ts'

const clarisse = { id: 'clarisse', firstName: 'Clarisse', lastName: 'Agbodjan' }
const nsia = aPayer({ policyId: 'nsia', rank: 2 })
const scheme = aPayer({ policyId: 'arch', kind: 'social-security', name: 'ARCH', percent: 70, rank: 9 })

const open = (of: Partial<LocalSale> = {}): LocalSale => ({
  ...openSale(newLocalSale({ id: 's', identifier: 'K-1', createdAt: '2026-11-21T11:42:00.000Z' }), 'u', 'x'),
  patient: clarisse,
  ...of,
})
const facts = (of: Partial<SettlementFacts> = {}): SettlementFacts => ({
  payers: [nsia],
  productOf: ({ stockItemId }) => (stockItemId === 'unknown' ? undefined : stockItemId),
  paymentId: (policyId) => `payment of ${policyId}`,
  identifierOf: (policyId) => `number at ${policyId}`,
  organizationOf: (policyId) => `organization of ${policyId}`,
  today: TODAY,
  cashStep: 5,
  ...of,
})
const withVoucher = (sale: LocalSale, voucher: string | null): LocalSale =>
  setPayments(
    sale,
    sale.payments.map((payment) =>
      payment.type === 'INSURANCE'
        ? { ...payment, insuranceMetadata: { ...payment.insuranceMetadata, voucher } }
        : payment,
    ),
  )
const voucherOf = ({ payments }: LocalSale) =>
  payments.flatMap((payment) => (payment.type === 'INSURANCE' ? [payment.insuranceMetadata.voucher] : []))

// ── what it decides ────────────────────────────────────────────────────────────────────────────────────────────────────
test('the payers pay first, social security before the insurer, then what was typed, then cash', () => {
  // 10 000: the scheme 70 %, the insurer what is left of its 80 %: nothing remains for the note.
  const sale = open({
    records: [aRecord({ price: 10_000 })],
    payments: [{ id: 'mobile', type: 'MOBILE_MONEY', amount: 400, phoneOperator: null, transactionReference: null }],
  })
  const settled = settleSale(sale, facts({ payers: [aPayer({ policyId: 'nsia', percent: 20 }), scheme] }))
  expect(settled.payments).toEqual([
    {
      id: 'payment of arch',
      type: 'SOCIAL_SECURITY',
      amount: 7000,
      socialSecurityMetadata: { body: 'ARCH', identifier: 'number at arch', contractPolicy: 'arch' },
      shares: [{ lineId: 'r1', amount: 7000 }],
    },
    {
      id: 'payment of nsia',
      type: 'INSURANCE',
      amount: 2000,
      insuranceMetadata: { insurer: 'NSIA', coverage: 20, contractPolicy: 'nsia', voucher: null },
      shares: [{ lineId: 'r1', amount: 2000 }],
    },
    { id: 'mobile', type: 'MOBILE_MONEY', amount: 400, phoneOperator: null, transactionReference: null },
  ])
})

test('cash follows: what was handed over stays, what it settles is what the payers leave', () => {
  const sale = payCash(open({ records: [aRecord({ price: 3850 })], patient: null }), { id: 'cash', tendered: 5000 }, 5)
  const settled = settleSale(setPatient(sale, clarisse), facts())
  expect(settled.payments).toMatchObject([
    { type: 'INSURANCE', amount: 3080 },
    { type: 'CASH', tendered: 5000, amount: 770 },
  ])
  expect(saleBalance(settled, 5)).toMatchObject({ remainder: 0, change: 4230 })
})

test('no cash is kept where the payers take all', () => {
  const sale = payCash(open({ records: [aRecord()], patient: null }), { id: 'cash', tendered: 2000 }, 5)
  expect(
    settleSale(setPatient(sale, clarisse), facts({ payers: [aPayer({ percent: 100 })] })).payments.map(
      ({ type }) => type,
    ),
  ).toEqual(['INSURANCE'])
})

test('a discount by percent is of what the payers leave, half a franc up, and follows the lines', () => {
  const discount: Payment = { id: 'discount', type: 'DISCOUNT', amount: 0, percent: 10 }
  // 1 450 − 1 160 = 290, of which 29; with a second one 580, of which 58.
  const sale = settleSale(open({ records: [aRecord()], payments: [discount] }), facts())
  expect(sale.payments.at(-1)).toEqual({ ...discount, amount: 29 })
  expect(settleSale(setQuantity(sale, 'r1', 2), facts()).payments.at(-1)).toEqual({ ...discount, amount: 58 })
  expect(
    settleSale(open({ records: [aRecord({ price: 5 })], payments: [discount], patient: null }), facts()).payments,
  ).toEqual([{ ...discount, amount: 1 }])
})

test('a plain discount, a card and a credit stop at what is left, in their order', () => {
  const payments: Payment[] = [
    { id: 'card', type: 'CREDIT_CARD', amount: 200 },
    { id: 'credit', type: 'CREDIT', amount: 900, creditMetadata: { person: 'clarisse' } },
    { id: 'discount', type: 'DISCOUNT', amount: 50 },
  ]
  expect(
    settleSale(open({ records: [aRecord()], payments }), facts())
      .payments.slice(1)
      .map(({ id, amount }) => [id, amount]),
  ).toEqual([
    ['card', 200],
    ['credit', 40],
    ['discount', 50],
  ])
  expect(
    settleSale(open({ records: [aRecord({ price: 100 })], payments }), facts())
      .payments.slice(1)
      .map(({ id, amount }) => [id, amount]),
  ).toEqual([
    ['card', 0],
    ['credit', 0],
    ['discount', 20],
  ])
})

test('services are the patient’s, and so is a product that is not known here', () => {
  const settled = settleSale(
    open({ records: [aRecord({ stockItemId: 'unknown' })], vouchers: [aVoucher({ price: 500 })] }),
    facts({ payers: [aPayer({ percent: 100 })] }),
  )
  expect(settled.payments).toEqual([])
  expect(saleBalance(settled, 5).remainder).toBe(1950)
})

test('a policy put aside pays nothing, and the next payer takes its turn', () => {
  const sale = open({ records: [aRecord({ price: 1000 })], declinedPolicies: ['arch'] })
  expect(settleSale(sale, facts({ payers: [nsia, scheme] })).payments.map(({ id, amount }) => [id, amount])).toEqual([
    ['payment of nsia', 800],
  ])
})

test('a payment that stands keeps its id, whatever id a new one would take', () => {
  const sale = settleSale(open({ records: [aRecord()] }), facts({ paymentId: () => 'as first made' }))
  const again = settleSale(
    setQuantity(sale, 'r1', 2),
    facts({ payers: [nsia, scheme], paymentId: (policyId) => `new of ${policyId}` }),
  )
  expect(again.payments.map((payment) => [policyOfPayment(payment), payment.id])).toEqual([
    ['arch', 'new of arch'],
    ['nsia', 'as first made'],
  ])
})

test('what was typed of a social-security number stays', () => {
  const sale = settleSale(open({ records: [aRecord()] }), facts({ payers: [scheme] }))
  const [payment] = sale.payments
  if (payment?.type !== 'SOCIAL_SECURITY') throw new Error('no share of the scheme')
  const typed = setPayments(sale, [
    { ...payment, socialSecurityMetadata: { ...payment.socialSecurityMetadata, identifier: 'TYPED' } },
  ])
  expect(settleSale(setQuantity(typed, 'r1', 3), facts({ payers: [scheme] })).payments).toMatchObject([
    { socialSecurityMetadata: { identifier: 'TYPED' } },
  ])
})

test('an organization’s credit that goes by no policy is typed, and stays with the patient gone', () => {
  const credit: Payment = {
    id: 'office',
    type: 'CREDIT_ORG',
    amount: 1000,
    creditMetadata: { organization: 'o', contractPolicy: null },
  }
  expect(settleSale(open({ records: [aRecord()], payments: [credit], patient: null }), facts()).payments).toEqual([
    credit,
  ])
})

test('a ceiling that another till used up meanwhile is followed at the next gesture', () => {
  const sale = settleSale(
    open({ records: [aRecord({ price: 1000 })] }),
    facts({ payers: [aPayer({ ceilings: [aCeiling({ limit: 700 })] })] }),
  )
  expect(sale.payments).toMatchObject([{ amount: 700 }])
  expect(
    settleSale(sale, facts({ payers: [aPayer({ ceilings: [aCeiling({ limit: 700, used: 600 })] })] })).payments,
  ).toMatchObject([{ amount: 100, shares: [{ lineId: 'r1', amount: 100 }] }])
})

test('a voucher number that was rubbed out does not come back', () => {
  const sale = withVoucher(
    settleSale(withVoucher(settleSale(open({ records: [aRecord()] }), facts()), '2026-11873'), facts()),
    null,
  )
  const emptied = settleSale(removeRecord(settleSale(sale, facts()), 'r1'), facts())
  expect(voucherOf(settleSale(addRecord(emptied, aRecord()), facts()))).toEqual([null])
})

test('the id of a payer’s payment is a UUID of its own for each sale and policy', () => {
  const [sale, policy] = ['019f0a10-2b3c-7d4e-8f50-112233445566', '7c0b2f54-93c1-4a57-b1d0-9f0e8d7c6b5a']
  const id = payerPaymentId(sale, policy)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(payerPaymentId(sale, policy)).toBe(id)
  expect(payerPaymentId(sale.replace('66', '67'), policy)).not.toBe(id)
  expect(payerPaymentId(sale, policy.replace('7c', '7d'))).not.toBe(id)
  expect(() => payerPaymentId('s', policy)).toThrow(RangeError)
})

// ── what always holds ──────────────────────────────────────────────────────────────────────────────────────────────────
const productIds = ['p1', 'p2', 'p3', 'unknown']
const anyGesture = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    item: fc.constantFrom(...productIds),
    price: fc.nat(20_000),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('quantity' as const), at: fc.nat(4), quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(4) }),
  fc.record({ kind: fc.constant('service' as const), price: fc.nat(5000) }),
  fc.record({ kind: fc.constant('patient' as const), isThere: fc.boolean() }),
  fc.record({ kind: fc.constant('decline' as const), at: fc.nat(4) }),
  fc.record({ kind: fc.constant('accept' as const) }),
  fc.record({
    kind: fc.constant('pay' as const),
    type: fc.constantFrom('CREDIT_CARD' as const, 'DISCOUNT' as const),
    amount: fc.nat(30_000),
  }),
  fc.record({
    kind: fc.constant('percent' as const),
    percent: fc.oneof(fc.integer({ min: -10, max: 120 }), fc.double({ min: 0, max: 100, noNaN: true })),
  }),
  fc.record({ kind: fc.constant('cash' as const), tendered: fc.nat(30_000) }),
  fc.record({ kind: fc.constant('voucher' as const), number: fc.constantFrom('2026-1', '2026-2') }),
)
type Gesture = typeof anyGesture extends fc.Arbitrary<infer One> ? One : never

function done(sale: LocalSale, gesture: Gesture, place: number, payers: readonly { policyId: string }[]): LocalSale {
  switch (gesture.kind) {
    case 'add':
      return addRecord(
        sale,
        aRecord({ id: `r${place}`, stockItemId: gesture.item, price: gesture.price, quantity: gesture.quantity }),
      )
    case 'quantity':
      return sale.records[gesture.at] ? setQuantity(sale, sale.records[gesture.at]!.id, gesture.quantity) : sale
    case 'remove':
      return sale.records[gesture.at] ? removeRecord(sale, sale.records[gesture.at]!.id) : sale
    case 'service':
      return { ...sale, vouchers: [...sale.vouchers, aVoucher({ id: `v${place}`, price: gesture.price })] }
    case 'patient':
      return setPatient(sale, gesture.isThere ? clarisse : null)
    case 'decline':
      return {
        ...sale,
        declinedPolicies: [
          ...(sale.declinedPolicies ?? []),
          ...(payers[gesture.at] ? [payers[gesture.at]!.policyId] : []),
        ],
      }
    case 'accept':
      return { ...sale, declinedPolicies: [] }
    case 'pay':
      return setPayments(sale, [...sale.payments, { id: `p${place}`, type: gesture.type, amount: gesture.amount }])
    case 'percent':
      return setPayments(sale, [
        ...sale.payments,
        { id: `p${place}`, type: 'DISCOUNT', amount: 0, percent: gesture.percent },
      ])
    case 'cash':
      return payCash(sale, { id: `p${place}`, tendered: gesture.tendered }, 5)
    case 'voucher':
      return withVoucher(sale, gesture.number)
  }
}

const anyStory = fc.record({ payers: anyPayers, gestures: fc.array(anyGesture, { maxLength: 14 }) })
const settledAfter = ({
  payers,
  gestures,
}: {
  payers: SettlementFacts['payers']
  gestures: readonly Gesture[]
}): LocalSale =>
  gestures.reduce((sale, gesture, place) => settleSale(done(sale, gesture, place, payers), facts({ payers })), open())

test('whatever is done in whatever order: total = applied + rounding + remainder, and nothing settles more than there is', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const sale = settledAfter(story)
      const { total, applied, rounding, remainder } = saleBalance(sale, 5)
      expect(applied + rounding + remainder).toBe(total)
      expect(remainder).toBeGreaterThanOrEqual(0)
      expect(Math.min(0, ...sale.payments.map(({ amount }) => amount))).toBe(0)
      const withoutCash = sum(sale.payments.map((payment) => (payment.type === 'CASH' ? 0 : payment.amount)))
      expect(withoutCash).toBeLessThanOrEqual(total)
      const refusal = closingRefusal(saleToClose(sale), {
        cashStep: 5,
        stockItems: new Map(),
        credit: new Map(),
        today: TODAY,
        maySellExpired: true,
        mayDispenseListed: false,
        listOneNeedsPrescription: true,
        mayDiscount: true,
      })
      expect(['sales:overpaid', 'sales:cannotCloseSaleWithSameContractPolicyTwice']).not.toContain(refusal?.message)
    }),
    { numRuns: runs(500) },
  )
})

test('each payer’s payment is the sum of its shares, no line is covered beyond its worth, and no payer pays twice', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const { records, payments } = settledAfter(story)
      const shares = payments.flatMap((payment) => ('shares' in payment ? (payment.shares ?? []) : []))
      for (const payment of payments)
        if ('shares' in payment) expect(sum(payment.shares!.map(({ amount }) => amount))).toBe(payment.amount)
      for (const { id, price, quantity } of records)
        expect(sum(shares.map(({ lineId, amount }) => (lineId === id ? amount : 0)))).toBeLessThanOrEqual(
          price * quantity,
        )
      const policies = payments.flatMap((payment) => policyOfPayment(payment) ?? [])
      expect(new Set(policies).size).toBe(policies.length)
      expect(new Set(payments.map(({ id }) => id)).size).toBe(payments.length)
    }),
    { numRuns: runs(500) },
  )
})

test('settled again nothing changes: the same sale comes back', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const sale = settledAfter(story)
      expect(settleSale(sale, facts({ payers: story.payers }))).toBe(sale)
    }),
  )
})

test('the order of the lines and of the payers never matters', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const sale = settledAfter(story)
      const turned = { ...sale, records: sale.records.toReversed() }
      expect(settleSale(turned, facts({ payers: story.payers.toReversed() })).payments).toEqual(sale.payments)
    }),
  )
})

test('with the patient all payers’ payments go, and nothing else', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const sale = settledAfter(story)
      const alone = settleSale(setPatient(sale, null), facts({ payers: story.payers }))
      const typed = (payments: readonly Payment[]) =>
        payments.filter(
          (payment) => policyOfPayment(payment) === null && payment.type !== 'DISCOUNT' && payment.type !== 'CASH',
        )
      expect(alone.payments.flatMap((payment) => policyOfPayment(payment) ?? [])).toEqual([])
      expect(typed(alone.payments)).toEqual(typed(sale.payments))
      const tendered = ({ payments }: LocalSale) =>
        payments.flatMap((payment) => (payment.type === 'CASH' ? [payment.tendered] : []))
      expect(tendered(alone)).toEqual(tendered(sale))
      const rest = { payments: [], patient: null, declinedPolicies: [], editCount: 0 }
      expect({ ...alone, ...rest }).toEqual({ ...sale, ...rest })
      expect(saleTotal(alone)).toBe(saleTotal(sale))
    }),
  )
})

test('a voucher number and the id of its payment survive any edit of lines, the last line’s removal too', () => {
  const lineGesture = anyGesture.filter(({ kind }) =>
    ['add', 'quantity', 'remove', 'service', 'pay', 'cash', 'percent'].includes(kind),
  )
  fc.assert(
    fc.property(fc.array(lineGesture, { maxLength: 12 }), (gestures) => {
      const first = settleSale(open({ records: [aRecord({ id: 'first' })] }), facts())
      const typed = settleSale(withVoucher(first, '2026-11873'), facts())
      const edited = gestures.reduce(
        (sale, gesture, place) => settleSale(done(sale, gesture, place, [nsia]), facts()),
        typed,
      )
      const emptied = edited.records.reduce((sale, { id }) => settleSale(removeRecord(sale, id), facts()), edited)
      expect(emptied.payments.some((payment) => policyOfPayment(payment) !== null)).toBe(false)
      const last = settleSale(addRecord(emptied, aRecord({ id: 'last', stockItemId: 'p1' })), facts())
      expect(voucherOf(last)).toEqual(['2026-11873'])
      expect(last.payments[0]?.id).toBe('payment of nsia')
    }),
  )
})
