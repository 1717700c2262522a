import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newLocalSale, openSale, saleUnits } from '#shared/domain/local-sale.ts'
import { replaceRecord } from '#shared/domain/replace-record.ts'
import { addRecord, setPosology } from '#shared/domain/sale-lines.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'

const line = (id: string, given: Partial<SaleRecord> = {}): SaleRecord => ({
  id,
  stockItemId: `lot-${id}`,
  label: `Produit ${id}`,
  quantity: 2,
  price: 1_250,
  ...given,
})
const open = (records: readonly SaleRecord[]) =>
  records.reduce(
    addRecord,
    openSale(newLocalSale({ id: 's', identifier: 'K7QF-1', createdAt: '2026-11-21T10:00:00.000Z' }), 'u', 'session'),
  )
const generic = { stockItemId: 'generic', label: 'Amoxicilline Biogaran', price: 980, quantity: 2 }

test('the line keeps its place, its id and how it is taken; the boxes that were to be opened were of what it was', () => {
  const before = setPosology(
    open([line('a', { opens: { stockItemId: 'box', boxes: 1 } }), line('b')]),
    'a',
    '1 matin et soir',
  )
  expect(replaceRecord(before, 'a', generic).records).toEqual([
    { id: 'a', ...generic, posology: '1 matin et soir' },
    line('b'),
  ])
})

test('what stands on another line already adds up there', () => {
  expect(
    replaceRecord(open([line('a', { quantity: 1 }), line('b')]), 'b', { ...generic, stockItemId: 'lot-a' }).records,
  ).toEqual([line('a', { quantity: 3 })])
})

test('what is given for nothing is a line too', () => {
  expect(replaceRecord(open([line('a')]), 'a', { ...generic, price: 0, quantity: 1 }).records).toMatchObject([
    { price: 0, quantity: 1 },
  ])
})

test('a line that is gone changes nothing', () => {
  const before = open([line('a')])
  expect(replaceRecord(before, 'gone', generic)).toBe(before)
})

test.each([{ quantity: 0 }, { quantity: 1.5 }, { price: -5 }, { price: 0.5 }])('%o is no line', (wrong) => {
  expect(() => replaceRecord(open([line('a')]), 'a', { ...generic, ...wrong })).toThrow(RangeError)
})

test('law: nothing else of the sale moves, and no unit is lost', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.nat(7),
      fc.integer({ min: 1, max: 99 }),
      fc.option(fc.nat(7)),
      (count, at, quantity, other) => {
        const before = open(Array.from({ length: count }, (_, index) => line(`${index}`)))
        const id = `${at % count}`
        const after = replaceRecord(before, id, {
          ...generic,
          quantity,
          ...(other !== null && { stockItemId: `lot-${other % count}` }),
        })
        expect(saleUnits(after)).toBe(saleUnits(before) - 2 + quantity)
        const others = before.records.filter(
          (record) => record.id !== id && (other === null || record.id !== `${other % count}`),
        )
        expect(after.records).toEqual(expect.arrayContaining(others))
      },
    ),
  )
})
