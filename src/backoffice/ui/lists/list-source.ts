import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import * as z from 'zod'
import { call } from '#shared/client/call.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { onePage } from '#shared/contract/values.ts'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import { AppError } from '#shared/domain/errors.ts'
import { newestPart } from '#shared/domain/part-of-period.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { type Sort, sortRows } from '#shared/ui/data-table-column.ts'
import type { DataTableProps } from '#shared/ui/data-table.tsx'
import type { RowSource } from '#shared/ui/table-export.ts'
import type { ListColumn } from '#backoffice/ui/lists/columns.tsx'
import { type DiskListAtom, useDiskList } from '#backoffice/ui/lists/disk-list.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { sortOfServer } from '#backoffice/ui/sort-text.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useCursorPages } from '#backoffice/ui/use-cursor-pages.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

export type Asked<Row, Query> = {
  /** The query of the filters. */
  query: Partial<Query>
  sort: Sort | undefined
  columns: readonly ListColumn<Row>[]
}

export type ListedRows<Row, Reply> = {
  /** Spread into a `DataTable`. */
  table: Pick<
    Extract<DataTableProps<Row>, { rowCount: number }>,
    'rowCount' | 'rowAt' | 'onRangeNeeded' | 'face' | 'listedAt' | 'isLocal' | 'onRetry' | 'question' | 'partText'
  >
  /** Why the rows are missing, when more can be said than that they could not be loaded. */
  failText?: string | undefined
  /** The newest answer. Its sums cover the whole list. Undefined before the first answer. */
  newest: Reply | undefined
  /** The number of filtered rows; undefined until it is known. */
  total: number | undefined
  /** The rows answer the previous query; the new answer is loading. */
  isStale: boolean
  /** All rows are in memory, so that an export needs no network. */
  isWhole?: boolean
  /** The order of the rows, when it is not the chosen one. */
  sort?: Sort | undefined
  /** The rows of an export; undefined until rows are loaded. */
  exported: (() => RowSource<Row>) | undefined
  /** Reads the CSV file that the server makes, if it makes one. */
  readCsv?: (signal: AbortSignal) => Promise<string>
}

/** Where the rows of a list come from. `useRows` is a hook. */
export type ListSource<Row, Query, Reply> = { useRows: (asked: Asked<Row, Query>) => ListedRows<Row, Reply> }

export type PagedEndpoint = Endpoint
/** The rows in the answer of a call. */
export type RowsOf<E extends Endpoint> = CallReply<E> extends { items: readonly (infer Row)[] } ? Row : never
export type QueryOf<E extends Endpoint> = CallInput<E> extends { query?: infer Query } ? NonNullable<Query> : never

/** An order that the server supports: its column, its direction and its part of the query. */
export type ServerOrder<Query> = Sort & { query: Partial<Query> }

/**
 * A list read page by page; the server filters, searches, sorts and counts. `orders`: the only sort orders of the
 * server, the default first; without `orders`, each sortable column sorts in both directions. `usual`: the default
 * order of the server, when a column has that order. `disk` replaces the server offline. `idOf` makes an id for rows
 * without one.
 */
export function serverPages<E extends PagedEndpoint>(
  endpoint: E,
  {
    orders = [],
    usual,
    disk,
    idOf,
  }: {
    orders?: readonly ServerOrder<QueryOf<E>>[]
    usual?: Sort
    disk?: DiskListAtom<QueryOf<E>, CallReply<E>>
    idOf?: (row: RowsOf<E>) => string
  } = {},
): ListSource<RowsOf<E> & { id: string }, QueryOf<E>, CallReply<E> & { total: number }> {
  type Row = RowsOf<E> & { id: string }
  type Reply = CallReply<E> & { items: readonly Row[]; total: number }
  // The same row stays the same object, so that the table renders it once.
  const namedRows = new WeakMap<Row, Row>()
  const named = (row: Row): Row => {
    if (!idOf) return row
    const known = namedRows.get(row) ?? { ...row, id: idOf(row) }
    namedRows.set(row, known)
    return known
  }
  return {
    useRows: ({ query, sort, columns }) => {
      const order = orders.find(({ column }) => column === sort?.column) ?? orders[0]
      const shownSort = order ?? sort ?? usual
      const asked = { ...query, ...(order ? order.query : sortOfServer(sort, columns)) }
      const part = usePart(endpoint, asked)
      const pages = usePages<Reply>(
        (page) =>
          queryOf(
            endpoint,
            onePage({ query: { ...asked, ...part.shown, page, size: pageSize } }) as CallInput<E>,
          ) as unknown as {
            queryKey: readonly unknown[]
            queryFn: () => Promise<Reply>
          },
      )
      part.hear(pages.failure)
      // Sums of a part would pass for those of the whole.
      const newest = part.shown ? undefined : pages.newest
      const onDisk = useDiskList<Row, QueryOf<E>, Reply>(
        { query, sort: order ?? sort, columns },
        pages.table.onRetry,
        disk as DiskListAtom<QueryOf<E>, Reply> | undefined,
      )
      if (onDisk) return { ...onDisk, sort: shownSort }
      return {
        table: {
          ...pages.table,
          rowAt: (index) => {
            const row = pages.table.rowAt(index)
            return row && named(row)
          },
          ...part.told,
        },
        failText: failTextOf(pages.failure),
        newest,
        total: newest?.total,
        isStale: pages.isStale,
        sort: shownSort,
        exported: () => ({
          readPage: (page, size, signal) =>
            call(endpoint, onePage({ query: { ...asked, page, size } }) as CallInput<E>, { signal }) as Promise<Reply>,
          rowKey: (row) => named(row).id,
        }),
      }
    },
  }
}

/**
 * A list with a period whose whole answer took the server too long shows its newest month instead, and says so. `shown`:
 * the days of that part; null: the whole is shown.
 */
function usePart({ query: schema }: Endpoint, asked: object) {
  const today = useAtomValue(todayAtom)
  const [tooLong, setTooLong] = useState<string | null>(null)
  const question = JSON.stringify(asked)
  const hasPeriod = schema instanceof z.ZodObject && 'from' in schema.shape && 'to' in schema.shape
  const part = hasPeriod ? newestPart(asked, today) : null
  const shown = tooLong === question ? part : null
  return {
    shown,
    told: shown ? { partText: partText(shown) } : {},
    /** Call it with the failure of the pages of this render. */
    hear: (failure: Error | null) => {
      if (part && !shown && isTooLong(failure)) setTooLong(question)
    },
  }
}

function isTooLong(failure: Error | null): boolean {
  return failure instanceof AppError && failure.message === 'requests:tooLong'
}

/** What to do about a failure, when more can be said than that it failed. */
function failTextOf(failure: Error | null): string | undefined {
  return isTooLong(failure) ? errorTexts['requests:tooLong'].text : undefined
}

function partText({ from, to }: { from: string; to: string }): string {
  return `Trop à lire d’un coup. Voici seulement du ${formatShortDay(from)} au ${formatShortDay(to)}\u00a0: précisez la période, ou ajoutez un mot.`
}

interface CursorList<Query> {
  /** A hook: the number of filtered rows, which a page read by cursor does not contain. */
  useCount: (query: Partial<Query>) => number | undefined
  /** The call that makes the CSV file. */
  csv: Endpoint
}

/** Pages are read in sequence, never from the middle, so that a page may be large. */
const cursorSize = 200
/** The file may hold years of a ledger. */
const fileMs = 120_000

/** A list read by cursor, newest row first. */
export function serverCursor<E extends PagedEndpoint>(
  endpoint: E,
  { useCount, csv }: CursorList<QueryOf<E>>,
): ListSource<RowsOf<E> & { id: string }, QueryOf<E>, { items: readonly RowsOf<E>[] }> {
  type Row = RowsOf<E> & { id: string }
  type Reply = CallReply<E> & { items: readonly Row[]; next: string | null }
  return {
    useRows: ({ query }) => {
      const part = usePart(endpoint, query)
      const pages = useCursorPages(
        (cursor) =>
          queryOf(endpoint, {
            query: { ...query, ...part.shown, ...(cursor ? { cursor } : {}), size: cursorSize },
          } as CallInput<E>) as {
            queryKey: readonly unknown[]
            queryFn: (how: { signal: AbortSignal }) => Promise<Reply>
          },
      )
      part.hear(pages.failure)
      const counted = useCount(query)
      const total = part.shown ? undefined : counted
      const rows = pages.rows as readonly Row[]
      return {
        table: { ...pages.table, rowAt: (index) => rows[index], ...part.told },
        failText: failTextOf(pages.failure),
        newest: rows.length > 0 ? { items: rows } : undefined,
        total,
        isStale: pages.isStale,
        exported: () => ({
          readNext: (cursor, size, signal) =>
            call(endpoint, { query: { ...query, ...(cursor ? { cursor } : {}), size } } as CallInput<E>, {
              signal,
            }) as Promise<Reply>,
          expected: total ?? 0,
        }),
        readCsv: (signal) =>
          call(csv, { query } as CallInput<Endpoint>, { signal, timeoutMs: fileMs }) as Promise<string>,
      }
    },
  }
}

/**
 * A list read in one call of at most `most` rows. Every column sorts all rows by its `compare`. `textOf`: the text of a
 * row in which a search looks for each of its words; without it, the call searches.
 */
export function wholeList<E extends PagedEndpoint>(
  endpoint: E,
  most: number,
  textOf?: (row: RowsOf<E>) => string,
): ListSource<RowsOf<E> & { id: string }, QueryOf<E> & { search?: string }, CallReply<E> & { total: number }> {
  type Row = RowsOf<E> & { id: string }
  type Reply = CallReply<E> & { items: readonly Row[]; total: number }
  return {
    useRows: ({ query, sort, columns }) => {
      const { search = '', ...others } = query as { search?: string }
      const asked = textOf ? others : query
      const answer = useAnswer(endpoint, { query: { ...asked, size: most } } as CallInput<E>, { keep: true })
      const isOffline = useAtomValue(isOfflineAtom)
      const read = answer.data as Reply | undefined
      const reply = useMemo(() => (read && textOf && search ? found(read, search, textOf) : read), [read, search])
      const { column, direction } = sort ?? {}
      const rows = useMemo(
        () => sortRows(reply?.items ?? [], columns, column && direction ? { column, direction } : undefined),
        [reply, columns, column, direction],
      )
      return {
        table: {
          rowCount: rows.length,
          rowAt: (index) => rows[index],
          onRangeNeeded: allAreHere,
          face: isOffline ? 'offline' : answer.error ? 'error' : reply ? 'ready' : 'loading',
          ...(answer.dataUpdatedAt > 0 ? { listedAt: new Date(answer.dataUpdatedAt) } : {}),
          onRetry: answer.retry,
          question: JSON.stringify([query, sort]),
        },
        failText: failTextOf(answer.error),
        newest: reply,
        total: reply?.total,
        isStale: answer.isStale,
        isWhole: reply !== undefined,
        exported: () => ({ rows }),
      }
    },
  }
}

/** The answer as if it had only the rows whose text has each word of the search. */
function found<Row, Reply extends { items: readonly Row[]; total: number }>(
  reply: Reply,
  search: string,
  textOf: (row: Row) => string,
): Reply {
  const words = wordsOf(search)
  const items = reply.items.filter((row) => {
    const text = fold(textOf(row))
    return words.every((word) => text.includes(word))
  })
  return { ...reply, items, total: items.length }
}

const allAreHere = () => undefined
