import type { Database } from '#server/db/database.ts'
import type { JournalEntry } from '#server/inbox/journal-entry.ts'
import { openJournal, readJournal, type Journal } from '#server/inbox/journal.ts'
import { replayJournal, type ReplayReport } from '#server/inbox/replay-journal.ts'
import { acceptedIds } from '#server/inbox/replay.repo.ts'
import { restorers } from '#server/inbox/restorers.ts'

/**
 * Opens the journal of a database and makes both equal: what the database lost comes back from the journal, and what it accepted in the instant
 * before it was killed, with no time left to write it down, is written down. Call it before the server listens.
 */
export async function keepJournal(database: Database, directory: string): Promise<{ journal: Journal; report: ReplayReport }> {
  const report = await replayJournal(database, directory)
  const journal = await openJournal(directory)
  const written = new Set((await readJournal(directory)).entries.map(({ payload }) => payload.id))
  const unwritten = (await database.platform((tx) => acceptedIds(tx))).filter(({ id }) => !written.has(id))
  for (const { pharmacyId, id, kind } of unwritten) {
    if (!isKind(kind)) throw new Error(`the inbox accepted what no journal can keep: ${kind}`)
    const entry = await database.read<JournalEntry | undefined>(pharmacyId, (tx) => restorers[kind].entryOf(tx, pharmacyId, id))
    if (entry) await journal.append(entry)
  }
  return { journal, report }
}

function isKind(kind: string): kind is JournalEntry['kind'] {
  return Object.hasOwn(restorers, kind)
}
