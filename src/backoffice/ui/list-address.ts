import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

const addressesAtom = atom<Readonly<Record<string, string>>>({})

/** Remembers the filters of a list while its details are looked at. */
export function useRememberedList(): void {
  const [path] = useLocation()
  const search = useSearch()
  const remember = useSetAtom(addressesAtom)
  useEffect(() => remember((before) => ({ ...before, [path]: search })), [path, search, remember])
}

/** The way back from a detail to its list, filtered as it was left. */
export function useListAddress(path: string): string {
  const search = useAtomValue(addressesAtom)[path]
  return search ? `${path}?${search}` : path
}
