import { atom, useSetAtom } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import type { KeyHint } from '#shared/ui/key-bar.tsx'

/** What the screen in view says in the key bar: its keys, and at the right the hour of what it shows. */
export const pageKeysAtom = atom<{ hints: readonly KeyHint[]; end: ReactNode }>({ hints: [], end: null })

/** Names the keys of a screen for as long as it is in view. Pass `hints` of a constant: a new array at each render would never settle. */
export function usePageKeys(hints: readonly KeyHint[], end: string | null = null): void {
  const setKeys = useSetAtom(pageKeysAtom)
  useEffect(() => {
    setKeys({ hints, end })
    return () => setKeys({ hints: [], end: null })
  }, [hints, end, setKeys])
}
