import type { EarlierCount, NewHandOver, RegisterCount } from '#shared/contract/register-counts.ts'
import { minor, saturatedSum, type Minor } from '#shared/domain/money.ts'
import { differences, isCountedAgain } from '#shared/domain/register/closing.ts'
import type { CountedType } from '#shared/domain/register/totals.ts'
import { setClosed, setHolder } from '#server/register-ledger/cash-register.repo.ts'
import {
  countsOf,
  countsPutDown,
  insertCount,
  insertEvent,
  refusedTriesOf,
  totalsOf,
  wasClosedBefore,
  type Trace,
} from '#server/register-ledger/count.repo.ts'
import {
  answersOf,
  deleteWaiting,
  findWaiting,
  insertWaiting,
  stopAwaiting,
  type SentClosing,
} from '#server/register-ledger/waiting.repo.ts'
import type { Tx } from '#server/db/database.ts'

export type SentHandOver = NewHandOver & Trace & { registerId: string; isTakenProven: boolean }

/**
 * Records the count and gives the register to its new holder. A sale that closed after the count belongs to the new
 * holder.
 */
export async function handOver(tx: Tx, pharmacyId: string, sent: SentHandOver, now: Date): Promise<void> {
  const countedAt = atMost(sent.countedAt, now)
  await writeCount(tx, pharmacyId, {
    sent: { ...sent, awaits: [], unfinished: [] },
    kind: 'hand-over',
    receivedBy: sent.receivedBy,
    taking: sent.taking ? { given: sent.taking.given, remark: sent.taking.remark, isProven: sent.isTakenProven } : null,
    countedAt,
    until: countedAt,
    now,
  })
  await setHolder(tx, pharmacyId, { registerId: sent.registerId, userId: sent.receivedBy })
}

/**
 * Closes the register, or makes the closing wait for named parcels without an answer. A parcel that was refused is not
 * waited for: the closing notes the refusal.
 */
export async function closeOrWait(tx: Tx, pharmacyId: string, sent: SentClosing, now: Date): Promise<void> {
  const answers = await answersOf(tx, pharmacyId, sent.awaits)
  for (const [id, { accepted, message }] of answers)
    if (!accepted) await noteRefusal(tx, pharmacyId, { closing: sent, id, message: message ?? 'internal', now })
  const awaited = sent.awaits.map(({ id }) => id).filter((id) => !answers.has(id))
  const waits = awaited.length > 0 && (await insertWaiting(tx, pharmacyId, sent, { awaited, at: now })) > 0
  if (!waits) await complete(tx, pharmacyId, sent, now)
}

/**
 * Handles the answer to a parcel that a closing waits for: the closing completes when no other parcel is missing. A
 * refusal is noted as an exception of the closing.
 */
export async function parcelAnswered(
  tx: Tx,
  pharmacyId: string,
  { id, refusal, now }: { id: string; refusal: { message: string } | null; now: Date },
): Promise<void> {
  const waiting = await stopAwaiting(tx, pharmacyId, id)
  // A closing may wait for thousands of parcels: it is read only for the last one and for refusals.
  if (!waiting || !(refusal || waiting.isLast)) return
  const closing = await findWaiting(tx, pharmacyId, waiting.closingId)
  if (refusal) await noteRefusal(tx, pharmacyId, { closing, id, message: refusal.message, now })
  if (waiting.isLast) await complete(tx, pharmacyId, closing, now)
}

async function complete(tx: Tx, pharmacyId: string, closing: SentClosing, now: Date): Promise<void> {
  const { registerId, sellerId, unfinished, comment } = closing
  const countedAt = atMost(closing.countedAt, now)
  await writeCount(tx, pharmacyId, {
    sent: closing,
    kind: 'closing',
    receivedBy: null,
    taking: null,
    countedAt,
    until: null,
    now,
  })
  await setClosed(tx, pharmacyId, { registerId, userId: sellerId, at: countedAt })
  await deleteWaiting(tx, pharmacyId, closing.id)
  if (unfinished.length > 0)
    await insertEvent(tx, pharmacyId, {
      registerId,
      kind: 'closed-over',
      userId: sellerId,
      at: now,
      details: { unfinished, comment },
    })
}

type Counting = {
  sent: SentClosing
  kind: RegisterCount['kind']
  receivedBy: string | null
  taking: RegisterCount['taking']
  countedAt: Date
  /** null: include everything, whatever the time. */
  until: Date | null
  now: Date
}

async function writeCount(
  tx: Tx,
  pharmacyId: string,
  { sent, kind, receivedBy, taking, countedAt, until, now }: Counting,
): Promise<void> {
  const { id, registerId, sellerId, denominations, others, comment, awaits, unfinished, usedRevoked } = sent
  const totals = await totalsOf(tx, pharmacyId, registerId, until)
  const found = foundBy(await countsOf(tx, pharmacyId, registerId))
  const rows = differences([...totals, ...found], { denominations, others })
  const gap: number = saturatedSum(rows.map((row) => row.gap))
  const putDown = await countsPutDown(tx, pharmacyId, registerId)
  const refusedTries = await refusedTriesOf(tx, pharmacyId, registerId)
  const earlier: EarlierCount[] = []
  for (const { countedAt: at, byName, reason, ...count } of putDown) {
    const then = differences([...(await totalsOf(tx, pharmacyId, registerId, new Date(at))), ...found], count)
    earlier.push({
      countedAt: at,
      byName,
      denominations: [...count.denominations],
      differences: then,
      gap: saturatedSum(then.map((row) => row.gap)),
      reason,
    })
  }
  // The receiver has not seen the amounts: his own count is no recount.
  const isRecount =
    isCountedAgain(putDown, taking?.given ?? { denominations, others }) ||
    (await wasClosedBefore(tx, pharmacyId, registerId))
  await insertCount(tx, pharmacyId, {
    id,
    registerId,
    kind,
    userId: sellerId,
    receivedBy,
    countedAt,
    recordedAt: now,
    gap,
    report: {
      comment,
      denominations,
      differences: rows,
      earlier,
      taking,
      isRecount,
      refusedTries,
      totals,
      awaits,
      unfinished,
      usedRevoked,
    },
  })
}

/** The differences of a count as movements of money, so that the next count does not find them again. */
export function gapsOf({
  differences: rows,
}: RegisterCount): { type: CountedType; operator: string | null; amount: Minor }[] {
  return rows.flatMap(({ type, operator, gap }) => (gap ? [{ type, operator, amount: minor(gap) }] : []))
}

/** The differences of earlier counts, as movements of money. */
export function foundBy(counts: readonly RegisterCount[]) {
  return counts.flatMap(gapsOf).map((gap) => ({ kind: 'cash-in' as const, ...gap }))
}

async function noteRefusal(
  tx: Tx,
  pharmacyId: string,
  { closing, id, message, now }: { closing: SentClosing; id: string; message: string; now: Date },
): Promise<void> {
  const named = closing.awaits.find((parcel) => parcel.id === id)
  await insertEvent(tx, pharmacyId, {
    registerId: closing.registerId,
    kind: 'refused-later',
    userId: closing.sellerId,
    at: now,
    details: { ...named, message },
  })
}

/** The clock of a till may be ahead: a count is never dated in the future. */
function atMost(instant: string, now: Date): Date {
  return new Date(Math.min(Date.parse(instant), now.getTime()))
}
