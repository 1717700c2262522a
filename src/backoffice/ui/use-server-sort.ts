import { useState } from 'react'
import type { Sort } from '#shared/ui/data-table-column.ts'
import { sortText } from '#backoffice/ui/sort-text.ts'

/**
 * The sort of a table inside a page, whose rows the server pages: `header` is spread into the `DataTable`, `query` is its
 * part of the question. `Key`: what the contract sorts by, the keys of the columns.
 */
export function useServerSort<Key extends string>() {
  const [sort, onSort] = useState<Sort>()
  return {
    header: { ...(sort ? { sort } : {}), onSort },
    query: sort ? { sort: sortText(sort) as Key | `-${Key}` } : {},
  }
}
