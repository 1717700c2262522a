import type { Sort } from '#shared/ui/data-table-column.ts'

/** « stock » or « -stock » of the address. */
export function sortOf(text: string | undefined): Sort | undefined {
  if (!text) return undefined
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'descending' }
    : { column: text, direction: 'ascending' }
}

export function sortText({ column, direction }: Sort): string {
  return direction === 'descending' ? `-${column}` : column
}
