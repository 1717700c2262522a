import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxesToOpen, looseUnitsClaimed, unitItemIdOf, unitPriceOf } from '#shared/domain/unpack.ts'

describe('unitItemIdOf', () => {
  test('is the id of the box with version 8, however it is spelled', () => {
    expect(unitItemIdOf('019f0000-0000-7000-8000-000000000012')).toBe('019f0000-0000-8000-8000-000000000012')
    expect(unitItemIdOf('019F0000-0000-7ABC-8000-00000000ABCD')).toBe('019f0000-0000-8abc-8000-00000000abcd')
  })
  // The demo and stock that was imported name their lots by hashes, which are of version 8.
  test('a box of version 8 has its units under version 7', () =>
    expect(unitItemIdOf('019f0000-0000-8000-8000-000000000012')).toBe('019f0000-0000-7000-8000-000000000012'))
  test.each([
    '',
    'coartem',
    '019f0000-0000-7000-8000-00000000001',
    '019f0000000070008000000000000012',
    ' 019f0000-0000-7000-8000-000000000012',
  ])('« %s » is no UUID', (id) => {
    expect(() => unitItemIdOf(id)).toThrow(RangeError)
  })
  test('law: two boxes never share their units, and no box is its own', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [4, 7, 8] }), fc.uuid({ version: 7 }), (one, other) => {
        expect(unitItemIdOf(one)).not.toBe(one)
        fc.pre(other !== one && other.slice(15) !== one.slice(15))
        expect(unitItemIdOf(other)).not.toBe(unitItemIdOf(one))
      }),
    )
  })
})

describe('unitPriceOf', () => {
  test('1 250 F for 30 tablets are 45 F each: rounded up to the coin', () => expect(unitPriceOf(1_250, 30, 5)).toBe(45))
  test('what divides into coins stays', () => expect(unitPriceOf(1_200, 24, 5)).toBe(50))
  test('a gift by the unit is a gift', () => expect(unitPriceOf(0, 24, 5)).toBe(0))
  test.each([
    [0, 5],
    [2.5, 5],
    [-3, 5],
    [12, 0],
    [12, Number.NaN],
  ])('%s units or steps of %s are none', (units, step) =>
    expect(() => unitPriceOf(1_000, units, step)).toThrow(RangeError),
  )
  test('law: payable in coins, never under its share of the box, less than one coin above', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000_000),
        fc.integer({ min: 1, max: 1_000 }),
        fc.constantFrom(1, 5, 25),
        (box, units, step) => {
          const price = unitPriceOf(box, units, step)
          expect(price % step).toBe(0)
          expect(price * units).toBeGreaterThanOrEqual(box)
          expect((price - step) * units).toBeLessThan(box)
        },
      ),
    )
  })
})

describe('boxesToOpen', () => {
  const box30 = { unitsPerBox: 30 }
  test('3 tablets: one box of 30', () => expect(boxesToOpen({ ...box30, asked: 3, unitsLeft: 0 })).toBe(1))
  test('12 are left of an opened box: none', () => expect(boxesToOpen({ ...box30, asked: 12, unitsLeft: 12 })).toBe(0))
  test('13 of 12 left: one more', () => expect(boxesToOpen({ ...box30, asked: 13, unitsLeft: 12 })).toBe(1))
  test('what is missing on the shelf is not opened for again', () =>
    expect(boxesToOpen({ ...box30, asked: 30, unitsLeft: -7 })).toBe(1))
  test.each([0, 1.5, -30])('a box of %s units is none', (unitsPerBox) =>
    expect(() => boxesToOpen({ unitsPerBox, asked: 1, unitsLeft: 0 })).toThrow(RangeError),
  )
  test('law: enough is opened, and one box less would not be', () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.integer({ min: -100, max: 500 }),
        fc.integer({ min: 1, max: 200 }),
        (asked, unitsLeft, unitsPerBox) => {
          const boxes = boxesToOpen({ asked, unitsLeft, unitsPerBox })
          const loose = Math.max(0, unitsLeft)
          expect(Number.isInteger(boxes) && boxes >= 0).toBe(true)
          expect(loose + boxes * unitsPerBox).toBeGreaterThanOrEqual(asked)
          if (boxes > 0) expect(loose + (boxes - 1) * unitsPerBox).toBeLessThan(asked)
        },
      ),
    )
  })
})

describe('looseUnitsClaimed', () => {
  const claimed = (records: Parameters<typeof looseUnitsClaimed>[0]) =>
    Object.fromEntries(looseUnitsClaimed(records, () => 30))
  test('what is asked of units that are loose', () =>
    expect(
      claimed([
        { stockItemId: 'a', quantity: 3 },
        { stockItemId: 'b', quantity: 2 },
        { stockItemId: 'a', quantity: 4 },
      ]),
    ).toEqual({ a: 7, b: 2 }))
  test('a box that is opened for a line gives its units first', () => {
    expect(claimed([{ stockItemId: 'a', quantity: 4, opens: { stockItemId: 'box', boxes: 1 } }])).toEqual({ a: 0 })
    expect(claimed([{ stockItemId: 'a', quantity: 32, opens: { stockItemId: 'box', boxes: 1 } }])).toEqual({ a: 2 })
  })
  test('what one line leaves of its box is nobody’s before the box is open', () =>
    expect(
      claimed([
        { stockItemId: 'a', quantity: 4, opens: { stockItemId: 'box', boxes: 1 } },
        { stockItemId: 'a', quantity: 5 },
      ]),
    ).toEqual({ a: 5 }))

  const gestures = fc.array(fc.record({ at: fc.nat(2), quantity: fc.integer({ min: 1, max: 90 }) }), { maxLength: 12 })
  test('law: sales that are typed side by side never take more than is loose, in whatever order they are closed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5, max: 80 }),
        fc.integer({ min: 1, max: 40 }),
        gestures,
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (unitsLeft, unitsPerBox, typed, closing) => {
          const sales = new Map<number, { quantity: number; boxes: number }>()
          const recordsOf = (ids: readonly number[]) =>
            ids
              .flatMap((id) => sales.get(id) ?? [])
              .map(({ quantity, boxes }) => ({
                stockItemId: 'units',
                quantity,
                ...(boxes > 0 && { opens: { stockItemId: 'box', boxes } }),
              }))
          for (const { at, quantity } of typed) {
            const others =
              looseUnitsClaimed(recordsOf([0, 1, 2].filter((id) => id !== at)), () => unitsPerBox).get('units') ?? 0
            sales.set(at, {
              quantity,
              boxes: boxesToOpen({ asked: quantity, unitsLeft: unitsLeft - others, unitsPerBox }),
            })
          }
          let loose = Math.max(0, unitsLeft)
          for (const id of closing) {
            const { quantity, boxes } = sales.get(id) ?? { quantity: 0, boxes: 0 }
            loose += boxes * unitsPerBox - quantity
            expect(loose).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })
})
