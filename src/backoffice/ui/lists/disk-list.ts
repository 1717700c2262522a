import { type Atom, atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { tableOfRows, useSteady } from '#backoffice/ui/lists/rows-here.ts'

/** A list that this terminal keeps on disk: it answers as the server would, all rows at once. */
type DiskList<Query, Reply> = {
  find: (query: Partial<Query>) => Reply
  /** The hour of its oldest part. */
  syncedAt: number
}

/** Null with a network, and where the list was never on this terminal. */
export type DiskListAtom<Query, Reply> = Atom<DiskList<Query, Reply> | null>

const noDiskListAtom = atom(null)

/** What the list on disk answers, as rows of a list; null where there is none. */
export function useDiskList<Row, Query, Reply extends { items: readonly Row[]; total: number }>(
  query: Partial<Query>,
  onRetry: () => void,
  listAtom: DiskListAtom<Query, Reply> = noDiskListAtom,
) {
  const list = useAtomValue(listAtom)
  const asked = useSteady(query)
  const reply = useMemo(() => list?.find(asked), [list, asked])
  if (!list || !reply) return null
  const rows: readonly Row[] = reply.items
  return {
    table: {
      ...tableOfRows(rows, list.syncedAt),
      face: 'offline' as const,
      isLocal: true,
      onRetry,
      question: JSON.stringify(query),
    },
    // Sums only: its rows are read one by one from the table.
    newest: { ...reply, items: [] },
    total: reply.total,
    isStale: false,
    exported: () => ({ rows }),
  }
}
