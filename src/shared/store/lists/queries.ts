import { type Query, QueryClient } from '@tanstack/query-core'
import { call, NoAnswer } from '#shared/client/call.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { showsAny, type Resource } from '#shared/contract/freshness.ts'
import { AppError } from '#shared/domain/errors.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import type { ServerHint } from '#shared/windows/server-hints.ts'

const minute = 60_000
/** How long an answer of the pharmacy stays fresh, in ms (specification §9). */
export const pharmacyStaleMs = 60 * minute
/** In ms. A query without an answer is read again after it, while the API is reachable. */
export const againAfterMs = 10_000

/**
 * The query client for small online reads. Each window that creates a store sets `queryClientAtom` of
 * jotai-tanstack-query to it; otherwise the atoms use a client of their own. It must hold nothing that has to survive:
 * a failed query loses its data when its last reader unmounts. `isReachable`: whether other calls are answered; then a
 * query on a screen that got no answer, or no token in time, is read again until it has one.
 */
export function newQueryClient(isReachable: () => boolean = () => false): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2 * minute,
        gcTime: 5 * minute,
        // Ignores `navigator.onLine`, which is unreliable: the call itself shows whether the network works.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A retry of a refused call would be refused again; a call without an answer is retried once.
        retry: (failures, error) => !(error instanceof AppError) && failures < 1,
        refetchInterval: ({ state }) => state.error instanceof NoAnswer && isReachable() && againAfterMs,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * Options of `atomWithQuery` for one call: `atomWithQuery((get) => queryOf(sales.list, { query: get(filterAtom) }))`.
 */
export function queryOf<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [endpoint.path, endpoint.method, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<CallReply<E>> => call(endpoint, input, { signal }),
  }
}

/**
 * Minimum interval in ms between refetches caused by hints: a till that sends 200 sales after an outage must not cause
 * 200 refetches.
 */
const restMs = 500

/**
 * Returns a listener for hints. It invalidates the affected answers at once, then collects the hints of each interval.
 */
export function followHints(client: QueryClient): (hint: ServerHint) => void {
  let heard = new Set<ServerHint>()
  const asking = throttle(() => {
    const hints = [...heard]
    heard = new Set()
    invalidateQueries(client, ...hints)
    return Promise.resolve()
  }, restMs)
  return (hint) => {
    heard.add(hint)
    asking.call()
  }
}

/**
 * Invalidates the answers that show a changed resource: those on a screen are read again at once, the others when next
 * shown. An answer that is being read for the first time may have been made before the change, and the query client
 * does not ask twice while it has none: it is read again once it has come. Not after `all`, which comes while a window
 * starts: everything would be read twice.
 */
export function invalidateQueries(client: QueryClient, ...hints: readonly ServerHint[]): void {
  const touched = hints.filter((hint): hint is Resource => hint !== 'all')
  const isAny = touched.length < hints.length
  const predicate = ({ queryKey: [path] }: Pick<Query, 'queryKey'>) =>
    typeof path === 'string' && (isAny || showsAny(path, touched))
  const firstReads = isAny
    ? []
    : client
        .getQueryCache()
        .findAll({ predicate, fetchStatus: 'fetching' })
        .filter(({ state }) => state.data === undefined)
  void client.invalidateQueries({ predicate })
  for (const query of firstReads)
    void query.promise?.then(
      () => client.invalidateQueries({ predicate: (one) => one === query }),
      // A read that failed left no answer, so nothing is out of date.
      () => {},
    )
}
