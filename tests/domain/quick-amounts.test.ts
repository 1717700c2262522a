import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minor } from '#shared/domain/money.ts'
import { quickAmounts } from '#shared/domain/quick-amounts.ts'

const xof = [10_000, 5_000, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 10, 5]
const tendered = (due: number, denominations = xof) =>
  quickAmounts(minor(due), denominations).map((amount) => amount.tendered)

describe('what a customer hands over in XOF', () => {
  test.each([
    [4_890, [4_890, 5_000, 5_500, 10_000]],
    [2_890, [2_890, 3_000, 5_000, 10_000]],
    [1_450, [1_450, 1_500, 2_000, 5_000]],
    [125, [125, 200, 250, 500]],
    [5_000, [5_000, 5_500, 10_000]],
    [9_800, [9_800, 10_000, 10_500]],
    [10_000, [10_000, 10_500]],
    [12_300, [12_300, 12_500, 15_000, 20_000]],
    [0, []],
  ])('for %i', (due, expected) => expect(tendered(due)).toEqual(expected))

  test('with the change of each', () => {
    expect(quickAmounts(minor(4_890), xof)).toEqual([
      { tendered: 4_890, change: 0 },
      { tendered: 5_000, change: 110 },
      { tendered: 5_500, change: 610 },
      { tendered: 10_000, change: 5_110 },
    ])
  })
})

test('another country, other notes; without any the exact sum still stands', () => {
  expect(tendered(730, [1_000, 500, 200, 100, 50, 20, 10, 5])).toEqual([730, 750, 800, 1_000])
  expect(tendered(3, [])[0]).toBe(3)
})

test('always: the exact sum first, ascending, each once, at most 4, change = tendered − due, nothing silly', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200_000 }),
      fc.constantFrom(xof, [1_000, 500, 200, 100, 50, 20, 10, 5], [20_000, 10_000, 5_000, 2_000, 1_000, 500]),
      (due, denominations) => {
        const amounts = quickAmounts(minor(due), denominations)
        expect(amounts[0]).toEqual({ tendered: due, change: 0 })
        expect(amounts.length).toBeLessThanOrEqual(4)
        expect(amounts.map((amount) => amount.tendered)).toEqual(
          [...new Set(amounts.map((amount) => amount.tendered))].toSorted((a, b) => a - b),
        )
        for (const amount of amounts) {
          expect(amount.change).toBe(amount.tendered - due)
          // Nobody hands over a largest note more than needed.
          expect(amount.change).toBeLessThan(denominations[0]!)
        }
      },
    ),
  )
})
