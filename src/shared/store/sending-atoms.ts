import { atom } from 'jotai'

/** The row of the queue that this window sends at this moment, by its id; null: none, or another window does. */
export const sendingAtom = atom<string | null>(null)

/** What sends for the terminal's pharmacy; set by the session, null before a pharmacy is known. */
export type Sending = {
  /** Sends everything that waits, whatever its next attempt was. */
  sendAll: () => Promise<void>
  /** Asks the server which of the kept sales it does not have, and queues those again; answers how many. Throws as `call` does. */
  checkKept: () => Promise<number>
}
export const sendAllAtom = atom<Sending | null>(null)
