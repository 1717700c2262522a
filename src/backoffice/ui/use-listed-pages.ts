import { useAtomValue } from 'jotai'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import type { Pages } from '#backoffice/ui/use-pages.ts'

type PageReply = { items: readonly unknown[]; total: number }
/** What the lists of this terminal answer, as the server would: all rows at once. `syncedAt`: the hour of the oldest of them. */
export type Listed<Reply> = { reply: Reply; syncedAt: number; question: string }

/** Rows are handed over one by one, as pages are. */
const allAreHere = () => undefined

/** Without a network a list that this terminal keeps stands in for the pages of the server; null where it keeps none. */
export function useListedPages<Reply extends PageReply>(
  pages: Pages<Reply>,
  listed: Listed<Reply> | null,
): Pages<Reply> {
  const isOffline = useAtomValue(isOfflineAtom)
  if (!isOffline || !listed) return pages
  const { reply, syncedAt, question } = listed
  return {
    table: {
      rowCount: reply.items.length,
      rowAt: (index) => reply.items[index],
      onRangeNeeded: allAreHere,
      face: 'offline',
      isLocal: true,
      listedAt: new Date(syncedAt),
      onRetry: pages.table.onRetry,
      question,
    },
    newest: reply,
    isStale: false,
  }
}
