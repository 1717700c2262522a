import type { Database } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { JournalEntry, JournalKind } from '#server/inbox/journal-entry.ts'
import { journalFiles, type JournalFiles } from '#server/inbox/journal-files.ts'
import { readJournal, type JournalLines } from '#server/inbox/journal.ts'
import { pharmacyExists } from '#server/inbox/replay.repo.ts'
import type { Named, Restored, Restorer } from '#server/inbox/restorer.ts'
import { restorers, restoringTurns } from '#server/inbox/restorers.ts'

export type ReplayReport = {
  /** Distinct entries of the journal. */
  read: number
  restored: Restored[]
  /** What cannot come back yet, and why; it stays in the journal and is tried at each start. */
  pending: (Named & { reason: string })[]
  /** Lines that are no entry: the last one of a file was cut off before anybody was answered. */
  unreadable: { file: string; line: number }[]
}

/**
 * Gives a database back what it accepted and lost: every entry of the journal that it does not have, patients before the sales that name them, each
 * under its own id and with its stored answer. Replaying again changes nothing.
 */
export async function replayJournal(database: Database, directory: string): Promise<ReplayReport> {
  return replayEntries(database, directory, await readJournal(directory))
}

/** The same for a journal that was just read. */
export async function replayEntries(
  database: Database,
  directory: string,
  { entries, unreadable }: JournalLines,
): Promise<ReplayReport> {
  const files = journalFiles(directory)
  const distinct = new Map(entries.map((entry) => [`${entry.pharmacyId} ${entry.payload.id}`, entry]))
  const report: ReplayReport = { read: distinct.size, restored: [], pending: [], unreadable }
  for (const [pharmacyId, own] of groupBy([...distinct.values()], ({ pharmacyId: id }) => id)) {
    const isKnown = await database.read(pharmacyId, (tx) => pharmacyExists(tx, pharmacyId))
    if (isKnown)
      for (const kinds of restoringTurns)
        await replayTurn(
          database,
          pharmacyId,
          await lostOf(
            database,
            pharmacyId,
            own.filter(({ kind }) => kinds.includes(kind)),
          ),
          { files, report },
        )
    else
      report.pending.push(
        ...own.map((entry) => ({ ...restorerOf(entry.kind).name(entry), reason: 'unknown pharmacy' })),
      )
  }
  return report
}

/** What the database does not hold, as it happened: the listed medicines of a cancellation stand in their register before those of the sale after it. */
async function lostOf(
  database: Database,
  pharmacyId: string,
  entries: readonly JournalEntry[],
): Promise<JournalEntry[]> {
  const held = new Set<string>()
  for (const own of groupBy(entries, ({ kind }) => kind).values()) {
    const { held: heldOf } = restorerOf(own[0]!.kind)
    for (const id of await database.read(pharmacyId, (tx) =>
      heldOf(
        tx,
        pharmacyId,
        own.map(({ payload }) => payload.id),
      ),
    ))
      held.add(id)
  }
  return entries
    .filter(({ payload }) => !held.has(payload.id))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || numberOf(a) - numberOf(b))
}

/** Tries again as long as something comes back: a clock that was set back turns the order of what names each other around. */
async function replayTurn(
  database: Database,
  pharmacyId: string,
  entries: readonly JournalEntry[],
  { files, report }: { files: JournalFiles; report: ReplayReport },
): Promise<void> {
  let [waiting, tried] = [entries, Infinity]
  let pending: ReplayReport['pending'] = []
  while (waiting.length > 0 && waiting.length < tried) {
    const refused: JournalEntry[] = []
    pending = []
    for (const entry of waiting) {
      const { name, restore } = restorerOf(entry.kind)
      const outcome = await database.write(pharmacyId, (tx) => restore(tx, entry, files))
      if ('reason' in outcome) {
        refused.push(entry)
        pending.push({ ...name(entry), reason: outcome.reason })
      } else report.restored.push(outcome)
    }
    ;[waiting, tried] = [refused, waiting.length]
  }
  report.pending.push(...pending)
}

function restorerOf(kind: JournalKind): Restorer<JournalEntry> {
  // each is only given entries of its own kind
  return restorers[kind] as Restorer<JournalEntry>
}

function numberOf(entry: JournalEntry): number {
  return restorerOf(entry.kind).name(entry).number ?? 0
}
