import { InfiniteQueryObserver, keepPreviousData, type QueryKey } from '@tanstack/query-core'
import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

type CursorReply = { items: readonly unknown[]; next: string | null }
type CursorQuery<Reply> = { queryKey: QueryKey; queryFn: (how: { signal: AbortSignal }) => Promise<Reply> }

/** Placeholder rows below the last loaded one; scrolling to them loads the next page. */
const rowsAhead = 12

/**
 * A server list read by cursor from its newest row: new rows do not shift the pages. Spread the returned `table` into a
 * `DataTable`. After a change of the question, the previous rows stay until the new first page has arrived.
 */
export function useCursorPages<Reply extends CursorReply>(
  pageQuery: (cursor: string | undefined) => CursorQuery<Reply>,
) {
  const client = useAtomValue(queryClientAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const queryKey: QueryKey = [...pageQuery(undefined).queryKey, 'by cursor']
  const question = JSON.stringify(queryKey)
  const options = {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: unknown; signal: AbortSignal }) =>
      pageQuery(pageParam as string | undefined).queryFn({ signal }),
    initialPageParam: undefined as unknown,
    getNextPageParam: (last: Reply) => last.next,
    // Makes no request offline; back online, stale and failed pages are read.
    enabled: !isOffline,
    _optimisticResults: 'optimistic' as const,
    ...(isOffline ? {} : { placeholderData: keepPreviousData as never }),
  }
  const [observer] = useState(() => new InfiniteQueryObserver<Reply>(client, options))
  useSyncExternalStore(
    useCallback((listener: () => void) => observer.subscribe(listener), [observer]),
    () => observer.getCurrentResult(),
  )
  useEffect(() => observer.setOptions(options))
  // The result for the question of this render, not the previous one.
  const { data, error, isError, isFetching, isPlaceholderData, isFetchNextPageError, hasNextPage, dataUpdatedAt } =
    observer.getOptimisticResult(client.defaultQueryOptions(options) as never)
  const rows = useMemo(() => (data?.pages ?? []).flatMap(({ items }) => items as Reply['items'][number][]), [data])

  const [wanted, setWanted] = useState({ question, to: 0 })
  const wantsMore =
    wanted.question === question && wanted.to >= rows.length && hasNextPage && !isFetching && !isError && !isOffline
  useEffect(() => {
    if (wantsMore) void observer.fetchNextPage({ cancelRefetch: false })
  }, [wantsMore, rows.length, observer])

  return {
    table: {
      rowCount: rows.length + (hasNextPage ? rowsAhead : 0),
      rowAt: (index: number): Reply['items'][number] | undefined => rows[index],
      onRangeNeeded: (_from: number, to: number) => setWanted({ question, to }),
      face: isOffline
        ? ('offline' as const)
        : isError
          ? ('error' as const)
          : data && !isPlaceholderData
            ? ('ready' as const)
            : ('loading' as const),
      ...(dataUpdatedAt > 0 ? { listedAt: new Date(dataUpdatedAt) } : {}),
      onRetry: () => void (isFetchNextPageError ? observer.fetchNextPage() : observer.refetch()),
      question,
    },
    rows,
    isStale: isPlaceholderData,
    /** Why a page failed; null when none did. */
    failure: error,
  }
}
