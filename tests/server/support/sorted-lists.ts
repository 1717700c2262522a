import { expect } from 'vitest'
import { fold } from '#shared/domain/search/fold.ts'

type Value = string | number | null
type SortedQuery<Sort> = { sort?: Sort; page?: number; size?: number }

/**
 * The law of a list that the server sorts: by each key from A to Z and from Z to A, rows without a value last both ways,
 * pages that hold each row once; another key is refused. `values` reads what the key sorts by; each key must meet two values.
 */
export async function expectSortedBothWays<Row, Key extends string>(
  list: (query: SortedQuery<Key | `-${Key}`>) => Promise<{ items: readonly Row[] }>,
  values: Readonly<Record<Key, (row: Row) => Value>>,
): Promise<void> {
  const rowsBy = async (sort: Key | `-${Key}`) => (await list({ sort, size: 500 })).items
  for (const [key, valueOf] of Object.entries<(row: Row) => Value>(values) as [Key, (row: Row) => Value][]) {
    const all = (await rowsBy(key)).map(valueOf)
    const known = all.filter((value) => value !== null).sort(byValue)
    const unknown = all.filter((value) => value === null)
    expect([key, new Set(known).size > 1]).toEqual([key, true])
    expect([key, all]).toEqual([key, [...known, ...unknown]])
    expect([`-${key}`, (await rowsBy(`-${key}`)).map(valueOf)]).toEqual([`-${key}`, [...known.reverse(), ...unknown]])
    for (const sort of [key, `-${key}`] as const) {
      const pages = await Promise.all([...all.keys()].map((page) => list({ sort, page, size: 1 })))
      expect([sort, pages.flatMap(({ items }) => items)]).toEqual([sort, await rowsBy(sort)])
    }
  }
  await expect(list({ sort: 'pharmacy_id' as Key })).rejects.toMatchObject({ message: 'requests:invalid', status: 400 })
}

/** Numbers by size, texts folded. */
function byValue(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [fold(String(a)), fold(String(b))]
  return left < right ? -1 : left > right ? 1 : 0
}
