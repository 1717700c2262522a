import { useState } from 'react'
import type { Sort } from '#shared/ui/data-table-column.ts'
import { type SortedColumn, sortOfServer } from '#backoffice/ui/sort-text.ts'

/**
 * The sort of a table inside a page; the server sorts. Spread `header` into the `DataTable`; `query` is the part of the
 * query. `By`: the sort keys of the contract.
 */
export function useServerSort<By extends string>(columns: readonly SortedColumn[]) {
  const [sort, onSort] = useState<Sort>()
  return {
    header: { ...(sort ? { sort } : {}), onSort },
    query: sortOfServer(sort, columns) as { sort?: By },
  }
}
