import { atom } from 'jotai'

/** The rows of the queue that this window sends at this moment, by their ids; none: nobody sends, or another window does. */
export const sendingAtom = atom<ReadonlySet<string>>(new Set<string>())

/** What sends for the terminal's pharmacy; set by the session, null before a pharmacy is known. */
export type Sending = {
  /** Sends everything that waits, whatever its next attempt was. */
  sendAll: () => Promise<void>
  /** Asks the server which of the kept sales it does not have, and queues those again; answers how many. Throws as `call` does. */
  checkKept: () => Promise<number>
}
export const sendAllAtom = atom<Sending | null>(null)
