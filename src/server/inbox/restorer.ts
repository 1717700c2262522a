import type { Tx } from '#server/db/database.ts'
import type { JournalEntry } from '#server/inbox/journal-entry.ts'
import type { JournalFiles } from '#server/inbox/journal-files.ts'

/** An entry as reports name it; what has a number is named by it too. */
export type Named = { kind: JournalEntry['kind']; id: string; number?: number }
/** `previousNumber`: the number that its paper shows. */
export type Restored = Named & { previousNumber?: number }

/** How what one kind of entry tells of comes back. The rules are not judged again: it was accepted, the customer has left. */
export type Restorer<Entry extends JournalEntry> = {
  name(entry: Entry): Named
  /** Of these ids, those that the database has. */
  held(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]>
  /** Under the pharmacy's write lock. `reason`: it names something that is not there. */
  restore(tx: Tx, entry: Entry, files: JournalFiles): Promise<Restored | { reason: string }>
  /** The entry of what was accepted, made again from the database; undefined when that does not hold it any more. */
  entryOf(tx: Tx, pharmacyId: string, id: string): Promise<Entry | undefined>
  /** What an entry of this kind only names, made again too. */
  bytesOf?(tx: Tx, pharmacyId: string, id: string): Promise<Uint8Array | undefined>
}
