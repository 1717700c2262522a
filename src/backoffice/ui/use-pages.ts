import { useDebouncedCallback } from '@mantine/hooks'
import { QueriesObserver, type QueryFunction, type QueryKey, type QueryObserverResult } from '@tanstack/query-core'
import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

type PageReply = { items: readonly unknown[]; total: number }
type PageQuery<Reply> = { queryKey: QueryKey; queryFn: QueryFunction<Reply> }

export const pageSize = 100
/** Pages kept up to date: those in view and the last ones left. The others come back from the cache, and are asked again if they are stale. */
const watchedPages = 4
/** Someone who drags the scroll bar passes hundreds of pages and wants the last. */
const settleMs = 60

/** What a table shows of it, to be spread into a `DataTable`. */
type PagedTable<Reply extends PageReply> = {
  rowCount: number
  rowAt: (index: number) => Reply['items'][number] | undefined
  onRangeNeeded: (from: number, to: number) => void
  face: 'ready' | 'loading' | 'error' | 'offline'
  /** When the rows were read. */
  listedAt?: Date
  /** All rows are here, from a list on disk. */
  isLocal?: boolean
  onRetry: () => void
  /** What the rows answer. */
  question: string
}

export type Pages<Reply extends PageReply> = {
  table: PagedTable<Reply>
  /** Any page, the newest: its sums are those of the whole list. Undefined before the first. */
  newest: Reply | undefined
  /** The rows answer the question before: the new answer is on its way. */
  isStale: boolean
}

/**
 * A list of the server read page by page as it comes into view. What a hint makes stale is asked again in place; another question keeps
 * the rows of the last one until its first page is there.
 */
export function usePages<Reply extends PageReply>(pageQuery: (page: number) => PageQuery<Reply>): Pages<Reply> {
  const client = useAtomValue(queryClientAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const question = JSON.stringify(pageQuery(0).queryKey)
  const [watched, setWatched] = useState({ question, pages: [0] })
  const pages = useMemo(() => (watched.question === question ? watched.pages : [0]), [watched, question])
  // One observer per set of pages: what it holds already is shown at once, in the same drawing.
  const observer = useMemo(
    // Without a network nothing is asked; when it is back, what is old or failed is.
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
  }
}

function readPages<Reply extends PageReply>(
  question: string,
  pages: readonly number[],
  results: readonly QueryObserverResult<Reply>[],
) {
  const newest = results.reduce<QueryObserverResult<Reply> | undefined>(
    (best, result) => (result.data && (!best || result.dataUpdatedAt > best.dataUpdatedAt) ? result : best),
    undefined,
  )
  return {
    question,
    byPage: new Map(pages.map((page, at) => [page, results[at]?.data?.items as Reply['items'] | undefined])),
    newest: newest?.data,
    readAt: newest?.dataUpdatedAt,
  }
}
