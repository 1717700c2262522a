import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import { discountSteps, expiryProposal, safeChance } from '#shared/domain/expiries/expiry-proposal.ts'
import { lotOutlook } from '#shared/domain/expiries/lot-outlook.ts'

const today = '2026-11-21'
type Facts = Parameters<typeof expiryProposal>[0]

const proposed = ({
  days = 60,
  quantity = 20,
  perDay = 0.2,
  ...of
}: Partial<Facts> & {
  quantity?: number
  perDay?: number
  lot?: never
  blocked?: 'recall'
  list?: Facts['lot']['list']
}) =>
  expiryProposal({
    today,
    days,
    lot: { expiresOn: addDays(today, days), quantity, blocked: of.blocked ?? null, list: of.list ?? 'none' },
    demand: { perDay, spread: 1 },
    outlook: { ...lotOutlook({ perDay, spread: 1 }, { days, ahead: 0, quantity }), ahead: 0 },
    returnUntil: null,
    sister: null,
    ...of,
  })

describe('expiryProposal', () => {
  test('what sells in time is left alone', () =>
    expect(proposed({ perDay: 2 })).toEqual({ kind: 'none', because: 'sells' }))
  test('what expired is destroyed, whole, even where the supplier would have taken it back', () =>
    expect(proposed({ days: -1, returnUntil: today })).toEqual({ kind: 'destroy', quantity: 20 }))
  test('a lot under recall waits for its own procedure, also when it expired', () =>
    expect(proposed({ days: -1, blocked: 'recall' })).toEqual({ kind: 'none', because: 'set-aside' }))
  test('without enough days in stock nothing is said', () =>
    expect(proposed({ demand: null, outlook: null })).toEqual({ kind: 'none', because: 'unknown' }))
  test('the supplier takes back what is expected to stay, through the last day', () => {
    expect(proposed({ returnUntil: today })).toEqual({ kind: 'return', quantity: 9 })
    expect(proposed({ returnUntil: addDays(today, -1) }).kind).toBe('discount')
  })
  test('the sister pharmacy takes it when it sells its own stock and this before the date', () => {
    const sister = { pharmacyId: 's', perDay: 0.5, stock: 20 }
    expect(proposed({ sister })).toEqual({ kind: 'transfer', quantity: 9, pharmacyId: 's' })
    expect(proposed({ sister: { ...sister, stock: 22 } }).kind).toBe('discount')
  })
  test('a listed medicine has no discount', () =>
    expect(proposed({ list: 'list-1' })).toEqual({ kind: 'none', because: 'no-way' }))
  test('the smallest discount that makes the sale likely; the largest when none does', () => {
    expect(proposed({ perDay: 0.35 })).toMatchObject({ kind: 'discount', percent: 10 })
    expect(proposed({ perDay: 0.28 })).toMatchObject({ kind: 'discount', percent: 20 })
    expect(proposed({ perDay: 0 })).toEqual({ kind: 'discount', percent: 50, quantity: 20 })
  })
  test('law: never more than the lot, nothing for a lot that sells, and a known step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -30, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (days, quantity, perDay) => {
          const proposal = proposed({ days, quantity, perDay })
          if (proposal.kind !== 'none') expect(proposal.quantity).toBeLessThanOrEqual(quantity)
          if (proposal.kind === 'discount') expect(discountSteps).toContain(proposal.percent)
          const { chance } = lotOutlook({ perDay, spread: 1 }, { days, ahead: 0, quantity })
          if (days >= 0) expect(proposal.kind === 'none').toBe(chance >= safeChance)
        },
      ),
    )
  })
})

describe('counterPrice', () => {
  test('−20 % of 1 234 F is 987 F, half up', () => {
    expect(counterPrice({ salePrice: 1234, discountPercent: 20 })).toBe(987)
    expect(counterPrice({ salePrice: 1250, discountPercent: 30 })).toBe(875)
    expect(counterPrice({ salePrice: 15, discountPercent: 50 })).toBe(8)
  })
  test('without a discount it is the sale price', () =>
    expect(counterPrice({ salePrice: 990, discountPercent: null })).toBe(990))
  test('law: between nothing and the sale price, lower with each step', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 99 }), (salePrice, discountPercent) => {
        const price = counterPrice({ salePrice, discountPercent })
        expect(price).toBeLessThanOrEqual(salePrice)
        expect(counterPrice({ salePrice, discountPercent: discountPercent + 1 })).toBeLessThanOrEqual(price)
        expect(counterPrice({ salePrice, discountPercent: 100 })).toBe(0)
      }),
    )
  })
})
