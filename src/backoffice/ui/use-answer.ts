import {
  keepPreviousData,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core'
import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

type AnswerOptions = {
  /** False: not asked at all, as for who may not see it. */
  enabled?: boolean
  /** While another question is on its way the last answer stays. Without a network none is. */
  keep?: boolean
  /** Asked again that often, for what changes without a hint. */
  everyMs?: number
}
export type Answer<Data> = Pick<QueryObserverResult<Data, Error>, 'data' | 'error' | 'isFetching' | 'dataUpdatedAt'> & {
  /** What is shown answers the question before. */ isStale: boolean
  retry: () => void
}

/**
 * What the server says to one call: from the cache while fresh, asked again when a hint makes it stale. Not `atomWithQuery`: that one drops its
 * reader whenever the question changes, which calls off the request that was just sent and sends it a second time.
 */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true, keep = false, everyMs }: AnswerOptions = {},
): Answer<CallReply<E>> {
  const client = useAtomValue(queryClientAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const options: QueryObserverOptions<CallReply<E>, Error> = {
    ...queryOf(endpoint, input),
    // Without a network nothing is asked; when it is back, what is old or failed is.
    enabled: enabled && !isOffline,
    _optimisticResults: 'optimistic',
    refetchInterval: everyMs ?? false,
    ...(keep && !isOffline ? { placeholderData: keepPreviousData as never } : {}),
  }
  const [observer] = useState(() => new QueryObserver<CallReply<E>, Error>(client, options))
  useSyncExternalStore(
    useCallback((listener: () => void) => observer.subscribe(listener), [observer]),
    () => observer.getCurrentResult(),
  )
  useEffect(() => observer.setOptions(options))
  // Of the question of this drawing, not of the one before.
  const { data, error, isFetching, dataUpdatedAt, isPlaceholderData } = observer.getOptimisticResult(
    client.defaultQueryOptions(options),
  )
  return { data, error, isFetching, dataUpdatedAt, isStale: isPlaceholderData, retry: () => void observer.refetch() }
}
