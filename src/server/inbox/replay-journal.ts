import type { Database } from '#server/db/database.ts'
import { readJournal, type EntryOf, type JournalEntry } from '#server/inbox/journal.ts'
import { pharmacyExists } from '#server/inbox/replay.repo.ts'
import type { Named, Restored } from '#server/inbox/restorer.ts'
import { restorers, restoringOrder } from '#server/inbox/restorers.ts'

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
 * Gives a database back what it accepted and lost: every entry of the journal that it does not have, patients before the sales that name them, sales
 * in the order of their numbers, each under its own id and with its stored answer. Replaying again changes nothing.
 */
export async function replayJournal(database: Database, directory: string): Promise<ReplayReport> {
  const { entries, unreadable } = await readJournal(directory)
  const distinct = new Map(entries.map((entry) => [`${entry.pharmacyId} ${entry.payload.id}`, entry]))
  const report: ReplayReport = { read: distinct.size, restored: [], pending: [], unreadable }
  for (const [pharmacyId, own] of byPharmacy([...distinct.values()])) {
    const isKnown = await database.read(pharmacyId, (tx) => pharmacyExists(tx, pharmacyId))
    for (const kind of restoringOrder) await replayKind(database, pharmacyId, { kind, entries: own, isKnown }, report)
  }
  return report
}

type Replayed<Kind extends JournalEntry['kind']> = { kind: Kind; entries: readonly JournalEntry[]; isKnown: boolean }

async function replayKind<Kind extends JournalEntry['kind']>(database: Database, pharmacyId: string, { kind, entries, isKnown }: Replayed<Kind>, report: ReplayReport): Promise<void> {
  const { name, held, compare, restore } = restorers[kind]
  const own = entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)
  if (own.length === 0) return
  const there = new Set(isKnown ? await database.read(pharmacyId, (tx) => held(tx, pharmacyId, own.map(({ payload }) => payload.id))) : [])
  for (const entry of own.filter(({ payload }) => !there.has(payload.id)).sort(compare)) {
    const outcome = isKnown ? await database.write(pharmacyId, (tx) => restore(tx, entry)) : { reason: 'unknown pharmacy' }
    if ('reason' in outcome) report.pending.push({ ...name(entry), reason: outcome.reason })
    else report.restored.push(outcome)
  }
}

function byPharmacy(entries: readonly JournalEntry[]): Map<string, JournalEntry[]> {
  const groups = new Map<string, JournalEntry[]>()
  for (const entry of entries) {
    const own = groups.get(entry.pharmacyId)
    if (own) own.push(entry)
    else groups.set(entry.pharmacyId, [entry])
  }
  return groups
}
