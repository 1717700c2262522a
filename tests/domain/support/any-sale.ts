import fc from 'fast-check'
import type { SaleToClose } from '#shared/domain/closing-refusals.ts'
import type { Payment } from '#shared/domain/payment.ts'
import type { SaleRecord, Voucher } from '#shared/domain/sale.ts'

/** Builders for examples, generators for laws. Amounts are francs CFA: whole, and as large as a pharmacy sees. */

export const aRecord = (of: Partial<SaleRecord> = {}): SaleRecord => ({
  id: 'r1',
  stockItemId: 's1',
  label: 'Doliprane 1 g cp B/8',
  quantity: 1,
  price: 1450,
  ...of,
})
export const aVoucher = (of: Partial<Voucher> = {}): Voucher => ({
  id: 'v1',
  label: 'Livraison',
  quantity: 1,
  price: 500,
  ...of,
})
export const aCash = (amount: number, tendered = amount, id = 'p-cash'): Payment => ({
  id,
  type: 'CASH',
  amount,
  tendered,
})
export const aSale = (of: Partial<SaleToClose> = {}): SaleToClose => ({
  records: [aRecord()],
  vouchers: [],
  payments: [aCash(1450)],
  patientId: null,
  prescription: null,
  ...of,
})

export const anInsurance = (
  of: Partial<Extract<Payment, { type: 'INSURANCE' }>['insuranceMetadata']> = {},
  rest: { id?: string; amount?: number } = {},
): Payment => ({
  id: 'p-insurance',
  amount: 1000,
  ...rest,
  type: 'INSURANCE',
  insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: 'policy-1', voucher: '2026-11873', ...of },
})

const id = fc.uuid()
const price = fc.integer({ min: 0, max: 2_000_000 })
const quantity = fc.integer({ min: 1, max: 500 })
const label = fc.constantFrom('Doliprane 1 g', 'Coartem 20/120 mg', 'Maalox', 'Efferalgan')

export const anyRecord: fc.Arbitrary<SaleRecord> = fc.record({
  id,
  stockItemId: fc.constantFrom('s1', 's2', 's3', 's4'),
  label,
  quantity,
  price,
})
const anyVoucher: fc.Arbitrary<Voucher> = fc.record({ id, label: fc.constant('Prestation'), quantity, price })

const settles = { id, amount: fc.integer({ min: 0, max: 3_000_000 }) }
const maybeText = fc.constantFrom(null, '', '  ', 'BOA', 'MTN MoMo')
const maybeId = fc.constantFrom(null, 'c1', 'c2')

export const anyPayment: fc.Arbitrary<Payment> = fc.oneof(
  fc.record({
    ...settles,
    type: fc.constant('CASH' as const),
    tendered: fc.integer({ min: 0, max: 3_000_000 }),
    stampDuty: fc.constantFrom(undefined, 100),
  }),
  fc.record({ ...settles, type: fc.constant('CHEQUE' as const), chequeNumber: maybeText, bank: maybeText }),
  fc.record({ ...settles, type: fc.constant('CREDIT_CARD' as const) }),
  fc.record({
    ...settles,
    type: fc.constant('MOBILE_MONEY' as const),
    phoneOperator: maybeText,
    transactionReference: maybeText,
  }),
  fc.record({
    ...settles,
    type: fc.constant('INSURANCE' as const),
    insuranceMetadata: fc.record({
      insurer: maybeText,
      coverage: fc.constantFrom(null, 0, 70, 100),
      contractPolicy: maybeId,
      voucher: maybeText,
    }),
  }),
  fc.record({
    ...settles,
    type: fc.constant('SOCIAL_SECURITY' as const),
    socialSecurityMetadata: fc.record({
      body: maybeText,
      identifier: maybeText,
      contractPolicy: fc.option(maybeId, { nil: undefined }),
    }),
  }),
  fc.record({ ...settles, type: fc.constant('CREDIT' as const), creditMetadata: fc.record({ person: maybeId }) }),
  fc.record({
    ...settles,
    type: fc.constant('CREDIT_ORG' as const),
    creditMetadata: fc.record({ organization: maybeId, contractPolicy: fc.option(maybeId, { nil: undefined }) }),
  }),
  fc.record({ ...settles, type: fc.constant('DISCOUNT' as const) }),
)

export const anySale: fc.Arbitrary<SaleToClose> = fc.record({
  records: fc.array(anyRecord, { maxLength: 6 }),
  vouchers: fc.array(anyVoucher, { maxLength: 2 }),
  payments: fc.array(anyPayment, { maxLength: 4 }),
  patientId: maybeId,
  prescription: fc.option(
    fc.record({
      prescriber: maybeText,
      prescriberAddress: maybeText,
      prescribedOn: fc.constantFrom(null, '2026-11-20'),
      patientName: maybeText,
      patientAddress: maybeText,
    }),
    { nil: null },
  ),
})

export const anyCashStep = fc.constantFrom(1, 5, 10, 25)
export const anyDay = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
