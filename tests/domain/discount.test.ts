import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountLimitOf, largestDiscount } from '#shared/domain/discount.ts'
import { minor } from '#shared/domain/money.ts'

const discounts = (discountLimit: number | null) => ({ permissions: ['sale.sell', 'sale.discount'], discountLimit })

describe('discountLimitOf', () => {
  test('the highest of the roles that discount', () => expect(discountLimitOf([discounts(5), discounts(10), { permissions: ['sale.sell'], discountLimit: 90 }])).toBe(10))
  test('a role without a limit lifts those of the others', () => expect(discountLimitOf([discounts(5), discounts(null), discounts(7)])).toBeNull())
  test('who has no such role is not limited: he has no right', () => expect(discountLimitOf([{ permissions: ['sale.sell'], discountLimit: 5 }])).toBeNull())
  test('nothing at all may be taken off under 0 %', () => expect(discountLimitOf([discounts(0)])).toBe(0))
})

describe('largestDiscount', () => {
  test('10 % of 4 895 F is 489 F: rounded down', () => expect(largestDiscount(minor(4_895), 10)).toBe(489))
  test('law: never above the limit, and one franc more would be', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 0, max: 100 }), (total, limit) => {
        const largest = largestDiscount(minor(total), limit)!
        expect(largest * 100).toBeLessThanOrEqual(total * limit)
        expect((largest + 1) * 100).toBeGreaterThan(total * limit)
      }),
    )
  })
})
