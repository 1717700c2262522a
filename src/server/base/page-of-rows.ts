import { compareTexts } from '#shared/domain/compare-texts.ts'

type SortValue = string | number | null
type Asked<Key extends string> = { page: number; size: number; sort?: Key | `-${Key}` | undefined }

/**
 * One page of rows in memory, for a list whose columns no SQL can compute. `sort` is a value of the contract's
 * `sortedBy`. Rows without a value come last in both directions; equal rows keep their order, so that pages do not
 * overlap.
 */
export function pageOfRows<Row, Key extends string>(
  rows: readonly Row[],
  { page, size, sort }: Asked<Key>,
  columns: Readonly<Record<Key, (row: Row) => SortValue>>,
): { items: Row[]; total: number } {
  const sorted = sort === undefined ? rows : sortedRows(rows, sort, columns)
  return { items: sorted.slice(page * size, (page + 1) * size), total: rows.length }
}

function sortedRows<Row, Key extends string>(
  rows: readonly Row[],
  sort: Key | `-${Key}`,
  columns: Readonly<Record<Key, (row: Row) => SortValue>>,
): Row[] {
  const isDescending = sort.startsWith('-')
  const read = columns[(isDescending ? sort.slice(1) : sort) as Key]
  const direction = isDescending ? -1 : 1
  return rows
    .map((row) => ({ row, value: read(row) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      return direction * compareValues(a.value, b.value)
    })
    .map(({ row }) => row)
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b))
}
