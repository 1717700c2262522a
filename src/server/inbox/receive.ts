import { AppError, type ErrorMessage } from '#shared/domain/errors.ts'
import type { Tx } from '#server/db/database.ts'
import { contentHash } from '#server/inbox/content-hash.ts'
import { entriesOf, keepAnswer, type InboxEntry, type RefusedCash } from '#server/inbox/inbox.repo.ts'

/** Anything that a terminal creates: its own id, a revision that each new attempt raises, and content. */
export type Parcel = { id: string; revision: number }
export type Refusal = { message: ErrorMessage; details?: unknown }
export type Verdict<Answer> = { accepted: true; answer: Answer } | { accepted: false; refusal: Refusal }
/** `repeated`: the parcel already had an answer, and this call changed nothing. */
export type Outcome<Answer> = Verdict<Answer> & { repeated: boolean }

/**
 * The only entry point for what terminals create (product.md §5, « Refused and resumed »). Judges a parcel at most once
 * and stores the answer, refusals included:
 * - the same id, revision and content gets the stored answer;
 * - the same id and revision with other content is `sales:payloadMismatch`;
 * - a revision without an answer below the highest known one is `sales:supersededRevision`;
 * - after a revision was accepted, a higher one with the same content gets that answer, with other content
 *   `sales:payloadMismatch`.
 * `recall`: what an accepted parcel made, for a retry after its stored answer has gone (docs/retention.md). Runs inside the
 * pharmacy's write transaction. A refusal is a return value, not an error: an error would roll back its own record.
 */
export async function receive<Answer>(
  tx: Tx,
  parcel: { pharmacyId: string; kind: string; payload: Parcel; at: Date; sentBy: string; cash?: RefusedCash | null },
  judge: () => Promise<Verdict<Answer>>,
  recall?: () => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const { pharmacyId, kind, payload, at, sentBy, cash } = parcel
  const hash = contentHash(payload)
  const known = storedAnswer(await entriesOf(tx, pharmacyId, payload.id), payload.revision, hash)
  if (known?.accepted && known.answer === null && recall)
    return { accepted: true, answer: await recall(), repeated: true }
  if (known) return { ...(verdictOf(known) as Verdict<Answer>), repeated: true }

  const verdict = await judge()
  const answer = verdict.accepted ? verdict.answer : verdict.refusal
  await keepAnswer(tx, {
    pharmacyId,
    id: payload.id,
    kind,
    revision: payload.revision,
    hash,
    accepted: verdict.accepted,
    answer,
    at,
    sentBy,
    content: isUnproven(verdict) ? payload : null,
    cash: !verdict.accepted && cash && cash.amount > 0 ? cash : null,
  })
  return { ...verdict, repeated: false }
}

/** Whether the parcel is stored with its content, so that the owner can see the attempt and the member named in it. */
function isUnproven(verdict: Verdict<unknown>): boolean {
  return !verdict.accepted && verdict.refusal.message === 'auth:unprovenSender'
}

/**
 * The stored answer of this attempt, or undefined when the attempt is new. Throws when the id or the revision was used
 * with other content.
 */
function storedAnswer(entries: readonly InboxEntry[], revision: number, hash: string): InboxEntry | undefined {
  const same = entries.find((entry) => entry.revision === revision)
  if (same) return sameContent(same, hash)
  const highest = entries.at(-1)
  if (highest && revision < highest.revision)
    throw new AppError('sales:supersededRevision', { revision, latest: highest.revision })
  const accepted = entries.find((entry) => entry.accepted)
  return accepted && sameContent(accepted, hash)
}

function sameContent(entry: InboxEntry, hash: string): InboxEntry {
  if (entry.hash !== hash)
    throw new AppError('sales:payloadMismatch', { revision: entry.revision, accepted: entry.accepted })
  return entry
}

function verdictOf({ accepted, answer }: InboxEntry): Verdict<unknown> {
  return accepted ? { accepted, answer } : { accepted, refusal: answer as Refusal }
}
