import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextGeneration, readGenerations, writeGeneration } from '#shared/domain/generation.ts'

const generation = fc.record({
  pharmacyId: fc.uuid(),
  number: fc.integer({ min: 1, max: 2_147_483_647 }),
  proof: fc.stringMatching(/^[\da-f]{32}$/),
})

test('a generation is read as it was written, one of each pharmacy', () => {
  fc.assert(
    fc.property(fc.uniqueArray(generation, { selector: ({ pharmacyId }) => pharmacyId, maxLength: 20 }), (given) => {
      expect(readGenerations(given.map(writeGeneration).join(', '))).toEqual(given)
    }),
  )
})

test('what has another form says nothing', () => {
  for (const header of [undefined, 7, '', 'x', '2', 'a:2:b', `${'0'.repeat(36)}:2:${'a'.repeat(32)}`])
    expect(readGenerations(header)).toEqual([])
  const id = '00000000-0000-4000-8000-000000000000'
  expect(readGenerations(`${id}:99999999999:${'a'.repeat(32)}`)).toEqual([])
  expect(readGenerations(`${id}:9999999999:${'a'.repeat(32)}`)).toEqual([])
})

test('the next generation is always higher, and that of a later moment above that of an earlier one', () => {
  expect(nextGeneration(1, Date.UTC(2020, 0, 1, 0, 0, 5))).toBe(5)
  expect(nextGeneration(7, Date.UTC(2000, 0, 1))).toBe(8)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_646 }), fc.integer(), (number, nowMs) => {
      const next = nextGeneration(number, nowMs)
      expect(next).toBeGreaterThan(number)
      expect(next).toBeLessThanOrEqual(2_147_483_647)
    }),
  )
})
