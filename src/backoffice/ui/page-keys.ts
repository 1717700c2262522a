import { atom, useSetAtom } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import type { KeyHint } from '#shared/ui/key-bar.tsx'

/** What the current screen shows in the key bar: its keys, and on the right the time of its data. */
export const pageKeysAtom = atom<{ hints: readonly KeyHint[]; end: ReactNode }>({ hints: [], end: null })

/**
 * Shows the keys of a screen in the key bar while it is mounted. `hints` must be a constant: a new array on each render
 * causes endless renders.
 */
export function usePageKeys(hints: readonly KeyHint[], end: string | null = null): void {
  const setKeys = useSetAtom(pageKeysAtom)
  useEffect(() => {
    setKeys({ hints, end })
    return () => setKeys({ hints: [], end: null })
  }, [hints, end, setKeys])
}
