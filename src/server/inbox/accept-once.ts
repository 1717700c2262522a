import { AppError } from '#shared/domain/errors.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { JournalEntry } from '#server/inbox/journal-entry.ts'
import type { Journal } from '#server/inbox/journal.ts'
import { receive, type Parcel, type Verdict } from '#server/inbox/receive.ts'

type Arrival<Kept> = {
  pharmacyId: string
  kind: string
  payload: Parcel
  /** Judges it and writes what it is about, under the pharmacy's write lock; asked at most once. What it throws leaves no trace. */
  judge: (tx: Tx) => Promise<Verdict<Kept>>
  /** What the journal keeps of it. */
  told: (kept: Kept) => Parameters<Journal['append']>
  /** What it keeps besides, of a refusal too: what the judging of it changed elsewhere. */
  beside?: () => readonly JournalEntry[]
  /** Tells the windows, once it is on disk. */
  publish: () => void
}

/**
 * What a terminal made, taken in exactly once (product.md §5): in the database, then in the journal, then the windows hear of it, and only then it is
 * answered. Answers what was kept the first time when it came before; throws the catalogue's message when it is refused, each time anew.
 */
export async function acceptOnce<Kept>(
  { database, journal, now }: Context,
  { pharmacyId, kind, payload, judge, told, beside, publish }: Arrival<Kept>,
): Promise<Kept> {
  const outcome = await database.write(pharmacyId, (tx) =>
    receive<Kept>(tx, { pharmacyId, kind, payload, at: now }, () => judge(tx)),
  )
  const keepBeside = () => Promise.all((beside?.() ?? []).map(async (entry) => journal?.append(entry)))
  if (!outcome.accepted) {
    await keepBeside()
    throw new AppError(outcome.refusal.message, outcome.refusal.details)
  }
  if (outcome.repeated) {
    // Accepted, but the sync of that moment may have failed or be under way.
    await journal?.settle(payload.id)
    return outcome.answer
  }
  await journal?.append(...told(outcome.answer))
  await keepBeside()
  publish()
  return outcome.answer
}
