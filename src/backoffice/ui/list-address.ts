import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

/** « ?nouveau=oui » opens the panel of a new row: Ctrl+K and links lead there from anywhere. */
export const newKey = 'nouveau'

const addressesAtom = atom<Readonly<Record<string, string>>>({})

/** Remembers the filters of a list while its details are looked at. */
export function useRememberedList(): void {
  const [path] = useLocation()
  const search = useSearch()
  const remember = useSetAtom(addressesAtom)
  useEffect(() => {
    const filters = new URLSearchParams(search)
    // The way back leads to the list, not to the panel of a row that is made.
    filters.delete(newKey)
    remember((before) => ({ ...before, [path]: filters.toString() }))
  }, [path, search, remember])
}

/** The way back from a detail to its list, filtered as it was left. */
export function useListAddress(path: string): string {
  const search = useAtomValue(addressesAtom)[path]
  return search ? `${path}?${search}` : path
}
