import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ParkedContent } from '#shared/contract/parked-sales.ts'
import {
  endSale,
  newLocalSale,
  openSale,
  refuseSale,
  releaseSale,
  resumeSale,
  saleTotal,
  WrongSaleStatus,
  type LocalSale,
} from '#shared/domain/local-sale.ts'
import { adoptSale, parkedContentOf } from '#shared/domain/parked-content.ts'
import { reviseSale } from '#shared/domain/revise-sale.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { aCash, anySale, aRecord, aVoucher } from '#tests/domain/support/any-sale.ts'

const made = { id: 'sale-1', identifier: '0418-1', createdAt: '2026-11-21T10:00:00.000Z' }
const rachelle = { userId: 'user-2', sessionId: 'session-2' }
const anOpenOne = (of: Partial<LocalSale> = {}): LocalSale => ({
  ...openSale(newLocalSale(made), 'user-1', 'session-1'),
  ...of,
})
const uuid = (n: number) => `0193a1b2-0000-7000-8000-00000000000${n}`
const everything: Partial<LocalSale> = {
  records: [
    aRecord({ id: uuid(1), stockItemId: uuid(2), posology: 'matin', opens: { stockItemId: uuid(3), boxes: 1 } }),
  ],
  vouchers: [aVoucher({ id: uuid(4) })],
  payments: [aCash(1450, 5000, uuid(5))],
  patient: { id: uuid(6), firstName: 'Afi', lastName: 'Zinsou' },
  declinedPolicies: [uuid(7)],
  voucherNumbers: { [uuid(7)]: 'B-2214' },
  replaces: { id: uuid(8), number: 12 },
  isInvoiced: true,
  preparation: {
    userId: uuid(9),
    name: 'ZINSOU Afi',
    at: '2026-11-21T10:05:00.000Z',
    sessionId: null,
    rights: { maySellExpired: false, mayDiscount: true, discountLimit: 10 },
  },
  buyer: { organizationId: null, name: 'SOBEBRA SA', taxId: '3200700000018', contact: null, address: null },
  prescription: {
    prescriber: 'Dr Amoussou',
    prescriberAddress: null,
    prescribedOn: '2026-11-20',
    patientName: null,
    patientAddress: null,
  },
}

test.each([true, false])('whoever takes a parked sale over has all of it, invoice: %s, and holds it', (isInvoiced) => {
  const sale = anOpenOne({ ...everything, isInvoiced })
  const taken = adoptSale(parkedContentOf(sale), sale.id, rachelle)
  expect(taken).toEqual({ ...sale, openedBy: 'user-2', sessionId: 'session-2' })
})

test('a raised revision goes with it', () => {
  const raised = anOpenOne({ ...everything, revision: 2 })
  expect(adoptSale(parkedContentOf(raised), raised.id, rachelle)).toMatchObject({ revision: 2, status: 'ONGOING' })
})

test('what is parked is what the contract takes', () => {
  const content = parkedContentOf(anOpenOne(everything))
  expect(ParkedContent.parse(content)).toEqual(content)
  const bare = parkedContentOf(releaseSale(anOpenOne()))
  expect(ParkedContent.parse(bare)).toEqual(bare)
})

test('what is ended or refused is not parked, and what was refused not either once it is resumed', () => {
  const ended = endSale(anOpenOne(everything))
  const refused = refuseSale(ended, [{ message: 'sales:overpaid' }])
  const resumed = resumeSale(refused, 'user-1', 'session-1')
  for (const sale of [ended, refused, resumed]) expect(() => parkedContentOf(sale)).toThrow(WrongSaleStatus)
})

test('the new version of a closed sale has everything of it, an id of its own, and opens no box again', () => {
  const { records, vouchers, payments, patient, prescription, buyer } = anOpenOne(everything)
  const revised = reviseSale(
    { ...made, id: 'sale-2', identifier: '0418-2' },
    {
      id: 'closed',
      number: 4711,
      records,
      vouchers,
      payments,
      patient,
      prescription,
      buyer,
      registerId: 'drawer',
      rounding: 0,
    },
    rachelle,
  )
  expect(revised).toMatchObject({
    id: 'sale-2',
    identifier: '0418-2',
    status: 'ONGOING',
    revision: 1,
    openedBy: 'user-2',
    vouchers,
    // The change was given back with the closed sale.
    payments: payments.map((payment) => (payment.type === 'CASH' ? { ...payment, tendered: payment.amount } : payment)),
    patient,
    prescription,
    buyer,
    replaces: { id: 'closed', number: 4711, money: { registerId: 'drawer', payments, rounding: 0 } },
  })
  expect(revised.records).toEqual([aRecord({ id: uuid(1), stockItemId: uuid(2), posology: 'matin' })])
})

test('always: parked and adopted, or revised, a sale is worth the same to the franc', () => {
  fc.assert(
    fc.property(anySale, fc.boolean(), ({ records, vouchers, payments }, isReleased) => {
      const sale = anOpenOne({ records, vouchers, payments })
      const content = parkedContentOf(isReleased ? releaseSale(sale) : sale)
      const adopted = adoptSale(structuredClone(content), sale.id, rachelle)
      expect(parkedContentOf(adopted)).toEqual(content)
      expect(saleTotal(adopted)).toBe(saleTotal(sale))
      const revised = reviseSale(made, { ...sale, number: 1, registerId: 'drawer', rounding: 0 }, rachelle)
      // The change was given back with the closed sale: the new version begins with the cash that stayed in the drawer.
      expect(saleBalance(revised, 5)).toEqual({ ...saleBalance(sale, 5), change: 0 })
    }),
  )
})
