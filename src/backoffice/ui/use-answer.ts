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
  /** False: does not call, for example without the right. */
  enabled?: boolean
  /** Keeps the previous answer while another question is loading. Not offline. */
  keep?: boolean
  /** Refetch interval in ms, for answers that change without a hint. */
  everyMs?: number
}
export type Answer<Data> = Pick<QueryObserverResult<Data, Error>, 'data' | 'error' | 'isFetching' | 'dataUpdatedAt'> & {
  /** The shown answer belongs to the previous question. */
  isStale: boolean
  retry: () => void
}

/**
 * The answer to one call: from the cache while fresh, read again when a hint makes it stale. Not `atomWithQuery`, which
 * unmounts its reader when the question changes: that aborts the request just sent and sends it again.
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
    // Makes no request offline; back online, stale and failed answers are read.
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
  // The result for the question of this render, not the previous one.
  const { data, error, isFetching, dataUpdatedAt, isPlaceholderData } = observer.getOptimisticResult(
    client.defaultQueryOptions(options),
  )
  return { data, error, isFetching, dataUpdatedAt, isStale: isPlaceholderData, retry: () => void observer.refetch() }
}
