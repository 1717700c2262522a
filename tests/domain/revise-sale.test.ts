import { expect, test } from 'vitest'
import { newLocalSale } from '#shared/domain/local-sale.ts'
import { comingBack, reviseSale, type ClosedSale } from '#shared/domain/revise-sale.ts'
import { aCash, aRecord, aVoucher } from '#tests/domain/support/any-sale.ts'

const made = { id: 'new', identifier: 'K1-2', createdAt: '2026-11-21T11:42:00.000Z' }
const holder = { userId: 'afi', sessionId: 'unlock' }
const prescription = {
  prescriber: 'Dr Kpadé',
  prescriberAddress: null,
  prescribedOn: null,
  patientName: null,
  patientAddress: null,
}
const aClosedSale = (of: Partial<ClosedSale> = {}): ClosedSale => ({
  id: 'old',
  number: 12,
  registerId: 'register-1',
  rounding: -2,
  records: [aRecord({ quantity: 2 })],
  vouchers: [aVoucher()],
  payments: [aCash(3400)],
  patient: { id: 'p1', firstName: 'Clarisse', lastName: 'Agbodjan' },
  ...of,
})

test('a new version is a sale of its own, open, with all that the closed one had', () => {
  const closed = aClosedSale({ prescription, isInvoiced: true })
  const { records, vouchers, payments, patient } = closed
  expect(reviseSale(made, closed, holder)).toMatchObject({
    ...made,
    status: 'ONGOING',
    openedBy: 'afi',
    sessionId: 'unlock',
    revision: 1,
    records,
    vouchers,
    payments,
    patient,
    prescription,
    isInvoiced: true,
  })
  expect('prescription' in reviseSale(made, aClosedSale(), holder)).toBe('prescription' in newLocalSale(made))
})

test('a new version knows what it replaces: its number, its lines and where its money is', () => {
  const { replaces } = reviseSale(made, aClosedSale(), holder)
  expect(replaces).toEqual({
    id: 'old',
    number: 12,
    comesBack: [{ stockItemId: 's1', quantity: 2 }],
    money: { registerId: 'register-1', payments: [aCash(3400)], rounding: -2 },
  })
})

test('a new version opens no box again: the units of the closed one come back loose', () => {
  const closed = aClosedSale({
    records: [aRecord({ stockItemId: 'units', quantity: 3, opens: { stockItemId: 'box', boxes: 1 } })],
  })
  const { records, replaces } = reviseSale(made, closed, holder)
  expect(records).toEqual([aRecord({ stockItemId: 'units', quantity: 3 })])
  expect(replaces?.comesBack).toEqual([{ stockItemId: 'units', quantity: 3 }])
})

test('what comes back of a lot is the sum of its lines; a sale that replaces nothing gets nothing back', () => {
  const records = [
    aRecord({ quantity: 2 }),
    aRecord({ id: 'r2', quantity: 3 }),
    aRecord({ id: 'r3', stockItemId: 's2' }),
  ]
  expect([...comingBack(reviseSale(made, aClosedSale({ records }), holder))]).toEqual([
    ['s1', 5],
    ['s2', 1],
  ])
  expect([...comingBack(newLocalSale(made))]).toEqual([])
})
