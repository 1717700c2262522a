import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { matchedRanges } from '#shared/domain/search/matched-ranges.ts'

const marked = (label: string, search: string) =>
  matchedRanges(label, search).map(({ from, to }) => label.slice(from, to))

test('folding takes case, marks and ligatures away', () => {
  expect(['ÉTÉ', 'e\u0301te\u0301', 'Œdème', 'æther', 'Çà', 'plain 12'].map(fold)).toEqual([
    'ete',
    'ete',
    'oedeme',
    'aether',
    'ca',
    'plain 12',
  ])
  expect(wordsOf('Amoxicilline 500mg/62,5 mg, gél. B12 d’Été')).toEqual([
    'amoxicilline',
    '500',
    'mg',
    '62',
    '5',
    'mg',
    'gel',
    'b12',
    'd',
    'ete',
  ])
})

describe('what is highlighted', () => {
  test('is the typed beginning of each word', () => {
    expect(marked('Amoxicilline 500 mg gél. B/12', 'amoxi gel')).toEqual(['Amoxi', 'gél'])
    expect(marked('Amoxicilline 500mg', 'amoxicilline 500mg')).toEqual(['Amoxicilline', '500', 'mg'])
  })

  test('is counted in the letters of the label, not in folded ones', () => {
    expect(marked('Cœur', 'co')).toEqual(['Cœ'])
    expect(marked('Cœur', 'coeu')).toEqual(['Cœu'])
    expect(marked('e\u0301te\u0301 long', 'ete')).toEqual(['e\u0301te\u0301'])
    expect(marked('e\u0301te\u0301', 'e')).toEqual(['e\u0301'])
  })

  test('is the longest typed beginning where several fit', () => {
    expect(marked('Doliprane', 'do doli')).toEqual(['Doli'])
  })

  test('is the whole word where a typing error was forgiven', () => {
    expect(marked('Doliprane 500 mg', 'dolirpane')).toEqual(['Doliprane'])
  })

  test('is nothing where nothing matches, nor for short words and numbers that nearly do', () => {
    for (const search of ['', 'zinc', 'dxl', '5001', '501']) expect(marked('Doliprane 5000 mg', search)).toEqual([])
  })
})

test('always in order, apart, and folding to something that was typed or nearly', () => {
  const anyText = fc
    .array(fc.constantFrom('Doliprane', 'cœur', 'été', '500', 'mg', 'Æther', 'B12', ' ', '/', ', '), { maxLength: 8 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(anyText, anyText, (label, search) => {
      let end = 0
      for (const { from, to } of matchedRanges(label, search)) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(label.length)
        end = to
      }
      if (wordsOf(search).length === 0) expect(end).toBe(0)
    }),
  )
})
