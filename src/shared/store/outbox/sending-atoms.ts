import { atom } from 'jotai'

/** Ids of the rows that this window is sending now; empty when nothing is sent, or by another window. */
export const sendingAtom = atom<ReadonlySet<string>>(new Set<string>())

/** The sender of the terminal's pharmacy. The session sets it; null before a pharmacy is known. */
export type Sending = {
  /** Sends all waiting rows, also those whose next attempt is later. */
  sendAll: () => Promise<void>
  /**
   * Asks the server which kept sales it does not have and queues them again; returns their number. Throws as `call`
   * does.
   */
  checkKept: () => Promise<number>
}
export const sendAllAtom = atom<Sending | null>(null)
