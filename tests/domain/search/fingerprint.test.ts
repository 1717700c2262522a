import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintOf } from '#shared/domain/search/fingerprint.ts'
import { runs } from '#tests/support/extent.ts'

test('where a text or a list ends is told', () => {
  const alike = [
    [],
    [[]],
    [[], []],
    [['']],
    [['', '']],
    [[''], []],
    [[], ['']],
    [['a']],
    [['a', '']],
    [['a'], []],
    [['ab']],
    [['a', 'b']],
    [['a'], ['b']],
    [['ba']],
    [['a\0']],
    [['\u0001']],
  ]
  expect(new Set(alike.map(fingerprintOf)).size).toBe(alike.length)
})

test('it stays the same from one version to the next: with others, every item of a kept index would count as changed', () => {
  expect(fingerprintOf([['Doliprane 1 g'], ['PARACÉTAMOL', ''], ['3400930000001']])).toBe(7345673441032917)
})

test('other texts have another one, the same texts the same', () => {
  const anyLists = fc.array(
    fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('500 mg', '250 mg', '205 mg'))),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(anyLists, anyLists, (one, other) => {
      expect(fingerprintOf(one)).toBe(fingerprintOf(structuredClone(one)))
      expect(Number.isSafeInteger(fingerprintOf(one))).toBe(true)
      expect(fingerprintOf(one) === fingerprintOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
    { numRuns: runs(1000) },
  )
})
