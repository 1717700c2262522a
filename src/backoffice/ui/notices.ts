import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'

export type Notice = {
  /** « Banque « Ecobank » archivée » */
  text: string
  /** Takes the gesture back. */
  undo?: () => Promise<unknown>
}

/** What was just done, said once; the next gesture replaces it. */
export const noticeAtom = atom<(Notice & { id: number }) | null>(null)

let count = 0

/** Says what was done, with the way to take it back where there is one. */
export function useNotice(): (notice: Notice) => void {
  const set = useSetAtom(noticeAtom)
  return useCallback((notice) => set({ ...notice, id: ++count }), [set])
}
