import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fieldsOf,
  guessColumns,
  mappingFor,
  proposedMapping,
  sharedColumn,
  type HeaderPatterns,
} from '#shared/domain/files/column-mapping.ts'
import { tableOf } from '#shared/domain/files/table-file.ts'

const patterns: HeaderPatterns<'code' | 'name'> = [
  [/\bcode\b/, 'code'],
  [/\b(nom|libelle)\b/, 'name'],
]
const guess = (headers: readonly string[]) => guessColumns(headers, patterns)
const table = tableOf(null, [
  ['N° CODE', 'Libellé', 'Autre'],
  ['1', 'A', 'x'],
  ['2', '', ''],
])!

test('a field takes the first column whose header names it, whatever its case, accents and signs', () => {
  expect(guess(['N° CODE', 'Code 2', '*Libellé*', 'Autre'])).toEqual({ code: 'N° CODE', name: '*Libellé*' })
})

test('the kept mapping is taken when the file has all its columns, and completed by a guess when not', () => {
  expect(proposedMapping(table, { code: 'Autre', name: 'Libellé' }, guess)).toEqual({
    mapping: { code: 'Autre', name: 'Libellé' },
    isKept: true,
  })
  expect(proposedMapping(table, { code: 'Autre', name: 'Gone' }, guess)).toEqual({
    mapping: { code: 'Autre', name: 'Libellé' },
    isKept: false,
  })
  expect(proposedMapping(table, null, guess)).toEqual({ mapping: { code: 'N° CODE', name: 'Libellé' }, isKept: false })
})

test('a row gives the texts of its mapped columns, without the empty ones', () => {
  const read = fieldsOf(table, { code: 'N° CODE', name: 'Libellé' })
  expect(table.rows.map(({ cells }) => read(cells))).toEqual([{ code: '1', name: 'A' }, { code: '2' }])
})

test('a column chosen for two fields is named', () => {
  expect(sharedColumn({ code: 'A', name: 'A' })).toBe('A')
  expect(sharedColumn({ code: 'A', name: 'B' })).toBeUndefined()
})

test('a row with fewer cells than most rows is cut', () => {
  const cut = tableOf(null, [
    ['Code', 'Nom', 'Prix'],
    ['1', 'A', '5'],
    ['2', 'B', '6'],
    ['3', 'Do'],
  ])!
  expect(cut.rows.map(({ isCut }) => isCut ?? false)).toEqual([false, false, true])
  // a spreadsheet leaves out empty cells
  expect(tableOf('Feuil1', [['Code', 'Nom'], ['1', 'A'], ['2']])!.rows.some(({ isCut }) => isCut)).toBe(false)
})

test('a mapping names only columns of the file', () => {
  const anyKept = fc.record({ code: fc.string(), name: fc.string() }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.array(fc.string()), anyKept, (headers, kept) => {
      const of = { name: null, headers, positions: [...headers.keys()], rows: [] }
      for (const mapping of [mappingFor(of, kept), proposedMapping(of, kept, guess).mapping])
        for (const header of Object.values(mapping)) expect(headers).toContain(header)
    }),
  )
})
