import { type Atom, atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type Sort, sortRows } from '#shared/ui/data-table-column.ts'
import { type ListColumn, sortedHere } from '#backoffice/ui/lists/columns.tsx'
import { tableOfRows, useSteady } from '#backoffice/ui/lists/rows-here.ts'

/**
 * A list that this terminal stores on disk. `find` answers like the server, with all rows at once, in the default
 * order; null for a question that only the server can answer.
 */
type DiskList<Query, Reply> = {
  find: (query: Partial<Query>) => Reply | null
  /** When the oldest part of the list was loaded, in ms. */
  syncedAt: number
}

/** Null while online, and when this terminal has never loaded the list. */
export type DiskListAtom<Query, Reply> = Atom<DiskList<Query, Reply> | null>

const noDiskListAtom = atom(null)

/** The rows of the list on disk, sorted in this window; null without such a list. */
export function useDiskList<Row, Query, Reply extends { items: readonly Row[]; total: number }>(
  { query, sort, columns }: { query: Partial<Query>; sort: Sort | undefined; columns: readonly ListColumn<Row>[] },
  onRetry: () => void,
  listAtom: DiskListAtom<Query, Reply> = noDiskListAtom,
) {
  const list = useAtomValue(listAtom)
  const asked = useSteady({ query, sort })
  const reply = useMemo(() => list?.find(asked.query), [list, asked.query])
  const rows = useMemo(
    () => sortRows(reply?.items ?? [], sortedHere<Row>(columns), asked.sort),
    [reply, columns, asked.sort],
  )
  if (!list || !reply) return null
  return {
    table: {
      ...tableOfRows(rows, list.syncedAt),
      face: 'offline' as const,
      isLocal: true,
      onRetry,
      question: JSON.stringify(asked),
    },
    // Readers use only the sums; the table reads the rows one by one.
    newest: { ...reply, items: [] },
    total: reply.total,
    isStale: false,
    exported: () => ({ rows }),
  }
}
