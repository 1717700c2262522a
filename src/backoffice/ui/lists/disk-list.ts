import { type Atom, atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type Sort, sortRows } from '#shared/ui/data-table-column.ts'
import { type ListColumn, sortedHere } from '#backoffice/ui/lists/columns.tsx'
import { tableOfRows, useSteady } from '#backoffice/ui/lists/rows-here.ts'

/** A list that this terminal keeps on disk: it answers as the server would, all rows at once, in their usual order. */
type DiskList<Query, Reply> = {
  find: (query: Partial<Query>) => Reply
  /** The hour of its oldest part. */
  syncedAt: number
}

/** Null with a network, and where the list was never on this terminal. */
export type DiskListAtom<Query, Reply> = Atom<DiskList<Query, Reply> | null>

const noDiskListAtom = atom(null)

/** What the list on disk answers, as rows of a list, sorted here; null where there is none. */
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
    // Sums only: its rows are read one by one from the table.
    newest: { ...reply, items: [] },
    total: reply.total,
    isStale: false,
    exported: () => ({ rows }),
  }
}
