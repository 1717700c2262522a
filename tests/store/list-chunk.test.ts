import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkOf, ChunkedRows, ListChunk, storedChunk } from '#shared/store/lists/list-chunk.ts'

const anyRows = fc.uniqueArray(fc.record({ id: fc.uuid(), label: fc.string({ unit: 'binary' }) }), {
  selector: ({ id }) => id,
  maxLength: 60,
})

test('rows in chunks are what a plain map of them is', () => {
  fc.assert(
    fc.property(anyRows, fc.integer({ min: 1, max: 9 }), (rows, chunkCount) => {
      const stored = Array.from({ length: chunkCount }, (_, index) =>
        storedChunk(rows.filter(({ id }) => chunkOf(id, chunkCount) === index)),
      )
      const chunked = new ChunkedRows<{ id: string; label: string }>(
        stored.map((each) => new ListChunk(structuredClone(each))),
      )
      const plain = new Map(rows.map((row) => [row.id, row]))
      for (const { id } of rows) expect(chunked.get(id)).toBe(chunked.get(id))
      for (const { id } of rows) expect(chunked.has(id)).toBe(true)
      expect(new Map(chunked)).toEqual(plain)
      expect(new Set(chunked.keys())).toEqual(new Set(plain.keys()))
      expect(chunked.size).toBe(plain.size)
      expect([chunked.get('of nobody'), chunked.has('of nobody')]).toEqual([undefined, false])
    }),
  )
})

test('whatever signs there are, a chunk takes one byte a sign and gives them back', () => {
  const rows = [{ id: 'a', label: 'Œdème – 5 µg, α-amylase, 💊, d’été' }]
  const stored = storedChunk(rows)
  expect('json' in stored && /^[\0-\xff]*$/.test(stored.json)).toBe(true)
  expect(new ListChunk(stored).rows).toEqual(rows)
})

test('a list without chunks has no row, and a chunk that an older version wrote is read', () => {
  expect(new ChunkedRows([]).get('a')).toBeUndefined()
  expect(new ListChunk({ rows: [{ id: 'a' }] }).get('a')).toEqual({ id: 'a' })
  expect(new ListChunk(undefined).rows).toEqual([])
})
