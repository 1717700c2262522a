import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortInSlices } from '#shared/domain/search/sort-in-slices.ts'

type Item = { key: number; place: number }
const itemsOf = (keys: readonly number[]): Item[] => keys.map((key, place) => ({ key, place }))
const byKey = (one: Item, other: Item) => one.key - other.key

function sorted(items: readonly Item[]): { items: Item[]; pauses: number } {
  const work = sortInSlices(items, byKey)
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next()
    if (done) return { items: value, pauses }
  }
}

test.each([0, 1, 4095, 4096, 4097, 8192, 14_000])('%i items are sorted, equal ones keep their order', (count) => {
  const items = itemsOf(Array.from({ length: count }, (_, at) => (at * 7919) % 1000))
  expect(sorted(items).items).toEqual(items.toSorted(byKey))
})

test('law: the result is that of toSorted, and the given list stays as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (keys) => {
      const items = itemsOf(keys)
      expect(sorted(items).items).toEqual(items.toSorted(byKey))
      expect(items).toEqual(itemsOf(keys))
    }),
  )
})

test('it pauses while it sorts and while it merges', () => {
  const { pauses } = sorted(itemsOf(Array.from({ length: 40_000 }, (_, at) => -at)))
  // About 10 slices are sorted, then all items are merged four times.
  expect(pauses).toBeGreaterThan(30)
})
