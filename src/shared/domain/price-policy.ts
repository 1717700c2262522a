import { minor, type Minor } from '#shared/domain/money.ts'

/** A coefficient of 1: `coefficient` is a whole number of thousandths, 1320 is 1.32. */
const thousandths = 1000

/**
 * The sale price of a cost, in minor units: cost × coefficient, rounded up to a multiple of `step`, so that rounding
 * never takes from the margin. Throws RangeError unless `step` is an integer of at least 1.
 */
export function priceOfCost(cost: number, coefficient: number, step: number): Minor {
  if (!Number.isSafeInteger(step) || step < 1) throw new RangeError(`not a rounding step: ${step}`)
  return minor(Math.ceil((cost * coefficient) / (thousandths * step)) * step)
}

/** How a product's prices follow from its costs. `free`: they are typed. */
export type PricePolicy = { mode: 'free' | 'section' | 'coefficient'; coefficient: number | null }

/**
 * The coefficient that applies, in thousandths: the product's own, or that of its regulatory section. Null when prices
 * are typed, or when the country has no coefficient for the section.
 */
export function coefficientOf({ mode, coefficient }: PricePolicy, ofSection: number | null): number | null {
  switch (mode) {
    case 'free':
      return null
    case 'section':
      return ofSection
    case 'coefficient':
      return coefficient
  }
}

/**
 * What a price leaves above its cost: in minor units, as a percent of the price with one decimal, and as a coefficient
 * in thousandths. Percent and coefficient are null where they would divide by zero.
 */
export function marginOf(
  price: number,
  cost: number,
): { amount: Minor; percent: number | null; coefficient: number | null } {
  const amount = minor(price - cost)
  return {
    amount,
    percent: price === 0 ? null : Math.round((amount * 1000) / price) / 10,
    coefficient: cost === 0 ? null : Math.round((price * thousandths) / cost),
  }
}
