import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coefficientOf, marginOf, priceOfCost } from '#shared/domain/price-policy.ts'

const anyCost = fc.integer({ min: 0, max: 10_000_000 })
const anyCoefficient = fc.integer({ min: 1, max: 100_000 })
const anyStep = fc.constantFrom(1, 5, 10, 25, 50, 100)

describe('priceOfCost', () => {
  test('a cost of 1,000 at 1.32 is 1,320; at a step of 25 it is 1,325', () => {
    expect(priceOfCost(1000, 1320, 1)).toBe(1320)
    expect(priceOfCost(1000, 1320, 25)).toBe(1325)
  })
  test('a price that is a multiple of the step stays', () => expect(priceOfCost(1000, 1300, 25)).toBe(1300))
  test.each([0, -5, 2.5])('%d is no step', (step) => {
    expect(() => priceOfCost(1000, 1320, step)).toThrow(RangeError)
  })
  test('law: never below cost × coefficient, and less than one step above it', () => {
    fc.assert(
      fc.property(anyCost, anyCoefficient, anyStep, (cost, coefficient, step) => {
        const price = priceOfCost(cost, coefficient, step)
        expect(price % step).toBe(0)
        expect(price * 1000).toBeGreaterThanOrEqual(cost * coefficient)
        expect((price - step) * 1000).toBeLessThan(cost * coefficient || 1)
      }),
    )
  })
})

describe('coefficientOf', () => {
  test('typed prices have none', () => expect(coefficientOf({ mode: 'free', coefficient: 1320 }, 1250)).toBeNull())
  test('of the section, when the country says one', () => {
    expect(coefficientOf({ mode: 'section', coefficient: null }, 1250)).toBe(1250)
    expect(coefficientOf({ mode: 'section', coefficient: 1320 }, null)).toBeNull()
  })
  test('its own', () => expect(coefficientOf({ mode: 'coefficient', coefficient: 1320 }, 1250)).toBe(1320))
})

describe('marginOf', () => {
  test('1,320 on a cost of 1,000 leaves 320, which is 24.2 % of the price', () =>
    expect(marginOf(1320, 1000)).toEqual({ amount: 320, percent: 24.2, coefficient: 1320 }))
  test('below cost the margin is negative', () => expect(marginOf(900, 1000).amount).toBe(-100))
  test('free goods have no percent, and a cost of 0 no coefficient', () => {
    expect(marginOf(0, 100).percent).toBeNull()
    expect(marginOf(100, 0)).toEqual({ amount: 100, percent: 100, coefficient: null })
  })
  test('law: cost plus margin is the price', () => {
    fc.assert(
      fc.property(anyCost, anyCost, (price, cost) => {
        expect(cost + marginOf(price, cost).amount).toBe(price)
      }),
    )
  })
})
