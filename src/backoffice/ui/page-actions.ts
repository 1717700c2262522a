import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

export type PageAction = { label: string; path: string }

/** What the screen in view offers to Ctrl+K. */
export const pageActionsAtom = atom<readonly PageAction[]>([])

/** Offers gestures to Ctrl+K for as long as the screen is in view. Pass a constant or a memo. */
export function usePageActions(actions: readonly PageAction[]): void {
  const set = useSetAtom(pageActionsAtom)
  useEffect(() => {
    set(actions)
    return () => set([])
  }, [actions, set])
}
