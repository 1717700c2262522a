import fc from 'fast-check'
import type { NewSale } from '#shared/contract/sales.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

const soldAt = '2026-11-21T11:42:00.000Z'
const soldMs = Date.parse(soldAt)
const labels = [
  'Coartem 20/120 mg cp B/24',
  'Amoxicilline 500 mg gélules B/12',
  'DOLIPRANE 1000 mg, comprimé',
  'Efferalgan sirop 90 ml',
  'Smecta 3 g poudre pour suspension buvable, sachet B/30',
]

/** A sale as a terminal sends it: lines of ordinary labels, paid in notes. */
export function aSentSale(lines = 2, of: Partial<NewSale> = {}): NewSale {
  const records = Array.from({ length: lines }, (_, at) => ({
    id: uuid7(soldMs - 60_000 + at * 900),
    stockItemId: crypto.randomUUID(),
    label: labels[at % labels.length]!,
    quantity: 1 + (at % 3),
    price: 650 + at * 125,
  }))
  const total = records.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return {
    id: uuid7(soldMs - 90_000),
    revision: 1,
    identifier: 'K7QF-128',
    terminalId: crypto.randomUUID(),
    sessionId: uuid7(soldMs - 3_600_000),
    sellerId: uuid7(soldMs - 9e9),
    sellerRoles: ['vendeur'],
    soldAt,
    registerId: uuid7(soldMs - 7_200_000),
    patientId: null,
    records,
    vouchers: [],
    payments: [{ id: uuid7(soldMs - 4000), type: 'CASH', amount: total, tendered: total + 500 }],
    total,
    rounding: 0,
    ...of,
  }
}

const id = fc.oneof(
  fc.uuid({ version: 4 }),
  fc.integer({ min: 0, max: 10_000_000 }).map((before) => uuid7(soldMs - before)),
)
const amount = fc.nat(3_000_000)
const label = fc.oneof(
  fc.constantFrom(...labels),
  fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() === text && text !== ''),
)
const text = fc.option(
  fc.oneof(
    fc.constantFrom('BOA', 'MTN MoMo', 'é', ''),
    fc.string({ maxLength: 30 }).map((typed) => typed.trim()),
  ),
  { nil: null },
)
const line = { id, label, quantity: fc.integer({ min: 1, max: 500 }), price: fc.nat(2_000_000) }
const record = fc.record(
  {
    ...line,
    stockItemId: id,
    posology: text,
    opens: fc.option(fc.record({ stockItemId: id, boxes: fc.integer({ min: 1, max: 9 }) }), { nil: null }),
  },
  { requiredKeys: ['id', 'label', 'quantity', 'price', 'stockItemId'] },
)
const shares = fc.array(fc.record({ lineId: id, amount }), { maxLength: 4 })
const paid = <Type extends string>(type: Type) => ({ id, amount, type: fc.constant(type) })
const settled: ('id' | 'amount' | 'type')[] = ['id', 'amount', 'type']
const payment = fc.oneof(
  fc.record({ ...paid('CASH'), tendered: amount }),
  fc.record({ ...paid('CHEQUE'), chequeNumber: text, bank: text }),
  fc.record(paid('CREDIT_CARD')),
  fc.record({ ...paid('MOBILE_MONEY'), phoneOperator: text, transactionReference: text }),
  fc.record(
    {
      ...paid('INSURANCE'),
      insuranceMetadata: fc.record({
        insurer: text,
        coverage: fc.constantFrom(null, 0, 70, 82.5, 100),
        contractPolicy: fc.option(id, { nil: null }),
        voucher: text,
      }),
      shares,
    },
    { requiredKeys: [...settled, 'insuranceMetadata'] },
  ),
  fc.record(
    {
      ...paid('SOCIAL_SECURITY'),
      socialSecurityMetadata: fc.record(
        { body: text, identifier: text, contractPolicy: id },
        { requiredKeys: ['body', 'identifier'] },
      ),
      shares,
    },
    { requiredKeys: [...settled, 'socialSecurityMetadata'] },
  ),
  fc.record({ ...paid('CREDIT'), creditMetadata: fc.record({ person: fc.option(id, { nil: null }) }) }),
  fc.record(
    {
      ...paid('CREDIT_ORG'),
      creditMetadata: fc.record(
        { organization: fc.option(id, { nil: null }), contractPolicy: fc.option(id, { nil: null }) },
        { requiredKeys: ['organization'] },
      ),
      shares,
    },
    { requiredKeys: [...settled, 'creditMetadata'] },
  ),
  fc.record(
    { ...paid('DISCOUNT'), percent: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: null }) },
    { requiredKeys: settled },
  ),
)
const prescription = fc.record({
  prescriber: text,
  prescriberAddress: text,
  prescribedOn: fc.constantFrom(null, '2026-11-20'),
  patientName: text,
  patientAddress: text,
})

/** Any sale that the contract takes: fields that are left out, null or there, each on its own. */
export const anySentSale = fc.record(
  {
    id,
    revision: fc.integer({ min: 1, max: 9 }),
    identifier: fc.constantFrom('K7QF-1', '0418-99999', 'T-9'),
    terminalId: id,
    sessionId: id,
    sellerId: id,
    sellerRoles: fc.uniqueArray(fc.constantFrom('vendeur', 'pharmacien', 'Rôle d’été'), { maxLength: 3 }),
    soldAt: fc
      .date({ min: new Date('2020-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    registerId: id,
    patientId: fc.option(id, { nil: null }),
    replaces: fc.option(id, { nil: null }),
    prescription: fc.option(prescription, { nil: null }),
    records: fc.array(record, { maxLength: 8 }),
    vouchers: fc.array(fc.record(line), { maxLength: 2 }),
    payments: fc.array(payment, { maxLength: 4 }),
    total: amount,
    rounding: fc.integer({ min: -24, max: 24 }),
  },
  {
    requiredKeys: [
      'id',
      'revision',
      'identifier',
      'terminalId',
      'sessionId',
      'sellerId',
      'sellerRoles',
      'soldAt',
      'registerId',
      'patientId',
      'records',
      'vouchers',
      'payments',
      'total',
      'rounding',
    ],
  },
)
