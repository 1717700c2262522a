import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openableLots } from '#kiosk/counter/sale/opened-lots.ts'
import { StockItemPlaces, type PlacedItem } from '#kiosk/counter/sale/stock-item-places.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { aProduct } from '#tests/support/a-product.ts'

const itemId = (n: number) => `019f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const lot = (n: number, units: number): StockItem => ({
  ...aProduct(1).stockItems[0]!,
  id: itemId(n),
  units,
  lot: `L${n}`,
})
const cashStep = 5

/** What the places must answer: one look through the whole list, an item before the units of a box that was not opened. */
function lookThrough(products: ReadonlyMap<string, PharmacyProduct>, id: string): PlacedItem | undefined {
  const all = [...products.values()]
  const places = [
    ...all.flatMap((product) => product.stockItems.map((item) => ({ product, item }))),
    ...all.flatMap((product) => openableLots(product, cashStep).map(({ units }) => ({ product, item: units }))),
  ]
  return places.find(({ item }) => item.id === id)
}

/** A list: which product each lot is of (0: none), with how many units in a box. */
const list = fc
  .array(fc.record({ of: fc.integer({ min: 0, max: 4 }), units: fc.constantFrom(1, 1, 10) }), {
    minLength: 12,
    maxLength: 12,
  })
  .map((lots) => {
    const products = [1, 2, 3, 4].map((n) =>
      aProduct(n, { stockItems: lots.flatMap(({ of, units }, at) => (of === n ? [lot(at, units)] : [])) }),
    )
    return new Map(products.map((product) => [product.id, product]))
  })
const ids = Array.from({ length: 13 }, (_, n) => itemId(n)).flatMap((id) => [id, unitItemIdOf(id)])

test('whatever a list becomes, a stock item stands where one look through it finds it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(list, fc.subarray(ids)), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (lists, isLearned) => {
        const places = new StockItemPlaces()
        if (isLearned) expect([...places.learn(lists[0]![0])]).toEqual([])
        for (const [products, asked] of lists) {
          const expected = asked.flatMap((id) => {
            const place = lookThrough(products, id)
            return place ? [[id, place] as const] : []
          })
          expect([...places.in(products, cashStep)(new Set(asked))]).toEqual(expected)
        }
      },
    ),
  )
})

test('the same item has the same place, so that its line is not drawn again', () => {
  const product = aProduct(1)
  const find = new StockItemPlaces().in(new Map([[product.id, product]]), cashStep)
  const asked = new Set([product.stockItems[0]!.id])
  expect(find(asked).get(product.stockItems[0]!.id)).toBe(find(asked).get(product.stockItems[0]!.id))
})
