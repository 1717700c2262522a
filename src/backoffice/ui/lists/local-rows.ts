import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type Sort, sortRows } from '#shared/ui/data-table-column.ts'
import type { ListSource } from '#backoffice/ui/lists/list-source.ts'
import { tableOfRows, useSteady } from '#backoffice/ui/lists/rows-here.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

export type LocalList<Row, Reply> = {
  /** What the filters keep, in their usual order. Keep the array while nothing changes: another one is sorted again. */
  rows: readonly Row[]
  /** The usual order, where a column has it. A constant. */
  sort?: Sort | undefined
  /** What the list says beside its rows. Undefined until they are here. */
  reply: Reply | undefined
  /** When the rows were true, in milliseconds of the clock. Null until they are here. */
  readAt: number | null
  hasError: boolean
  retry: () => void
}

/** A list whose rows are all in this window: `useList` filters them, `compare` of a column sorts them, with or without a network. */
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
