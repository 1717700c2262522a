import { displayName } from '#shared/domain/person.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { contentHash } from '#server/inbox/content-hash.ts'
import { restoreAnswer } from '#server/inbox/inbox.repo.ts'
import { readJournal, type JournalEntry } from '#server/inbox/journal.ts'
import { idsMissing, pharmacyExists } from '#server/inbox/replay.repo.ts'
import { findSale, readShop, recordSale } from '#server/sales/closing.repo.ts'

export type ReplayReport = {
  /** Distinct sales of the journal. */
  read: number
  restored: { id: string; number: number; previousNumber: number }[]
  /** What cannot come back yet, and why; it stays in the journal and is tried at each start. */
  pending: { id: string; number: number; reason: string }[]
  /** Lines that are no entry: the last one of a file was cut off before anybody was answered. */
  unreadable: { file: string; line: number }[]
}

/**
 * Gives a database back what it accepted and lost: every sale of the journal that it does not have, in the order of their numbers, with its own number
 * (the next one where that is taken), its own times and its stored answer. The rules are not judged again: it was accepted, the customer has left.
 */
export async function replayJournal(database: Database, directory: string): Promise<ReplayReport> {
  const { entries, unreadable } = await readJournal(directory)
  const sales = new Map(entries.map((entry) => [`${entry.pharmacyId} ${entry.payload.id}`, entry]))
  const report: ReplayReport = { read: sales.size, restored: [], pending: [], unreadable }
  for (const [pharmacyId, own] of byPharmacy([...sales.values()])) await replayPharmacy(database, pharmacyId, own, report)
  return report
}

async function replayPharmacy(database: Database, pharmacyId: string, entries: readonly JournalEntry[], report: ReplayReport): Promise<void> {
  const missing = await database.read(pharmacyId, async (tx) => ((await pharmacyExists(tx, pharmacyId)) ? new Set(await idsMissing(tx, pharmacyId, entries.map(({ payload }) => payload.id))) : null))
  const lost = entries.filter(({ payload }) => missing?.has(payload.id) ?? true).sort((a, b) => a.answer.number - b.answer.number)
  for (const entry of lost) {
    const { id, number } = entry.answer
    const outcome = missing ? await database.write(pharmacyId, (tx) => restore(tx, entry)) : { reason: 'unknown pharmacy' }
    if ('reason' in outcome) report.pending.push({ id, number, reason: outcome.reason })
    else report.restored.push({ id, number: outcome.number, previousNumber: number })
  }
}

async function restore(tx: Tx, { pharmacyId, payload, answer, kind }: JournalEntry): Promise<{ number: number } | { reason: string }> {
  const shop = await readShop(tx, pharmacyId, payload, new Date(answer.receivedAt))
  if (!shop.seller) return { reason: `unknown seller ${payload.sellerId}` }
  if (payload.patientId !== null && !shop.patient) return { reason: `unknown patient ${payload.patientId}` }
  const unknown = payload.records.find(({ stockItemId }) => !shop.stockItems.some(({ id }) => id === stockItemId))
  if (unknown) return { reason: `unknown stock item ${unknown.stockItemId}` }

  const taken = await findSale(tx, pharmacyId, { number: answer.number })
  const number = taken ? shop.lastNumber + 1 : answer.number
  const restored = { ...answer, number, sellerName: displayName(shop.seller), flags: taken ? [...answer.flags, 'number:changed'] : answer.flags }
  await recordSale(tx, { pharmacyId, payload, answer: restored, rev: shop.lastRev + 1 })
  await restoreAnswer(tx, { pharmacyId, id: payload.id, kind, revision: payload.revision, hash: contentHash(payload), accepted: true, answer: restored, at: new Date(answer.receivedAt) })
  return { number }
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
