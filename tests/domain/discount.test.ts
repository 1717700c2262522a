import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountLimitOf, discountOf, largestDiscount, lowerLimit } from '#shared/domain/discount.ts'
import { minor } from '#shared/domain/money.ts'

/** Whole ones, and those of a half or a tenth. */
const percents = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
)
const discounts = (discountLimit: number | null) => ({ permissions: ['sale.sell', 'sale.discount'], discountLimit })

describe('discountLimitOf', () => {
  test('the highest of the roles that discount', () =>
    expect(discountLimitOf([discounts(5), discounts(10), { permissions: ['sale.sell'], discountLimit: 90 }])).toBe(10))
  test('a role without a limit lifts those of the others', () =>
    expect(discountLimitOf([discounts(5), discounts(null), discounts(7)])).toBeNull())
  test('who has no such role is not limited: he has no right', () =>
    expect(discountLimitOf([{ permissions: ['sale.sell'], discountLimit: 5 }])).toBeNull())
  test('nothing at all may be taken off under 0 %', () => expect(discountLimitOf([discounts(0)])).toBe(0))
})

describe('lowerLimit', () => {
  test.each([
    [10, 50, 10],
    [10, null, 10],
    [0, null, 0],
    [null, null, null],
  ])('%s and %s: %s, in either order', (one, other, both) => {
    expect(lowerLimit(one, other)).toBe(both)
    expect(lowerLimit(other, one)).toBe(both)
  })
  test('law: what both allow is what each of them allows', () => {
    const limits = fc.option(percents)
    const allows = (limit: number | null, amount: number) =>
      amount <= (largestDiscount(minor(10_000), limit) ?? Number.POSITIVE_INFINITY)
    fc.assert(
      fc.property(limits, limits, fc.nat(20_000), (one, other, amount) => {
        expect(allows(lowerLimit(one, other), amount)).toBe(allows(one, amount) && allows(other, amount))
      }),
    )
  })
})

describe('largestDiscount', () => {
  test('10 % of 4 895 F is 490 F: half up, as 10 % typed is', () => expect(largestDiscount(minor(4_895), 10)).toBe(490))
  test('10 % of 4 894 F is 489 F', () => expect(largestDiscount(minor(4_894), 10)).toBe(489))
  test('no limit is no largest discount', () => expect(largestDiscount(minor(4_895), null)).toBeNull())
  test('law: never more than half a unit above the limit, and one unit more would be', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 0, max: 100 }), (total, limit) => {
        const largest = largestDiscount(minor(total), limit)!
        expect(largest * 100).toBeLessThanOrEqual(total * limit + 50)
        expect((largest + 1) * 100).toBeGreaterThan(total * limit + 50)
      }),
    )
  })
  test('law: a percent at or under the limit is never refused, whatever the payers leave of the total', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), percents, percents, (one, other, limit, percent) => {
        const [patientPart, total] = [Math.min(one, other), Math.max(one, other)]
        fc.pre(percent <= limit)
        expect(discountOf({ amount: 0, percent }, minor(patientPart))).toBeLessThanOrEqual(
          largestDiscount(minor(total), limit)!,
        )
      }),
    )
  })
})
