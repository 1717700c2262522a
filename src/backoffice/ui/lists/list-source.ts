import { call } from '#shared/client/call.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import type { Sort } from '#shared/ui/data-table-column.ts'
import type { DataTableProps } from '#shared/ui/data-table.tsx'
import type { RowSource } from '#shared/ui/table-export.ts'
import type { ListColumn } from '#backoffice/ui/lists/columns.tsx'
import { type DiskListAtom, useDiskList } from '#backoffice/ui/lists/disk-list.ts'
import { sortText } from '#backoffice/ui/sort-text.ts'
import { useCursorPages } from '#backoffice/ui/use-cursor-pages.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

export type Asked<Row, Query> = {
  /** What the filters ask for. */
  query: Partial<Query>
  sort: Sort | undefined
  columns: readonly ListColumn<Row>[]
}

export type ListedRows<Row, Reply> = {
  /** Spread into a `DataTable`. */
  table: Pick<
    Extract<DataTableProps<Row>, { rowCount: number }>,
    'rowCount' | 'rowAt' | 'onRangeNeeded' | 'face' | 'listedAt' | 'isLocal' | 'onRetry' | 'question'
  >
  /** The newest answer: its sums are those of the whole list. Undefined before the first. */
  newest: Reply | undefined
  /** How many rows the filters keep; undefined before it is known. */
  total: number | undefined
  /** The rows answer the question before: the new answer is on its way. */
  isStale: boolean
  /** The order in which they stand, where it is not the one that was chosen. */
  sort?: Sort | undefined
  /** What an export writes; undefined: nothing is here yet. */
  exported: (() => RowSource<Row>) | undefined
}

/** Where the rows of a list come from. `useRows` is called at each drawing. */
export type ListSource<Row, Query, Reply> = { useRows: (asked: Asked<Row, Query>) => ListedRows<Row, Reply> }

export type PagedEndpoint = Endpoint
type RowsOf<E extends Endpoint> = CallReply<E> extends { items: readonly (infer Row)[] } ? Row : never
export type QueryOf<E extends Endpoint> = CallInput<E> extends { query?: infer Query } ? NonNullable<Query> : never

/** An order that the server knows: the column that asks for it, the way it runs, its part of the question. */
export type ServerOrder<Query> = Sort & { query: Partial<Query> }

/**
 * A list that the server gives by pages: it filters, searches, sorts and counts. `orders`: the only ones that it knows, the usual one first; else each
 * sortable column sorts both ways. `disk` stands in without a network.
 */
export function serverPages<E extends PagedEndpoint>(
  endpoint: E,
  {
    orders = [],
    disk,
  }: { orders?: readonly ServerOrder<QueryOf<E>>[]; disk?: DiskListAtom<QueryOf<E>, CallReply<E>> } = {},
): ListSource<RowsOf<E> & { id: string }, QueryOf<E>, CallReply<E> & { total: number }> {
  type Row = RowsOf<E> & { id: string }
  type Reply = CallReply<E> & { items: readonly Row[]; total: number }
  return {
    useRows: ({ query, sort }) => {
      const order = orders.find(({ column }) => column === sort?.column) ?? orders[0]
      const asked = { ...query, ...(order ? order.query : sort ? { sort: sortText(sort) } : {}) }
      const pages = usePages<Reply>(
        (page) =>
          queryOf(endpoint, { query: { ...asked, page, size: pageSize } } as CallInput<E>) as unknown as {
            queryKey: readonly unknown[]
            queryFn: () => Promise<Reply>
          },
      )
      const { newest } = pages
      const onDisk = useDiskList<Row, QueryOf<E>, Reply>(
        asked,
        pages.table.onRetry,
        disk as DiskListAtom<QueryOf<E>, Reply> | undefined,
      )
      if (onDisk) return { ...onDisk, sort: order }
      return {
        table: pages.table,
        newest,
        total: newest?.total,
        isStale: pages.isStale,
        sort: order,
        exported: () => ({
          readPage: (page, size, signal) =>
            call(endpoint, { query: { ...asked, page, size } } as CallInput<E>, { signal }) as Promise<Reply>,
          rowKey: ({ id }) => id,
        }),
      }
    },
  }
}

/** A list that the server gives from its newest row on; `total` is known only where it counts. */
export function serverCursor<E extends PagedEndpoint>(
  endpoint: E,
): ListSource<RowsOf<E> & { id: string }, QueryOf<E>, { items: readonly RowsOf<E>[] }> {
  type Row = RowsOf<E> & { id: string }
  type Reply = CallReply<E> & { items: readonly Row[]; next: string | null }
  return {
    useRows: ({ query }) => {
      const pages = useCursorPages(
        (cursor) =>
          queryOf(endpoint, { query: { ...query, ...(cursor ? { cursor } : {}), size: pageSize } } as CallInput<E>) as {
            queryKey: readonly unknown[]
            queryFn: (how: { signal: AbortSignal }) => Promise<Reply>
          },
      )
      const rows = pages.rows as readonly Row[]
      return {
        table: { ...pages.table, rowAt: (index) => rows[index] },
        newest: rows.length > 0 ? { items: rows } : undefined,
        total: undefined,
        isStale: pages.isStale,
        exported: () => ({
          readNext: (cursor, size, signal) =>
            call(endpoint, { query: { ...query, ...(cursor ? { cursor } : {}), size } } as CallInput<E>, {
              signal,
            }) as Promise<Reply>,
          expected: rows.length,
        }),
      }
    },
  }
}
