import type { Sort } from '#shared/ui/data-table-column.ts'

/** Parses the sort of an address: « stock » ascending, « -stock » descending. */
export function sortOf(text: string | undefined): Sort | undefined {
  if (!text) return undefined
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'descending' }
    : { column: text, direction: 'ascending' }
}

export function sortText({ column, direction }: Sort): string {
  return direction === 'descending' ? `-${column}` : column
}

/** The sort facts of a column. `sortKey`: the sort key of the server, when it differs from `key`. */
export type SortedColumn = { key: string; sortable?: boolean; sortKey?: string }

/** The sort of a query; empty for a column that the server does not sort by, even if the address names it. */
export function sortOfServer(sort: Sort | undefined, columns: readonly SortedColumn[]): { sort?: string } {
  const column = columns.find(({ key, sortable }) => sortable && key === sort?.column)
  if (!sort || !column) return {}
  return { sort: sortText({ ...sort, column: column.sortKey ?? column.key }) }
}
