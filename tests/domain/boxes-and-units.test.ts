import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxesAndUnits } from '#shared/domain/boxes-and-units.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

const box = '019f0000-0000-7000-8000-000000000012'

test('boxes and the loose units of an opened box are counted apart', () => {
  const lots = [
    { id: box, units: 24, quantity: 4, sells: true },
    { id: unitItemIdOf(box), units: 1, quantity: 8, sells: true },
    { id: '019f0000-0000-7000-8000-000000000013', units: 24, quantity: 50, sells: false },
    { id: '019f0000-0000-7000-8000-000000000014', units: 1, quantity: 2, sells: true },
  ]
  expect(boxesAndUnits(lots)).toEqual({ boxes: 6, units: 8 })
})

test('loose units stay loose when their box does not sell', () => {
  const lots = [
    { id: box, units: 24, quantity: 0, sells: false },
    { id: unitItemIdOf(box), units: 1, quantity: 8, sells: true },
  ]
  expect(boxesAndUnits(lots)).toEqual({ boxes: 0, units: 8 })
})

test('what was sold before its delivery was entered is none', () =>
  expect(boxesAndUnits([{ id: box, units: 1, quantity: -3, sells: true }])).toEqual({ boxes: 0, units: 0 }))

test('law: never below zero, never above what the lots that sell hold, whatever their order', () => {
  const lot = fc.record({
    id: fc.uuid({ version: 7 }),
    units: fc.constantFrom(1, 24),
    quantity: fc.integer({ min: -50, max: 50 }),
    sells: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(lot, { maxLength: 8 }), (lots) => {
      const { boxes, units } = boxesAndUnits(lots)
      const held = lots.reduce((sum, { quantity, sells }) => (sells && quantity > 0 ? sum + quantity : sum), 0)
      expect(Math.min(boxes, units)).toBeGreaterThanOrEqual(0)
      expect(boxes + units).toBeLessThanOrEqual(held)
      expect(boxesAndUnits(lots.toReversed())).toEqual({ boxes, units })
    }),
  )
})
