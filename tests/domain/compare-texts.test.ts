import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from '#shared/domain/compare-texts.ts'

test('texts stand in the order of their characters, whatever the language: capitals first, accents last', () => {
  expect(['é', 'b', 'B', 'a', 'ab', ''].toSorted(compareTexts)).toEqual(['', 'B', 'a', 'ab', 'b', 'é'])
})

test('one before another is that one after it; equal is equal', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(compareTexts(a, b)).toBe(a === b ? 0 : -compareTexts(b, a))
      expect([-1, 0, 1]).toContain(compareTexts(a, b))
    }),
  )
  expect(compareTexts('a', 'a')).toBe(0)
})
