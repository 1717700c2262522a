import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productRefusal } from '#shared/domain/product-change.ts'
import { belowCost, pricesOfPackaging, pricesOfPolicy, type PricedLot } from '#shared/domain/repricing.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

const boxId = '019f0000-0000-4000-8000-000000000001'
const otherId = '019f0000-0000-4000-8000-000000000002'
const box = (given: Partial<PricedLot> = {}): PricedLot => ({
  id: boxId,
  packaging: 'boîte de 30',
  units: 30,
  cost: 900,
  price: 1200,
  quantity: 4,
  ...given,
})
const loose: PricedLot = { id: unitItemIdOf(boxId), packaging: 'comprimé', units: 1, cost: 30, price: 40, quantity: 12 }

describe('pricesOfPackaging', () => {
  test('all lots of a packaging get the price, and the loose units of its boxes follow', () => {
    expect(pricesOfPackaging([box(), box({ id: otherId, price: 1300 }), loose], 'boîte de 30', 1500, 5)).toEqual([
      { id: boxId, before: 1200, after: 1500, cost: 900 },
      { id: otherId, before: 1300, after: 1500, cost: 900 },
      { id: loose.id, before: 40, after: 50, cost: 30 },
    ])
  })
  test('another packaging keeps its price, and an equal price is no change', () => {
    const carton = box({ id: otherId, packaging: 'carton', units: 1 })
    expect(pricesOfPackaging([box(), carton], 'boîte de 30', 1200, 5)).toEqual([])
    expect(pricesOfPackaging([box(), carton], 'carton', 900, 5).map(({ id }) => id)).toEqual([otherId])
  })
})

describe('pricesOfPolicy', () => {
  test('the highest cost in stock decides for the whole packaging', () => {
    const lots = [box({ cost: 900 }), box({ id: otherId, cost: 1000 })]
    expect(pricesOfPolicy(lots, 1320, 5, 5).map(({ after }) => after)).toEqual([1320, 1320])
  })
  test('the cost of a lot that is sold out does not count, unless nothing is in stock', () => {
    const gone = box({ id: otherId, cost: 2000, quantity: 0 })
    expect(pricesOfPolicy([box({ cost: 1000 }), gone], 1500, 5, 5).map(({ after }) => after)).toEqual([1500, 1500])
    expect(pricesOfPolicy([gone], 1500, 5, 5)).toEqual([{ id: otherId, before: 1200, after: 3000, cost: 2000 }])
  })
  test('law: under a coefficient of at least 1 no box in stock sells below its cost', () => {
    const anyLot = fc
      .record({
        cost: fc.integer({ min: 0, max: 100_000 }),
        price: fc.integer({ min: 0, max: 100_000 }),
        quantity: fc.integer({ min: 1, max: 50 }),
        packaging: fc.constantFrom('boîte', 'carton'),
      })
      .map((lot) => ({ ...lot, units: 1 }))
    const anyLots = fc
      .array(anyLot, { minLength: 1, maxLength: 6 })
      .map((lots) => lots.map((lot, index) => ({ ...lot, id: otherId.slice(0, -1) + index })))
    fc.assert(
      fc.property(
        anyLots,
        fc.integer({ min: 1000, max: 3000 }),
        fc.constantFrom(1, 5, 25),
        (lots, coefficient, step) => {
          const changes = pricesOfPolicy(lots, coefficient, step, 5)
          expect(belowCost(changes)).toBeNull()
          const priceOf = (lot: PricedLot) => changes.find(({ id }) => id === lot.id)?.after ?? lot.price
          for (const packaging of ['boîte', 'carton'])
            expect(new Set(lots.filter((lot) => lot.packaging === packaging).map(priceOf)).size).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

describe('productRefusal', () => {
  const fine = { minimum: 2, maximum: 6, archives: false, stocked: 3, prices: [] }
  test('nothing to refuse', () => expect(productRefusal(fine, false)).toBeNull())
  test('a minimum above the maximum; a maximum of 0 is none', () => {
    expect(productRefusal({ ...fine, minimum: 7 }, false)?.message).toBe('stocks:minimumAboveMaximum')
    expect(productRefusal({ ...fine, minimum: 7, maximum: 0 }, false)).toBeNull()
  })
  test('what still has stock is not archived', () => {
    expect(productRefusal({ ...fine, archives: true }, false)).toEqual({
      message: 'stocks:cannotArchiveStocked',
      details: { lots: 3 },
    })
    expect(productRefusal({ ...fine, archives: true, stocked: 0 }, false)).toBeNull()
  })
  test('a price below cost is said, and accepted when it is wanted', () => {
    const prices = [{ id: boxId, before: 1200, after: 800, cost: 900 }]
    expect(productRefusal({ ...fine, prices }, false)).toEqual({
      message: 'stocks:priceBelowCost',
      details: { price: 800, cost: 900 },
    })
    expect(productRefusal({ ...fine, prices }, true)).toBeNull()
  })
})
