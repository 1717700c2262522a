import { atom, type Atom, type Getter } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { canonicalJson } from '#shared/store/tools/canonical-json.ts'
import { keepOnDevice } from '#shared/store/disk/device-choices.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { queryOf } from '#shared/store/lists/queries.ts'

type Kept<E extends Endpoint> = {
  /** Storage name on this terminal; one answer is stored per pharmacy. */
  name: string
  endpoint: E
  /** The input of the call; null: no call for now. */
  inputOf: (get: Getter) => CallInput<E> | null
  staleMs: number
}

/**
 * A small answer of the API that a terminal needs offline too. Offline, it is the last answer to the same question, or
 * null before the first. While a screen shows it, it is read again after a hint that affects it (see the contract's
 * `freshness.ts`), and every `staleMs`.
 */
export function keptAnswerAtom<E extends Endpoint>({
  name,
  endpoint,
  inputOf,
  staleMs,
}: Kept<E>): Atom<CallReply<E> | null> {
  const keyOf = (pharmacyId: string) => `officine.${name}.${pharmacyId}`
  const queryAtom = atomWithQuery((get) => {
    const [pharmacyId, input] = [get(terminalAtom)?.pharmacy?.id, inputOf(get)]
    const query = queryOf(endpoint, input ?? ({} as CallInput<E>))
    return {
      // The path comes first: hints find stale queries by it. The pharmacy's id keeps answers of two pharmacies apart.
      queryKey: [...query.queryKey, pharmacyId] as const,
      enabled: pharmacyId !== undefined && input !== null,
      staleTime: staleMs,
      refetchInterval: staleMs,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const answer = await query.queryFn({ signal })
        if (pharmacyId !== undefined)
          keepOnDevice(keyOf(pharmacyId), JSON.stringify({ asked: canonicalJson(input), answer }), 'copy')
        return answer
      },
    }
  })
  return atom((get) => {
    const [pharmacyId, input] = [get(terminalAtom)?.pharmacy?.id, inputOf(get)]
    if (pharmacyId === undefined || input === null) return null
    return get(queryAtom).data ?? kept(keyOf(pharmacyId), canonicalJson(input), endpoint)
  })
}

function kept<E extends Endpoint>(key: string, asked: string, endpoint: E): CallReply<E> | null {
  try {
    const read = JSON.parse(localStorage.getItem(key) ?? 'null') as { asked: string; answer: unknown } | null
    return read?.asked === asked ? (endpoint.reply.parse(read.answer) as CallReply<E>) : null
  } catch {
    return null
  }
}
