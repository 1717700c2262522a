import { atom, useAtomValue, type PrimitiveAtom } from 'jotai'
import { useMemo } from 'react'

/** What stands in the search field of one sale: an atom, so that a key draws the field and what it found, not the ticket beside them. */
export type SearchText = PrimitiveAtom<string>

/** Whether anything is searched for. */
export function useIsSearching(text: SearchText): boolean {
  return useAtomValue(useMemo(() => atom((get) => get(text) !== ''), [text]))
}
