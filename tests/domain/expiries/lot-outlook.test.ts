import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { demandOf, fewestDaysInStock } from '#shared/domain/expiries/demand.ts'
import { lotOutlook, lotOutlooks } from '#shared/domain/expiries/lot-outlook.ts'
import { shortfall } from '#shared/domain/expiries/shortfall.ts'

const today = '2026-11-21'
/** Sums of many small numbers. */
const close = 1e-8
const anyDemand = fc.record({
  perDay: fc.double({ min: 0, max: 40, noNaN: true }),
  spread: fc.oneof(fc.constant(1), fc.double({ min: 1, max: 50, noNaN: true })),
})
const anyLot = fc.record({ days: fc.nat(400), ahead: fc.nat(300), quantity: fc.nat(300) })
const aLot = (id: string, days: number, quantity: number) => ({
  id,
  packaging: 'B/12',
  lot: id,
  expiresOn: addDays(today, days),
  quantity,
  archived: false,
})

describe('demandOf', () => {
  test('36 units on 90 days in stock are 0,4 a day, whatever the days without stock', () =>
    expect(demandOf({ days: 90, units: 36, squares: 36 })?.perDay).toBeCloseTo(0.4))
  test('nothing is known of a product that was in stock for three weeks less a day', () => {
    expect(demandOf({ days: fewestDaysInStock - 1, units: 50, squares: 90 })).toBeNull()
    expect(demandOf({ days: fewestDaysInStock, units: 0, squares: 0 })).toEqual({ perDay: 0, spread: 1 })
  })
  test('one customer who takes 30 boxes in a month spreads more than 30 customers', () => {
    expect(demandOf({ days: 30, units: 30, squares: 900 })!.spread).toBeGreaterThan(20)
    expect(demandOf({ days: 30, units: 30, squares: 30 })!.spread).toBe(1)
  })
  test('more returns than sales are no demand, not a negative one', () =>
    expect(demandOf({ days: 90, units: -2, squares: 4 })).toEqual({ perDay: 0, spread: 1 }))
  test('law: never negative, never narrower than independent customers', () => {
    const sold = fc.record({
      days: fc.nat(180),
      units: fc.integer({ min: -99, max: 9_999 }),
      squares: fc.nat(9_999_999),
    })
    fc.assert(
      fc.property(sold, (days) => {
        const demand = demandOf(days)
        if (!demand) return
        expect(demand.perDay).toBeGreaterThanOrEqual(0)
        expect(demand.spread).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

describe('shortfall', () => {
  test('Poisson of mean 2: e⁻² for nothing, and 3 e⁻² for less than two', () => {
    const { below, missing } = shortfall({ mean: 2, spread: 1 }, 2)
    expect(below).toBeCloseTo(3 * Math.exp(-2), 9)
    expect(missing).toBeCloseTo(2 * Math.exp(-2) + 2 * Math.exp(-2), 9)
  })
  test('negative binomial of mean 2 and variance 4: p = 1/2, r = 2', () =>
    expect(shortfall({ mean: 2, spread: 2 }, 2).below).toBeCloseTo(0.25 + 2 * 0.125, 9))
  test('stays exact where Poisson’s first term is below the smallest number', () => {
    expect(shortfall({ mean: 10_000, spread: 1 }, 10_000).below).toBeCloseTo(0.5, 2)
    expect(shortfall({ mean: 10_000, spread: 30 }, 9_000)).toMatchObject({ below: expect.closeTo(0.034, 2) })
  })
  test('a huge stock is answered at once', () =>
    expect(shortfall({ mean: 3, spread: 1 }, 1_000_000)).toEqual({ below: 1, missing: 999_997 }))
})

describe('lotOutlook', () => {
  test('10 boxes, one a day: sold for sure in 100 days, hardly in 5', () => {
    const demand = { perDay: 1, spread: 1 }
    expect(lotOutlook(demand, { days: 100, ahead: 0, quantity: 10 }).chance).toBeGreaterThan(0.999)
    const short = lotOutlook(demand, { days: 5, ahead: 0, quantity: 10 })
    expect(short.chance).toBeCloseTo(0.032, 3)
    expect(short.left).toBeGreaterThan(5)
    expect(short.left).toBeLessThan(5.1)
  })
  test('what sells to nobody stays whole', () =>
    expect(lotOutlook({ perDay: 0, spread: 1 }, { days: 90, ahead: 0, quantity: 7 })).toEqual({ chance: 0, left: 7 }))
  test('the same demand in clusters makes it less sure', () => {
    const lot = { days: 30, ahead: 0, quantity: 20 }
    expect(lotOutlook({ perDay: 1, spread: 4 }, lot).chance).toBeLessThan(
      lotOutlook({ perDay: 1, spread: 1 }, lot).chance,
    )
  })
  test('law: of a lot stays at least nothing and at most all; a chance is one', () => {
    fc.assert(
      fc.property(anyDemand, anyLot, (demand, lot) => {
        const { chance, left } = lotOutlook(demand, lot)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(lot.quantity)
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(1)
      }),
    )
  })
  test('law: more stock, or more ahead, never raises the chance', () => {
    fc.assert(
      fc.property(anyDemand, anyLot, fc.nat(50), fc.nat(50), (demand, lot, more, moreAhead) => {
        const fuller = { ...lot, quantity: lot.quantity + more, ahead: lot.ahead + moreAhead }
        fc.pre(lot.quantity > 0)
        expect(lotOutlook(demand, fuller).chance).toBeLessThanOrEqual(lotOutlook(demand, lot).chance + close)
      }),
    )
  })
  test('law: a longer date, or more demand, never lowers the chance, and leaves no more', () => {
    fc.assert(
      fc.property(
        anyDemand,
        anyLot,
        fc.nat(90),
        fc.double({ min: 0, max: 9, noNaN: true }),
        (demand, lot, days, more) => {
          const before = lotOutlook(demand, lot)
          const after = lotOutlook({ ...demand, perDay: demand.perDay + more }, { ...lot, days: lot.days + days })
          expect(after.chance).toBeGreaterThanOrEqual(before.chance - close)
          const both = { ...lot, quantity: lot.ahead + lot.quantity, ahead: 0 }
          const longer = lotOutlook({ ...demand, perDay: demand.perDay + more }, { ...both, days: lot.days + days })
          expect(longer.left).toBeLessThanOrEqual(lotOutlook(demand, both).left + close * (1 + both.quantity))
        },
      ),
    )
  })
})

describe('lotOutlooks', () => {
  test('the lot that expires first leaves first; the next one has only what demand leaves', () => {
    const demand = { perDay: 0.5, spread: 1 }
    const lots = lotOutlooks(demand, [aLot('late', 60, 20), aLot('early', 40, 20)], today)
    expect(lots.get('early')).toMatchObject({ ahead: 0 })
    // 20 are asked for in 40 days: about two of the early ones stay, and no longer compete
    expect(lots.get('late')!.ahead).toBe(18)
    expect(lots.get('late')!.chance).toBeLessThan(0.1)
  })
  test('a lot that is lost does not condemn the lots behind it', () => {
    const lots = lotOutlooks({ perDay: 1, spread: 1 }, [aLot('lost', 10, 500), aLot('next', 100, 20)], today)
    expect(lots.get('lost')!.chance).toBeLessThan(close)
    expect(lots.get('next')).toMatchObject({ ahead: 10 })
    expect(lots.get('next')!.chance).toBeGreaterThan(0.99)
  })
  test('a lot without a date needs no outlook', () =>
    expect(lotOutlooks({ perDay: 1, spread: 1 }, [{ ...aLot('a', 9, 2), expiresOn: null }], today).size).toBe(0))
  test('law: a lot that is divided in two on the shelf leaves as much as the whole', () => {
    fc.assert(
      fc.property(
        anyDemand,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        fc.nat(300),
        fc.nat(300),
        (demand, one, other, days, before) => {
          const earlier = before > 0 ? [aLot('0', Math.floor(days / 2), before)] : []
          const whole = lotOutlooks(demand, [...earlier, aLot('1', days, one + other)], today).get('1')!
          const parts = lotOutlooks(demand, [...earlier, aLot('1', days, one), aLot('2', days, other)], today)
          if (before > 0 && days < 2) return
          expect(parts.get('1')!.left + parts.get('2')!.left).toBeCloseTo(whole.left, 5)
        },
      ),
    )
  })
  test('law: the order of the list does not matter', () => {
    fc.assert(
      fc.property(
        anyDemand,
        fc.array(fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 60 })), { maxLength: 6 }),
        (demand, of) => {
          const lots = of.map(([days, quantity], index) => aLot(String(index), days, quantity))
          expect(new Map(lotOutlooks(demand, lots.toReversed(), today))).toEqual(
            new Map(lotOutlooks(demand, lots, today)),
          )
        },
      ),
    )
  })
})
