import { atom, useAtomValue, type PrimitiveAtom } from 'jotai'
import { useMemo } from 'react'

/** What stands in the search field of one sale: an atom, so that a key draws the field and what it found, not the ticket beside them. */
export type SearchText = PrimitiveAtom<string>

/** Whether anything is searched for, to whoever asks: a key draws nobody else. */
export function useIsSearching(text: SearchText, isAsked: boolean): boolean {
  return useAtomValue(useMemo(() => atom((get) => isAsked && get(text) !== ''), [text, isAsked]))
}
