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
