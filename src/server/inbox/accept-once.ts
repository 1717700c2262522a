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
  /** Tells the windows, once it is committed. */
  publish: () => void
}

/**
 * What a terminal made, taken in exactly once (product.md §5): it is committed, then the windows hear of it, then it is answered. Answers what was kept
 * the first time when it came before; throws the catalogue's message when it is refused, each time anew.
 */
export async function acceptOnce<Answer>(
  { database, now }: Context,
  { pharmacyId, kind, payload, judge, publish }: Arrival<Answer>,
): Promise<Answer> {
  const outcome = await database.write(pharmacyId, (tx) =>
    receive<Answer>(tx, { pharmacyId, kind, payload, at: now }, () => judge(tx)),
  )
  if (!outcome.accepted) throw new AppError(outcome.refusal.message, outcome.refusal.details)
  if (!outcome.repeated) publish()
  return outcome.answer
}
