import { expect, test } from 'vitest'
import { type FileLayout, profileOfColumns, profileOfFile } from '#shared/domain/files/file-profile.ts'
import { tableOf } from '#shared/domain/files/table-file.ts'

const layout: FileLayout<'code' | 'price'> = {
  patterns: [
    [/\bcode\b/, 'code'],
    [/\bprix\b/, 'price'],
  ],
  amounts: ['price'],
}
const table = tableOf(null, [
  ['Code', 'Prix', 'Cession'],
  ['1.5', '-12,50', '9.75'],
  ['2.5', '(3,25)', '(8.25)'],
])!
const guessed = { columns: { code: 'Code', price: 'Prix' }, decimals: 'comma' } as const

test('the headers say the columns, and the amounts the decimal mark, whatever their signs', () => {
  expect(profileOfFile(table, layout, null)).toEqual({ profile: guessed, isKept: false })
  expect(profileOfColumns(table, layout, { code: 'Code', price: 'Cession' }).decimals).toBe('point')
})

test('a kept profile is taken whole when the file has its columns, its decimal mark too', () => {
  const kept = { columns: { code: 'Code', price: 'Cession' }, decimals: 'comma' } as const
  expect(profileOfFile(table, layout, kept)).toEqual({ profile: kept, isKept: true })
})

test('a kept profile of other columns leaves the rest to the headers', () => {
  const kept = { columns: { code: 'Code', price: 'Tarif' }, decimals: 'point' } as const
  expect(profileOfFile(table, layout, kept)).toEqual({ profile: guessed, isKept: false })
})

test('without a column of amounts the comma is the decimal mark', () => {
  expect(profileOfColumns(table, layout, { code: 'Code' })).toEqual({ columns: { code: 'Code' }, decimals: 'comma' })
})
