import { AppError } from '#shared/domain/errors.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { receive, type Parcel, type Verdict } from '#server/inbox/receive.ts'

type Arrival<Answer> = {
  pharmacyId: string
  kind: string
  payload: Parcel
  /** Judges it and writes what it is about, under the pharmacy's write lock; asked at most once. What it throws leaves no trace. */
  judge: (tx: Tx) => Promise<Verdict<Answer>>
}

/**
 * What a terminal made, taken in exactly once (product.md §5). Answers what was kept the first time when it came before, and then has changed
 * nothing; throws the catalogue's message when it is refused, each time anew.
 */
export async function acceptOnce<Answer>(
  { database, now, changes }: Context,
  { pharmacyId, kind, payload, judge }: Arrival<Answer>,
): Promise<Answer> {
  // One call may bring several parcels; it has changed something as soon as one of them is new.
  changes.made ??= false
  const outcome = await database.write(pharmacyId, (tx) =>
    receive<Answer>(tx, { pharmacyId, kind, payload, at: now }, () => judge(tx)),
  )
  if (!outcome.accepted) throw new AppError(outcome.refusal.message, outcome.refusal.details)
  if (!outcome.repeated) changes.made = true
  return outcome.answer
}
