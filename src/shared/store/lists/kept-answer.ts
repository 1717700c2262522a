import { atom, type Atom, type Getter } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { canonicalJson } from '#shared/store/tools/canonical-json.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { queryOf } from '#shared/store/lists/queries.ts'

type Kept<E extends Endpoint> = {
  /** Under which it is kept on this terminal; one answer a pharmacy. */
  name: string
  endpoint: E
  /** What is asked for; null: nothing, for now. */
  inputOf: (get: Getter) => CallInput<E> | null
  staleMs: number
}

/**
 * A small answer of the API that a terminal cannot do without: without a network it is the last one to the same question, null before the first. While a screen
 * shows it, it is asked for again when a hint names something that it shows (the contract's `freshness.ts`), and each `staleMs`.
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
      // Its path comes first: by it a hint finds what it makes stale. One answer a pharmacy.
      queryKey: [...query.queryKey, pharmacyId] as const,
      enabled: pharmacyId !== undefined && input !== null,
      staleTime: staleMs,
      refetchInterval: staleMs,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const answer = await query.queryFn({ signal })
        if (pharmacyId !== undefined) keep(keyOf(pharmacyId), { asked: canonicalJson(input), answer })
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

// A convenience: whoever cannot read it works without.
function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden.
  }
}

function kept<E extends Endpoint>(key: string, asked: string, endpoint: E): CallReply<E> | null {
  try {
    const read = JSON.parse(localStorage.getItem(key) ?? 'null') as { asked: string; answer: unknown } | null
    return read?.asked === asked ? (endpoint.reply.parse(read.answer) as CallReply<E>) : null
  } catch {
    return null
  }
}
