import { atom } from 'jotai'

/** The row of the queue that this window sends at this moment, by its id; null: none, or another window does. */
export const sendingAtom = atom<string | null>(null)

/** Sends everything that waits of the terminal's pharmacy, whatever its next attempt was; set by the session, null before a pharmacy is known. */
export const sendAllAtom = atom<{ sendAll: () => Promise<void> } | null>(null)
