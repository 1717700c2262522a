import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginsWithinOneEdit, oneEditTexts } from '#shared/domain/search/one-edit.ts'
import { runs } from '#tests/support/extent.ts'

const letters = Array.from('abcd')
const anyWord = (maxLength: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map((list) => list.join(''))

test('deletion, insertion, substitution and exchange of neighbours are one edit; two are not', () => {
  for (const typed of ['doliprane', 'dolprane', 'dollipran', 'dolypran', 'dloi'])
    expect(beginsWithinOneEdit('doliprane', typed)).toBe(true)
  for (const typed of ['dlopirane', 'dolyprqne', 'anerpilod'])
    expect(beginsWithinOneEdit('doliprane', typed)).toBe(false)
})

test('a word begins within one edit exactly when one of the edited texts begins it', () => {
  fc.assert(
    fc.property(anyWord(7), anyWord(6), (word, typed) => {
      const edited = oneEditTexts(typed, typed.length, letters)
      expect(edited.has(typed)).toBe(false)
      const found = word.startsWith(typed) || [...edited].some((text) => word.startsWith(text))
      expect(beginsWithinOneEdit(word, typed)).toBe(found)
    }),
    { numRuns: runs(2000) },
  )
})

test('edits behind the part that matches find nothing more', () => {
  fc.assert(
    fc.property(fc.array(anyWord(6), { minLength: 1, maxLength: 5 }), anyWord(6), (words, typed) => {
      fc.pre(!words.some((word) => word.startsWith(typed)))
      const reach = Math.max(...words.map((word) => Array.from(typed).findIndex((letter, at) => word[at] !== letter)))
      const found = (texts: Set<string>) => words.filter((word) => [...texts].some((text) => word.startsWith(text)))
      expect(found(oneEditTexts(typed, reach, letters))).toEqual(found(oneEditTexts(typed, typed.length, letters)))
    }),
    { numRuns: runs(1000) },
  )
})
