import { AppError } from '#shared/domain/errors.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { RefusedCash } from '#server/inbox/inbox.repo.ts'
import { receive, type Parcel, type Verdict } from '#server/inbox/receive.ts'

type Arrival<Answer> = {
  pharmacyId: string
  kind: string
  payload: Parcel
  /** What it brings into a drawer: kept when it is refused, because the money is there all the same. */
  cash?: RefusedCash | null
  /**
   * Judges the parcel and writes its effects, under the pharmacy's write lock; called at most once. When it throws,
   * nothing is stored.
   */
  judge: (tx: Tx) => Promise<Verdict<Answer>>
  /** What the parcel made, for a retry after its stored answer has gone. */
  recall?: (tx: Tx) => Promise<Answer>
}

/**
 * Accepts a parcel of a terminal exactly once (product.md §5). A repeated parcel gets the stored answer and changes
 * nothing. Throws the catalogue's message when the parcel is refused, on each attempt.
 */
export async function acceptOnce<Answer>(
  { actor, database, now, changes }: Context,
  { pharmacyId, kind, payload, cash = null, judge, recall }: Arrival<Answer>,
): Promise<Answer> {
  // A call may bring several parcels; it counts as a change when at least one of them is new.
  changes.made ??= false
  const outcome = await database.write(pharmacyId, (tx) =>
    receive<Answer>(
      tx,
      { pharmacyId, kind, payload, at: now, sentBy: actor.userId, cash },
      () => judge(tx),
      recall && (() => recall(tx)),
    ),
  )
  if (!outcome.accepted) throw new AppError(outcome.refusal.message, outcome.refusal.details)
  if (!outcome.repeated) changes.made = true
  return outcome.answer
}
