import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NewSale } from '#shared/contract/sales.ts'
import {
  edited,
  endSale,
  isToCollect,
  type LocalSale,
  newLocalSale,
  openSale,
  prepareSale,
  releaseSale,
  releaseSession,
  sendBackSale,
  isUnfinishedOf,
  WrongSaleStatus,
} from '#shared/domain/local-sale.ts'
import { toNewSale } from '#shared/domain/sale-to-send.ts'
import { minor } from '#shared/domain/money.ts'
import { type ClosingRights, type Preparation, rightsWith } from '#shared/domain/preparation.ts'
import {
  addRecord,
  addVoucher,
  openBoxes,
  payCash,
  removeRecord,
  setPatient,
  setPayments,
  setPrice,
  setQuantity,
} from '#shared/domain/sale-lines.ts'
import { aCash, anyRecord, aRecord, aVoucher } from '#tests/domain/support/any-sale.ts'

const uuid = (n: number) => `0193a1b2-0000-7000-8000-00000000000${n}`
const vendeur: ClosingRights = {
  maySellExpired: false,
  mayDispenseListed: false,
  mayDiscount: false,
  discountLimit: null,
}
const pharmacien: ClosingRights = {
  maySellExpired: true,
  mayDispenseListed: true,
  mayDiscount: true,
  discountLimit: 10,
}
const byRachelle: Preparation = {
  userId: uuid(2),
  name: 'HOUNKPATIN Rachelle',
  at: '2026-11-21T10:05:00.000Z',
  sessionId: uuid(3),
  rights: pharmacien,
}
const aDiscount = (amount: number) => ({ id: 'p-discount', type: 'DISCOUNT' as const, amount })
const anOpenOne = (of: Partial<LocalSale> = {}): LocalSale => ({
  ...openSale(
    newLocalSale({ id: uuid(1), identifier: 'K7QF-1', createdAt: '2026-11-21T10:00:00.000Z' }),
    uuid(2),
    uuid(3),
  ),
  records: [aRecord({ id: uuid(4), stockItemId: uuid(5) })],
  payments: [aDiscount(50)],
  ...of,
})
/** Made ready by Rachelle, opened by the cashier. */
const collected = (of: Partial<LocalSale> = {}) => openSale(prepareSale(anOpenOne(of), byRachelle), uuid(6), uuid(7))

describe('a sale that is made ready for the cashier', () => {
  test('waits for him, held by nobody, with all that was typed; made ready again it is by the last one', () => {
    const ready = prepareSale(anOpenOne(), byRachelle)
    expect(ready).toMatchObject({
      status: 'LOCAL',
      openedBy: null,
      sessionId: null,
      records: anOpenOne().records,
      payments: [aDiscount(50)],
      preparation: byRachelle,
    })
    expect(isToCollect(ready)).toBe(true)
    const byAurele = { ...byRachelle, userId: uuid(8), rights: vendeur }
    expect(prepareSale(collected(), byAurele).preparation).toEqual(byAurele)
  })

  test('is made ready only while it is open; one that was only put aside waits for nobody at the cashier’s', () => {
    expect(() => prepareSale(releaseSale(anOpenOne()), byRachelle)).toThrow(WrongSaleStatus)
    expect(() => prepareSale(endSale(anOpenOne()), byRachelle)).toThrow(WrongSaleStatus)
    expect(isToCollect(releaseSale(anOpenOne()))).toBe(false)
  })

  test('in somebody’s hands it is nobody else’s; put aside, or locked away, it waits for the cashier again', () => {
    expect(isToCollect(collected())).toBe(false)
    expect(isToCollect(releaseSale(collected()))).toBe(true)
    expect(isToCollect(releaseSession(collected(), uuid(7)))).toBe(true)
  })

  test('says when it is sent who made it ready, and fits the contract', () => {
    const sent = toNewSale(
      collected({ payments: [aDiscount(50), aCash(1400)].map((payment, n) => ({ ...payment, id: uuid(n) })) }),
      {
        terminalId: uuid(1),
        sellerRoles: ['caissier'],
        soldAt: '2026-11-21T10:10:00.000Z',
        registerId: uuid(2),
        cashStep: 5,
      },
    )
    expect(sent).toMatchObject({
      sellerId: uuid(6),
      sessionId: uuid(7),
      preparation: { userId: uuid(2), sessionId: uuid(3), at: byRachelle.at },
    })
    expect(NewSale.parse(sent)).toEqual(sent)
    expect(
      toNewSale(anOpenOne(), {
        terminalId: uuid(1),
        sellerRoles: [],
        soldAt: byRachelle.at,
        registerId: uuid(2),
        cashStep: 5,
      }),
    ).not.toHaveProperty('preparation')
  })
})

describe('the rights of who made it ready', () => {
  const rightsOf = (sale: LocalSale) => rightsWith(vendeur, sale.preparation)

  test('count for what was made ready: paid, for a patient, out of other boxes, or with the AIB of a buyer', () => {
    const levy = aVoucher({ id: uuid(8), quantity: 1, price: 15, levy: 'A' })
    for (const sale of [
      edited(collected(), 'settle', { vouchers: [levy] }),
      edited(collected({ vouchers: [levy] }), 'settle', { vouchers: [{ ...levy, price: 14 }] }),
      collected(),
      payCash(collected(), { id: 'p', tendered: 2000 }, 5),
      setPatient(collected(), { id: uuid(9), firstName: 'Afi', lastName: 'Zinsou' }),
      openBoxes(collected(), uuid(4), { stockItemId: uuid(9), boxes: 1 }),
    ]) {
      expect(rightsOf(sale)).toEqual(pharmacien)
    }
  })

  test.each<[string, (sale: LocalSale) => LocalSale]>([
    ['another quantity', (sale) => setQuantity(sale, uuid(4), 2)],
    ['another price', (sale) => setPrice(sale, uuid(4), minor(1000))],
    ['another line', (sale) => addRecord(sale, aRecord({ id: uuid(8), stockItemId: uuid(9) }))],
    ['a line less', (sale) => removeRecord(sale, uuid(4))],
    ['a service', (sale) => addVoucher(sale, aVoucher())],
    ['a larger discount', (sale) => setPayments(sale, [aDiscount(500)])],
    ['no discount', (sale) => setPayments(sale, [])],
  ])('end with %s; who made it ready is still named, and taking it back does not give them again', (_, change) => {
    const changed = change(collected())
    expect(changed.preparation).toEqual({ ...byRachelle, sessionId: null })
    expect(rightsOf(changed)).toEqual(vendeur)
    expect(setPayments(changed, [aDiscount(50)]).preparation!.sessionId).toBeNull()
  })

  test('leave one’s own limit where neither may discount', () => {
    expect(rightsWith(vendeur, { ...byRachelle, rights: vendeur })).toEqual(vendeur)
    expect(
      rightsWith({ ...vendeur, discountLimit: 7 }, { ...byRachelle, rights: { ...vendeur, discountLimit: 9 } })
        .discountLimit,
    ).toBe(7)
  })

  test('add to one’s own: nobody loses what he may', () => {
    expect(rightsWith({ ...vendeur, mayDiscount: true, discountLimit: 5 }, byRachelle)).toEqual(pharmacien)
    expect(rightsWith({ ...vendeur, mayDiscount: true, discountLimit: null }, byRachelle)).toEqual({
      ...pharmacien,
      discountLimit: null,
    })
    expect(rightsWith({ ...vendeur, mayDiscount: true, discountLimit: 25 }, byRachelle).discountLimit).toBe(25)
    expect(rightsWith(vendeur, undefined)).toBe(vendeur)
    const { mayDispenseListed: _, ...older } = pharmacien
    expect(rightsWith(vendeur, { ...byRachelle, rights: older }).mayDispenseListed).toBe(false)
  })

  const anyRights: fc.Arbitrary<ClosingRights> = fc.record({
    maySellExpired: fc.boolean(),
    mayDispenseListed: fc.boolean(),
    mayDiscount: fc.boolean(),
    discountLimit: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
  })
  const mayTakeOff = ({ mayDiscount, discountLimit }: ClosingRights, percent: number) =>
    mayDiscount && (discountLimit === null || percent <= discountLimit)

  test('law: a discount is allowed exactly where one of both may give it, an expired lot likewise', () => {
    fc.assert(
      fc.property(anyRights, anyRights, fc.integer({ min: 0, max: 100 }), (own, rights, percent) => {
        const both = rightsWith(own, { ...byRachelle, rights })
        expect(mayTakeOff(both, percent)).toBe(mayTakeOff(own, percent) || mayTakeOff(rights, percent))
        expect(both.maySellExpired).toBe(own.maySellExpired || rights.maySellExpired)
        expect(both.mayDispenseListed).toBe(own.mayDispenseListed || rights.mayDispenseListed)
      }),
    )
  })

  test('law: whatever is sold besides, the rights are gone', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(rightsOf(addRecord(collected(), record))).toEqual(vendeur)
      }),
    )
  })
})

describe('a sale that the cashier sends back', () => {
  const word = {
    kind: 'sent-back' as const,
    by: 'SOGLO Koffi',
    at: '2026-11-21T10:10:00.000Z',
    word: 'Prix à vérifier',
  }

  test('keeps all that was sold, waits for who prepared it, and for no cashier', () => {
    const prepared = prepareSale(anOpenOne(), byRachelle)
    const back = sendBackSale(prepared, word)
    expect(back).toMatchObject({ status: 'LOCAL', records: prepared.records, sentBack: word, openedBy: null })
    expect(isToCollect(back)).toBe(false)
    expect(isUnfinishedOf({ ...back, records: [aRecord()] }, byRachelle.userId)).toBe(true)
  })

  test('is sent to the cashier again without the word of before', () => {
    const back = sendBackSale(prepareSale(anOpenOne(), byRachelle), word)
    const again = prepareSale(openSale(back, byRachelle.userId, uuid(3)), byRachelle)
    expect(again.sentBack).toBeUndefined()
    expect(isToCollect(again)).toBe(true)
  })

  test('was prepared, and is in nobody’s hands', () => {
    expect(() => sendBackSale(anOpenOne(), word)).toThrow(WrongSaleStatus)
    expect(() => sendBackSale(releaseSale(anOpenOne()), word)).toThrow(WrongSaleStatus)
  })
})
