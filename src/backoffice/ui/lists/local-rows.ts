import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type Sort, sortRows } from '#shared/ui/data-table-column.ts'
import type { ListSource } from '#backoffice/ui/lists/list-source.ts'
import { tableOfRows, useSteady } from '#backoffice/ui/lists/rows-here.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

export type LocalList<Row, Reply> = {
  /** The filtered rows in default order. Keep the same array while nothing changes: a new array is sorted again. */
  rows: readonly Row[]
  /** The default order, if it is the order of a column. A constant. */
  sort?: Sort | undefined
  /** The answer beside the rows. Undefined until the rows are loaded. */
  reply: Reply | undefined
  /** The age of the rows, as epoch milliseconds. Null until they are loaded. */
  readAt: number | null
  hasError: boolean
  retry: () => void
}

/**
 * A list whose rows are all in this window. `useList` filters them, the `compare` of a column sorts them, with or
 * without a network.
 */
export function localRows<Row extends { id: string }, Query, Reply>(
  useList: (query: Partial<Query>) => LocalList<Row, Reply>,
): ListSource<Row, Query, Reply> {
  return {
    useRows: ({ query, sort: chosen, columns }) => {
      const isOffline = useAtomValue(isOfflineAtom)
      const asked = useSteady({ query, sort: chosen })
      const list = useList(asked.query)
      const sort = asked.sort ?? list.sort
      const rows = useMemo(() => sortRows(list.rows, columns, sort), [list.rows, columns, sort])
      const isHere = list.readAt !== null
      return {
        table: {
          ...tableOfRows(rows, list.readAt),
          face: isOffline ? 'offline' : list.hasError ? 'error' : isHere ? 'ready' : 'loading',
          isLocal: isHere,
          onRetry: list.retry,
          question: JSON.stringify({ query, sort }),
        },
        newest: list.reply,
        total: isHere ? rows.length : undefined,
        isStale: false,
        sort,
        exported: isHere ? () => ({ rows }) : undefined,
      }
    },
  }
}
