import { type Atom, atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { tableOfRows, useSteady } from '#backoffice/ui/lists/rows-here.ts'

/** A list that this terminal keeps on disk. It answers like the server, with all rows at once. */
type DiskList<Query, Reply> = {
  find: (query: Partial<Query>) => Reply
  /** When its oldest part was read. */
  syncedAt: number
}

/** Null while online, and when this terminal never read the list. */
export type DiskListAtom<Query, Reply> = Atom<DiskList<Query, Reply> | null>

const noDiskListAtom = atom(null)

/** The answer of the list on disk, as rows; null without such a list. */
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
    // Only the sums are used; the table reads the rows one by one.
    newest: { ...reply, items: [] },
    total: reply.total,
    isStale: false,
    exported: () => ({ rows }),
  }
}
