import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { restoreIndex, saveIndex } from '#shared/domain/search/saved-index.ts'
import { buildSearchIndex, finish, type SearchIndex, type SearchItem } from '#shared/domain/search/search-index.ts'
import { runs } from '#tests/support/extent.ts'

const anItem = (id: string, label: string, of: Partial<SearchItem> = {}): SearchItem => ({
  id,
  label,
  texts: [],
  codes: [],
  rank: 1,
  ...of,
})
const indexOf = (items: readonly SearchItem[]) => finish(buildSearchIndex(items))

/** As from a disk: nothing is shared with what was kept. */
function kept(index: SearchIndex): SearchIndex {
  const restored = restoreIndex(structuredClone(saveIndex(index)))
  if (!restored) throw new Error('nothing was kept')
  return restored
}

const quinine = anItem('quinine', 'Quinine 500 mg', { texts: ['PALUDISME'], codes: ['1234567'] })
const coeur = anItem('coeur', 'Cœur et vaisseaux, ампулы', { codes: ['1234567', 'É-42 42'] })

describe('an index that was kept', () => {
  test('finds by words, with one error, and by codes that several have', () => {
    const index = kept(indexOf([quinine, coeur]))
    expect(index.find('quinne 500')).toEqual({ ids: ['quinine'], total: 1 })
    expect(index.find('coeur ампу').ids).toEqual(['coeur'])
    expect(index.findCodes(['1234567'])).toEqual(['coeur', 'quinine'])
    expect(index.findCodes(['é4242'])).toEqual(['coeur'])
  })

  test('may be empty', () => {
    const index = kept(indexOf([]))
    expect([index.find('quinine').total, index.findCodes(['1234567']), index.ids()]).toEqual([0, [], []])
    index.apply({ upserts: [quinine] })
    expect(index.find('quinine').ids).toEqual(['quinine'])
  })

  test('has the ranks and the items of the moment it was kept', () => {
    const index = indexOf([anItem('a', 'Zinc'), anItem('b', 'Zinc'), anItem('c', 'Zinc')])
    index.apply({ upserts: [anItem('b', 'Zinc', { rank: 2 })], removed: ['c'] })
    const saved = saveIndex(index)
    index.apply({ upserts: [anItem('a', 'Zinc', { rank: 3 }), anItem('c', 'Zinc')] })
    const first = restoreIndex(saved)
    expect(first?.find('zinc').ids).toEqual(['b', 'a'])
    first?.apply({ upserts: [anItem('a', 'Zinc', { rank: 3 })] })
    expect(first?.find('zinc').ids).toEqual(['a', 'b'])
    first?.apply({ removed: ['a', 'b'] })
    expect(restoreIndex(saved)?.find('zinc').ids).toEqual(['b', 'a'])
  })

  test('knows an item that reads as it did from one that does not', () => {
    const index = kept(indexOf([quinine]))
    index.apply({ upserts: [{ ...quinine, rank: 0 }] })
    expect(saveIndex(index)).not.toBeNull()
    index.apply({ upserts: [{ ...quinine, texts: [], codes: ['PALUDISME', '1234567'] }] })
    expect(index.find('paludisme').total).toBe(1)
    expect(index.find('palu').total).toBe(0)
  })
})

test('an index that has changes beside it is not kept, until they are taken back', () => {
  const index = indexOf([quinine])
  index.apply({ upserts: [coeur] })
  expect(saveIndex(index)).toBeNull()
  index.apply({ removed: ['coeur'] })
  expect(saveIndex(index)).not.toBeNull()
})

describe('nothing is restored', () => {
  const saved = saveIndex(indexOf([quinine, coeur]))!

  test.each([
    undefined,
    null,
    1,
    'index',
    [],
    {},
    { ...saved, format: 0 },
    { ...saved, index: null },
    { ...saved, gone: new Uint8Array(1) },
    { ...saved, gone: [0, 0] },
  ])('from nonsense or another format: %#', (other) => {
    expect(restoreIndex(other)).toBeNull()
  })

  test.each(Object.keys(saved.index))('where its %s are missing, of another kind or too many', (part) => {
    const { [part]: whole, ...rest } = saved.index as Record<string, unknown>
    const longer =
      whole instanceof Uint32Array
        ? Uint32Array.of(...whole, 9)
        : whole instanceof Float64Array
          ? Float64Array.of(...whole, 9)
          : 'of another kind'
    for (const index of [
      rest,
      { ...rest, [part]: longer },
      { ...rest, [part]: { ...(whole as object), text: 'too short' } },
    ])
      expect(restoreIndex({ ...saved, index })).toBeNull()
    expect(restoreIndex({ ...saved, index: { ...rest, [part]: whole } })).not.toBeNull()
  })
})

const vocabulary = [
  'doli',
  'doliprane',
  'amoxi',
  'amoxil',
  'zinc',
  'mg',
  '500',
  '50',
  'été',
  'cœur',
  'ампулы',
  '注射',
  'ﬁn',
  'a\nb',
]
const anyText = fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 }).map((words) => words.join(' '))
const anyId = fc.constantFrom(...Array.from('abcdefghijkl'), '', 'é', 'a\n', '😀', 'aa')
const anyCode = fc.constantFrom('1234567', '12-34 567', '7654321', '', 'é-1', 'ß', 'a\nb')
const anyItem: fc.Arbitrary<SearchItem> = fc.record({
  id: anyId,
  label: fc.oneof(anyText, fc.string({ unit: 'binary' })),
  texts: fc.array(anyText, { maxLength: 2 }),
  codes: fc.array(anyCode, { maxLength: 3 }),
  rank: fc.constantFrom(0, 1, 0.5, -1),
})
const anyItems = fc.uniqueArray(anyItem, { selector: ({ id }) => id, maxLength: 16 })
const anyChange = fc.record({
  upserts: fc.array(anyItem, { maxLength: 3 }),
  removed: fc.array(anyId, { maxLength: 3 }),
})
const anyQuery = fc.oneof(anyText, fc.constantFrom('d', 'dloi', 'dolxprane', 'ампл', 'ете', '5', '1234567', 'a b', ''))

test('it answers exactly as the one that was built, after any changes and however often it is kept', () => {
  fc.assert(
    fc.property(anyItems, fc.array(anyChange, { maxLength: 4 }), anyQuery, anyCode, (items, changes, query, code) => {
      const built = indexOf(items)
      const rows = new Map(items.map((item) => [item.id, item]))
      let restored = kept(built)
      for (const change of [{ upserts: [], removed: [] }, ...changes]) {
        for (const index of [built, restored]) index.apply(change)
        for (const id of change.removed) rows.delete(id)
        for (const item of change.upserts) rows.set(item.id, item)
        if (saveIndex(restored)) restored = kept(restored)
        expect(saveIndex(restored)).toEqual(saveIndex(built))
        for (const limit of [1, 50, 1000]) expect(restored.find(query, limit)).toEqual(built.find(query, limit))
        expect(restored.findCodes([code, query])).toEqual(built.findCodes([code, query]))
        expect(restored.ids()).toEqual(built.ids())
        expect(restored.ids().toSorted()).toEqual([...rows.keys()].toSorted())
      }
    }),
    { numRuns: runs(150) },
  )
})
