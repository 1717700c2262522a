import { expect, test } from 'vitest'
import { dayColumn, moneyColumn, numberColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { insuredColumns } from '#backoffice/insured/insured-columns.tsx'
import { sortRows } from '#shared/ui/data-table-column.ts'

type Row = { name: string | null; count: number | null; price: number | null; day: string | null }
const columns = sortedHere<Row>([
  textColumn('name', 'Nom', ({ name }) => name),
  numberColumn('count', 'Nombre', ({ count }) => count),
  moneyColumn('price', 'Prix', ({ price }) => price),
  dayColumn('day', 'Jour', ({ day }) => day),
])
const rows: readonly Row[] = [
  { name: 'Éther 10 mg', count: 10, price: 900, day: '2026-10-01' },
  { name: 'zinc', count: 9, price: 10_000, day: '2026-09-30' },
  { name: 'Éther 2 mg', count: null, price: -5, day: null },
  { name: null, count: 0, price: null, day: '2025-12-31' },
]

test.each([
  ['name', ['Éther 2 mg', 'Éther 10 mg', 'zinc', null]],
  ['count', [0, 9, 10, null]],
  ['price', [-5, 900, 10_000, null]],
  ['day', ['2025-12-31', '2026-09-30', '2026-10-01', null]],
] as const)('rows in memory sort by %s as people read it; what is empty is last both ways', (column, expected) => {
  const by = (direction: 'ascending' | 'descending') =>
    sortRows(rows, columns, { column, direction }).map((row) => row[column])
  expect(by('ascending')).toEqual(expected)
  expect(by('descending')).toEqual([...expected.slice(0, -1).reverse(), null])
})

test('a file of insured members sorts by each of its columns', () => {
  expect(insuredColumns.filter(({ compare }) => !compare)).toEqual([])
})
