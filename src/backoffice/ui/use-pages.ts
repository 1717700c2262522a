import { useDebouncedCallback } from '@mantine/hooks'
import { QueriesObserver, type QueryFunction, type QueryKey, type QueryObserverResult } from '@tanstack/query-core'
import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

type PageReply = { items: readonly unknown[]; total: number }
type PageQuery<Reply> = { queryKey: QueryKey; queryFn: QueryFunction<Reply> }

export const pageSize = 100
/** Number of recent pages kept up to date. Older ones come from the cache, and are read again if stale. */
const watchedPages = 4
/** In ms: dragging the scroll bar passes hundreds of pages; only the last one is read. */
const settleMs = 60

/** Props of a paged table, to spread into a `DataTable`. */
type PagedTable<Reply extends PageReply> = {
  rowCount: number
  rowAt: (index: number) => Reply['items'][number] | undefined
  onRangeNeeded: (from: number, to: number) => void
  face: 'ready' | 'loading' | 'error' | 'offline'
  /** When the rows were read. */
  listedAt?: Date
  /** All rows come from a stored list. */
  isLocal?: boolean
  onRetry: () => void
  /** Key of the question that the rows answer. */
  question: string
}

export type Pages<Reply extends PageReply> = {
  table: PagedTable<Reply>
  /** The first page, which has the totals of the whole list (`onePage`). Undefined before it has come. */
  newest: Reply | undefined
  /** The rows answer the previous question while the new answer is loading. */
  isStale: boolean
  /** Why a page failed; null when none did. */
  failure: Error | null
}

/**
 * A server list read page by page as rows come into view. Stale pages are read again in place. After a change of the
 * question, the previous rows stay until the new first page has arrived.
 */
export function usePages<Reply extends PageReply>(pageQuery: (page: number) => PageQuery<Reply>): Pages<Reply> {
  const client = useAtomValue(queryClientAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const question = JSON.stringify(pageQuery(0).queryKey)
  const [watched, setWatched] = useState({ question, pages: [0] })
  // The first page is always kept up to date, for its totals.
  const pages = useMemo(
    () => (watched.question === question ? [...new Set([...watched.pages, 0])] : [0]),
    [watched, question],
  )
  // One observer per set of pages: it returns cached pages in the same render.
  const observer = useMemo(
    // Makes no request offline; back online, stale and failed pages are read.
    () =>
      new QueriesObserver(
        client,
        pages.map((page) => ({ ...pageQuery(page), enabled: !isOffline })),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the question stands for the function that asks it
    [client, question, pages, isOffline],
  )
  const results = useSyncExternalStore(
    useCallback((listener: () => void) => observer.subscribe(listener), [observer]),
    () => observer.getCurrentResult(),
  ) as QueryObserverResult<Reply>[]

  const current = useMemo(() => readPages(question, pages, results), [question, pages, results])
  const [kept, keep] = useState(current)
  if (current.newest && current !== kept) keep(current)
  const view = current.newest ? current : kept

  const onRangeNeeded = useDebouncedCallback((from: number, to: number) => {
    const [first, last] = [Math.floor(from / pageSize), Math.floor(to / pageSize)]
    const needed = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    setWatched((before) => {
      const kept = before.question === question ? before.pages.filter((page) => !needed.includes(page)) : []
      return { question, pages: [...needed, ...kept].slice(0, Math.max(watchedPages, needed.length)) }
    })
  }, settleMs)

  const failed = results.filter(({ isError }) => isError)
  return {
    table: {
      rowCount: view.newest?.total ?? 0,
      rowAt: (index) => view.byPage.get(Math.floor(index / pageSize))?.[index % pageSize],
      onRangeNeeded,
      face: isOffline
        ? 'offline'
        : failed.length > 0
          ? 'error'
          : view.newest && view.question === question
            ? 'ready'
            : 'loading',
      ...(view.readAt ? { listedAt: new Date(view.readAt) } : {}),
      onRetry: () => failed.forEach((result) => void result.refetch()),
      question: view.question,
    },
    newest: view.newest,
    isStale: view.question !== question,
    failure: failed[0]?.error ?? null,
  }
}

function readPages<Reply extends PageReply>(
  question: string,
  pages: readonly number[],
  results: readonly QueryObserverResult<Reply>[],
) {
  return {
    question,
    byPage: new Map(pages.map((page, at) => [page, results[at]?.data?.items as Reply['items'] | undefined])),
    newest: results[pages.indexOf(0)]?.data,
    readAt: Math.max(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  }
}
