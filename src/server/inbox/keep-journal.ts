import type { Database } from '#server/db/database.ts'
import type { JournalEntry } from '#server/inbox/journal-entry.ts'
import { openJournal, readJournal, type Journal } from '#server/inbox/journal.ts'
import { replayEntries, type ReplayReport } from '#server/inbox/replay-journal.ts'
import { acceptedIds } from '#server/inbox/replay.repo.ts'
import { restorers } from '#server/inbox/restorers.ts'

/**
 * Opens the journal of a database and makes both equal: what the database lost comes back from the journal, and what it accepted in the instant
 * before it was killed, with no time left to write it down, is written down. Call it before the server listens.
 */
export async function keepJournal(
  database: Database,
  directory: string,
): Promise<{ journal: Journal; report: ReplayReport }> {
  const read = await readJournal(directory)
  const written = new Set(read.entries.map(({ payload }) => payload.id))
  const report = await replayEntries(database, directory, read)
  const journal = await openJournal(directory)
  const unwritten = (await database.platform((tx) => acceptedIds(tx))).filter(({ id }) => !written.has(id))
  for (const { pharmacyId, id, kind } of unwritten) {
    if (!isKind(kind)) throw new Error(`what was accepted and no journal can keep: ${kind}`)
    const { entryOf, bytesOf } = restorers[kind]
    const entry = await database.read<JournalEntry | undefined>(pharmacyId, (tx) => entryOf(tx, pharmacyId, id))
    if (entry)
      await journal.append(entry, bytesOf && (await database.read(pharmacyId, (tx) => bytesOf(tx, pharmacyId, id))))
  }
  return { journal, report }
}

function isKind(kind: string): kind is JournalEntry['kind'] {
  return Object.hasOwn(restorers, kind)
}
