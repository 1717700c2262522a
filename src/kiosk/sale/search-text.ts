import { atom, useAtomValue, type PrimitiveAtom } from 'jotai'
import { useMemo } from 'react'

/** The search text of one sale. An atom, so that a key renders the field and the results, but not the ticket. */
export type SearchText = PrimitiveAtom<string>

/** Whether the search field has text. Renders only when that changes, not at each key. */
export function useIsSearching(text: SearchText, isAsked: boolean): boolean {
  return useAtomValue(useMemo(() => atom((get) => isAsked && get(text) !== ''), [text, isAsked]))
}
