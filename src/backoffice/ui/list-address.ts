import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

/** « ?nouveau=oui » opens the panel of a new row, for Ctrl+K and links. */
export const newKey = 'nouveau'
/** « ?exporter=oui » opens the choice of the file, for Ctrl+K. */
export const exportKey = 'exporter'

const addressesAtom = atom<Readonly<Record<string, string>>>({})

/** Remembers the filters of a list while a detail page is open. */
export function useRememberedList(): void {
  const [path] = useLocation()
  const search = useSearch()
  const remember = useSetAtom(addressesAtom)
  useEffect(() => {
    const filters = new URLSearchParams(search)
    // The back link leads to the list, not to what was open over it.
    for (const key of [newKey, exportKey]) filters.delete(key)
    remember((before) => ({ ...before, [path]: filters.toString() }))
  }, [path, search, remember])
}

/** Address of a detail page's list, with its last filters. */
export function useListAddress(path: string): string {
  const search = useAtomValue(addressesAtom)[path]
  return search ? `${path}?${search}` : path
}
