import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atcAncestors, atcLevelBelow, atcLevels } from '#shared/domain/atc.ts'

test('the codes above amoxicillin, and one level below', () => {
  expect(atcAncestors('J01CA04')).toEqual(['J', 'J01', 'J01C', 'J01CA'])
  expect([atcLevelBelow(''), atcLevelBelow('J'), atcLevelBelow('J01CA'), atcLevelBelow('J01CA04')]).toEqual([
    1,
    3,
    7,
    null,
  ])
})

test('property: one level below the last ancestor is the code itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...atcLevels), (length) => {
      const code = 'J01CA04'.slice(0, length)
      expect(atcLevelBelow(atcAncestors(code).at(-1) ?? '')).toBe(length)
    }),
  )
})
