import { NewSale, type Sale } from '#shared/contract/sales.ts'
import type { Database } from '#server/db/database.ts'
import { openJournal, readJournal, type Journal, type JournalEntry } from '#server/inbox/journal.ts'
import { replayJournal, type ReplayReport } from '#server/inbox/replay-journal.ts'
import { acceptedIds, acceptedSale } from '#server/inbox/replay.repo.ts'

/**
 * Opens the journal of a database and makes both equal: what the database lost comes back from the journal, and what it accepted in the instant
 * before it was killed, with no time left to write it down, is written down. Call it before the server listens.
 */
export async function keepJournal(database: Database, directory: string): Promise<{ journal: Journal; report: ReplayReport }> {
  const report = await replayJournal(database, directory)
  const journal = await openJournal(directory)
  const written = new Set((await readJournal(directory)).entries.map(({ payload }) => payload.id))
  const unwritten = (await database.platform((tx) => acceptedIds(tx))).filter(({ id }) => !written.has(id))
  for (const { pharmacyId, id } of unwritten) {
    const accepted = await database.read(pharmacyId, (tx) => acceptedSale(tx, pharmacyId, id))
    if (accepted) await journal.append(entryOf(pharmacyId, accepted))
  }
  return { journal, report }
}

/** The payload is the answer without what the server added: the schema strips that. */
function entryOf(pharmacyId: string, { answer, sellerRoles, at }: { answer: Sale; sellerRoles: string[]; at: Date }): JournalEntry {
  return { pharmacyId, userId: answer.sellerId, kind: 'sale', payload: NewSale.parse({ ...answer, sellerRoles }), answer, at: at.toISOString() }
}
