import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxesAndUnits, isOut } from '#shared/domain/boxes-and-units.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

const box = '019f0000-0000-7000-8000-000000000012'

test('boxes and the loose units of an opened box are counted apart', () => {
  const lots = [
    { id: box, units: 24, quantity: 4 },
    { id: unitItemIdOf(box), units: 1, quantity: 8 },
    { id: '019f0000-0000-7000-8000-000000000014', units: 1, quantity: 2 },
  ]
  expect(boxesAndUnits(lots)).toEqual({ boxes: 6, units: 8 })
  expect(isOut(boxesAndUnits(lots))).toBe(false)
})

test('loose units stay loose when their box is empty', () => {
  const lots = [
    { id: box, units: 24, quantity: 0 },
    { id: unitItemIdOf(box), units: 1, quantity: 8 },
  ]
  expect(boxesAndUnits(lots)).toEqual({ boxes: 0, units: 8 })
})

test('a box of two is opened like one of many', () => {
  const lots = [
    { id: box, units: 2, quantity: 3 },
    { id: unitItemIdOf(box), units: 1, quantity: 1 },
  ]
  expect(boxesAndUnits(lots)).toEqual({ boxes: 3, units: 1 })
})

test('what was sold before its delivery was entered is missing', () => {
  expect(boxesAndUnits([{ id: box, units: 1, quantity: -3 }])).toEqual({ boxes: -3, units: 0 })
  expect(isOut({ boxes: -3, units: 0 })).toBe(true)
})

test('law: boxes and units are what the lots hold, whatever their order', () => {
  const lot = fc.record({
    id: fc.uuid({ version: 7 }),
    units: fc.constantFrom(1, 24),
    quantity: fc.integer({ min: -50, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(lot, { maxLength: 8 }), (lots) => {
      const { boxes, units } = boxesAndUnits(lots)
      expect(boxes + units).toBe(lots.reduce((sum, { quantity }) => sum + quantity, 0))
      expect(boxesAndUnits(lots.toReversed())).toEqual({ boxes, units })
    }),
  )
})
