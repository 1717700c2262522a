import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useCallback } from 'react'
import { call, type CallOptions } from '#shared/client/call.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { waitingWork } from '#shared/contract/waiting-work.ts'
import { invalidateQueries } from '#shared/store/lists/queries.ts'

export type Send = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
) => Promise<CallReply<E>>

/**
 * Sends a writing call, then invalidates what it touches in this window, before the server's hint arrives, and the
 * counts of the menu, which no hint reaches.
 */
export function useSend(): Send {
  const client = useAtomValue(queryClientAtom)
  return useCallback(
    async (endpoint, input, options) => {
      const reply = await call(endpoint, input, options)
      invalidateQueries(client, ...(endpoint.touches ?? []))
      void client.invalidateQueries({ queryKey: [waitingWork.read.path] })
      return reply
    },
    [client],
  )
}
