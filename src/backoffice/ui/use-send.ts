import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useCallback } from 'react'
import { call, type CallOptions } from '#shared/client/call.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'

const hangTogether: readonly (readonly string[])[] = [
  // A policy counts in its person, its contract and its payer.
  [
    '/clients',
    '/persons',
    '/organizations',
    '/companies',
    '/contracts',
    '/contract-policies',
    '/tags',
    '/member-imports',
  ],
  // What was paid out is read with the words of its reason.
  ['/disbursement-reasons', '/disbursements'],
]

export type Send = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
) => Promise<CallReply<E>>

/** Changes something on the server, and lets every screen ask again for what the change may have touched. */
export function useSend(): Send {
  const client = useAtomValue(queryClientAtom)
  return useCallback(
    async (endpoint, input, options) => {
      const reply = await call(endpoint, input, options)
      const family = /^\/[^/]+/.exec(endpoint.path)?.[0] ?? endpoint.path
      const prefixes = hangTogether.find((families) => families.includes(family)) ?? [family]
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && prefixes.some((prefix) => path.startsWith(prefix)),
      })
      return reply
    },
    [client],
  )
}
