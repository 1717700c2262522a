import { QueryClient } from '@tanstack/query-core'
import { call } from '#shared/client/call.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { showsAny, type Resource } from '#shared/contract/freshness.ts'
import { AppError } from '#shared/domain/errors.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import type { ServerHint } from '#shared/windows/server-hints.ts'

const minute = 60_000
/** Freshness of specification §9. */
export const pharmacyStaleMs = 60 * minute

/**
 * The client of the small online reads. Whoever sets up a window's store sets `queryClientAtom` of jotai-tanstack-query to it, else the atoms
 * use a client of their own. Nothing that must survive lives here: a query that fails loses its data when its last reader leaves.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2 * minute,
        gcTime: 5 * minute,
        // Not the browser's idea of « online »: the call itself finds out.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A refusal will be refused again; only silence is worth a second try.
        retry: (failures, error) => !(error instanceof AppError) && failures < 1,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Options of `atomWithQuery` for one call: `atomWithQuery((get) => queryOf(sales.list, { query: get(filterAtom) }))`. */
export function queryOf<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [endpoint.path, endpoint.method, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<CallReply<E>> => call(endpoint, input, { signal }),
  }
}

/** While hints pour in, what a screen shows is asked for again so often, not for each of 200 sales that a till sends after an outage. */
const restMs = 500

/** Hears hints and asks again for what they make stale: at once, then for all that came meanwhile together. */
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

/** Asks again for what shows something that has changed: at once where a screen shows it, else when next shown. */
export function invalidateQueries(client: QueryClient, ...hints: readonly ServerHint[]): void {
  const touched = hints.filter((hint): hint is Resource => hint !== 'all')
  const isAny = touched.length < hints.length
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && (isAny || showsAny(path, touched)),
  })
}
