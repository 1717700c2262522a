import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'

export type Notice = {
  /** « Banque « Ecobank » archivée » */
  text: string
  /** Undoes the action. */
  undo?: () => Promise<unknown>
}

/** The notice of the last action; the next action replaces it. */
export const noticeAtom = atom<(Notice & { id: number }) | null>(null)

let count = 0

/** Shows a notice about an action, with its undo if there is one. */
export function useNotice(): (notice: Notice) => void {
  const set = useSetAtom(noticeAtom)
  return useCallback((notice) => set({ ...notice, id: ++count }), [set])
}
