import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  lotMovementsOfOpenings,
  lotMovementsOfReturn,
  lotMovementsOfReversal,
  lotMovementsOfSale,
  type LotMovement,
} from '#shared/domain/stock-movements.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { anyRecord, aRecord } from '#tests/domain/support/any-sale.ts'
import { runs } from '#tests/support/extent.ts'

const box = '018f0000-0000-7000-8000-00000000000a'
const anyRecords = fc.uniqueArray(anyRecord, { maxLength: 8, selector: ({ id }) => id })
const lotsOf = (movements: readonly LotMovement[]) => movements.map(({ stockItemId }) => stockItemId)
const unitsOf = (lines: readonly { quantity: number }[]) => lines.reduce((count, { quantity }) => count + quantity, 0)

test('a sale takes of each lot what all its lines sold of it, in one movement', () => {
  const records = [
    aRecord({ id: 'r1', stockItemId: 'a', quantity: 2 }),
    aRecord({ id: 'r2', stockItemId: 'b', quantity: 1 }),
    aRecord({ id: 'r3', stockItemId: 'a', quantity: 3 }),
  ]
  expect(lotMovementsOfSale(records)).toEqual([
    { stockItemId: 'a', cause: 'sale', quantity: -5 },
    { stockItemId: 'b', cause: 'sale', quantity: -1 },
  ])
  expect(lotMovementsOfReversal(records)).toEqual([
    { stockItemId: 'a', cause: 'sale-canceled', quantity: 5 },
    { stockItemId: 'b', cause: 'sale-canceled', quantity: 1 },
  ])
})

test('a sale of services alone moves no lot', () => {
  expect([lotMovementsOfSale([]), lotMovementsOfReversal([])]).toEqual([[], []])
})

test('a return puts back what may be sold again; a service and a spoilt box go to no shelf', () => {
  const records = [
    aRecord({ id: 'r1', stockItemId: 'a', quantity: 4 }),
    aRecord({ id: 'r2', stockItemId: 'a', quantity: 2 }),
    aRecord({ id: 'r3', stockItemId: 'b', quantity: 1 }),
  ]
  const lines = [
    { lineId: 'r1', quantity: 3, toStock: true },
    { lineId: 'r2', quantity: 1, toStock: true },
    { lineId: 'r3', quantity: 1, toStock: false },
    { lineId: 'a-service', quantity: 1, toStock: true },
  ]
  expect(lotMovementsOfReturn(records, lines)).toEqual([{ stockItemId: 'a', cause: 'return', quantity: 4 }])
})

test('a box that is opened leaves as a box and comes in as its units', () => {
  expect(lotMovementsOfOpenings([{ stockItemId: box, boxes: 2, units: 30 }])).toEqual([
    { stockItemId: box, cause: 'unpack', quantity: -2 },
    { stockItemId: unitItemIdOf(box), cause: 'unpack', quantity: 60 },
  ])
  expect(lotMovementsOfOpenings([])).toEqual([])
})

test('no lot is moved twice by one sale, and all that was sold left the shelf', () => {
  fc.assert(
    fc.property(anyRecords, (records) => {
      const movements = lotMovementsOfSale(records)
      expect(new Set(lotsOf(movements)).size).toBe(movements.length)
      expect(unitsOf(movements) + unitsOf(records)).toBe(0)
      expect(movements.every(({ quantity }) => quantity < 0)).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})

test('returns of all lines, one by one, put back what the sale took', () => {
  fc.assert(
    fc.property(anyRecords, (records) => {
      const back = records.flatMap(({ id, quantity }) =>
        lotMovementsOfReturn(records, [{ lineId: id, quantity, toStock: true }]),
      )
      const stands = new Map<string, number>()
      for (const { stockItemId, quantity } of [...lotMovementsOfSale(records), ...back])
        stands.set(stockItemId, (stands.get(stockItemId) ?? 0) + quantity)
      expect([...stands.values()].every((quantity) => quantity === 0)).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})

test('opening neither makes nor loses a unit', () => {
  const anyOpened = fc.record({
    stockItemId: fc.constantFrom(box, '018f0000-0000-7000-8000-00000000000b'),
    boxes: fc.integer({ min: 1, max: 9 }),
    units: fc.constant(30),
  })
  fc.assert(
    fc.property(fc.array(anyOpened, { maxLength: 5 }), (opened) => {
      const boxes = new Set<string>(opened.map(({ stockItemId }) => stockItemId))
      const movements = lotMovementsOfOpenings(opened)
      const inUnits = movements.map(({ stockItemId, quantity }) => quantity * (boxes.has(stockItemId) ? 30 : 1))
      expect(inUnits.reduce((sum, units) => sum + units, 0)).toBe(0)
      expect(new Set(lotsOf(movements)).size).toBe(movements.length)
    }),
    { numRuns: runs(300) },
  )
})
