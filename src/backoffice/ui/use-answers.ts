import { QueriesObserver, type QueryObserverResult } from '@tanstack/query-core'
import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import type { Answer } from '#backoffice/ui/use-answer.ts'

/** The answers to several questions of one call, in their order; one that fails leaves the others. `everyMs`: as `useAnswer`. */
export function useAnswers<E extends Endpoint>(
  endpoint: E,
  inputs: readonly CallInput<E>[],
  { everyMs }: { everyMs: number },
): Pick<Answer<CallReply<E>>, 'data' | 'error' | 'retry'>[] {
  const client = useAtomValue(queryClientAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const question = JSON.stringify(inputs)
  const observer = useMemo(
    () =>
      new QueriesObserver(
        client,
        inputs.map((input) => ({ ...queryOf(endpoint, input), enabled: !isOffline, refetchInterval: everyMs })),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the question stands for its inputs
    [client, endpoint, question, isOffline, everyMs],
  )
  const results = useSyncExternalStore(
    useCallback((listener: () => void) => observer.subscribe(listener), [observer]),
    () => observer.getCurrentResult(),
  ) as QueryObserverResult<CallReply<E>>[]
  return results.map(({ data, error, refetch }) => ({ data, error, retry: () => void refetch() }))
}
