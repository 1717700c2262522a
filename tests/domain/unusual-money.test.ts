import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quickAmounts } from '#shared/domain/quick-amounts.ts'
import { minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { isFarAbove, largeChange } from '#shared/domain/unusual-money.ts'

const notes = [10_000, 5000, 2000, 1000, 500, 100]
const cash = (amount: number, tendered: number): Payment[] => [{ id: 'c', type: 'CASH', amount, tendered }]

test('change above the largest note is asked about; the code of a box and 100 million are', () => {
  expect(largeChange({ payments: cash(3850, 340_093_595) }, notes)).toEqual({
    tendered: 340_093_595,
    change: 340_089_745,
  })
  expect(largeChange({ payments: cash(3850, 100_000_000) }, notes)).toMatchObject({ change: 99_996_150 })
  expect(largeChange({ payments: cash(3850, 10_000) }, notes)).toBeNull()
  expect(largeChange({ payments: cash(3850, 13_850) }, notes)).toBeNull()
  expect(largeChange({ payments: [] }, notes)).toBeNull()
})

test('what a correction gives back of the replaced sale is no change', () => {
  const money = { payments: cash(50_000, 50_000), rounding: 0 }
  const replaces = { id: 'r', number: 1, money } as unknown as NonNullable<
    Parameters<typeof largeChange>[0]['replaces']
  >
  expect(largeChange({ payments: cash(10_000, 50_000), replaces }, notes)).toBeNull()
  expect(largeChange({ payments: cash(10_000, 90_000), replaces }, notes)).toEqual({ tendered: 40_000, change: 40_000 })
})

test('no proposed note is asked about, whatever is due', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000 }), (due) => {
      for (const { tendered } of quickAmounts(minor(due), notes))
        expect(largeChange({ payments: cash(due, tendered) }, notes)).toBeNull()
    }),
  )
})

test('a zero too many is far above what is usual, the double is not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (usual) => {
      expect(isFarAbove(usual * 10, usual)).toBe(true)
      expect(isFarAbove(usual * 2, usual)).toBe(false)
      expect(isFarAbove(usual * 10, 0)).toBe(false)
    }),
  )
})
