import { useState } from 'react'
import type { Sort } from '#shared/ui/data-table-column.ts'
import { type SortedColumn, sortOfServer } from '#backoffice/ui/sort-text.ts'

/**
 * The sort of a table inside a page, whose rows the server pages: `header` is spread into the `DataTable`, `query` is its
 * part of the question. `By`: what the contract sorts by.
 */
export function useServerSort<By extends string>(columns: readonly SortedColumn[]) {
  const [sort, onSort] = useState<Sort>()
  return {
    header: { ...(sort ? { sort } : {}), onSort },
    query: sortOfServer(sort, columns) as { sort?: By },
  }
}
