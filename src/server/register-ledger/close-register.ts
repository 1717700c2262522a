import type { NewHandOver, RegisterCount } from '#shared/contract/cash-registers.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { differences } from '#shared/domain/register/closing.ts'
import type { CountedType } from '#shared/domain/register/totals.ts'
import { setClosed, setHolder } from '#server/register-ledger/cash-register.repo.ts'
import { countsOf, insertCount, insertEvent, totalsOf, type Trace } from '#server/register-ledger/count.repo.ts'
import {
  answersOf,
  deleteWaiting,
  findWaiting,
  insertWaiting,
  stopAwaiting,
  type SentClosing,
} from '#server/register-ledger/waiting.repo.ts'
import type { Tx } from '#server/db/database.ts'

export type SentHandOver = NewHandOver & Trace & { registerId: string }

/** Writes the count down and gives the register to who takes it over. A sale that closed after the counting is the next one's. */
export async function handOver(tx: Tx, pharmacyId: string, sent: SentHandOver, now: Date): Promise<void> {
  const countedAt = atMost(sent.countedAt, now)
  await writeCount(tx, pharmacyId, {
    sent: { ...sent, awaits: [], unfinished: [] },
    kind: 'hand-over',
    receivedBy: sent.receivedBy,
    countedAt,
    until: countedAt,
    now,
  })
  await setHolder(tx, pharmacyId, { registerId: sent.registerId, userId: sent.receivedBy })
}

/** Closes the register, or lets the closing wait for what it names and nobody has answered. What was refused by now is no reason to wait: it is noted. */
export async function closeOrWait(tx: Tx, pharmacyId: string, sent: SentClosing, now: Date): Promise<void> {
  const answers = await answersOf(tx, pharmacyId, sent.awaits)
  for (const [id, { accepted, message }] of answers)
    if (!accepted) await noteRefusal(tx, pharmacyId, { closing: sent, id, message: message ?? 'internal', now })
  const awaited = sent.awaits.map(({ id }) => id).filter((id) => !answers.has(id))
  const waits = awaited.length > 0 && (await insertWaiting(tx, pharmacyId, sent, { awaited, at: now })) > 0
  if (!waits) await complete(tx, pharmacyId, sent, now)
}

/** What a terminal sent was answered: the closing that waits for nothing else any more is done. A refusal is an exception that it keeps. */
export async function parcelAnswered(
  tx: Tx,
  pharmacyId: string,
  { id, refusal, now }: { id: string; refusal: { message: string } | null; now: Date },
): Promise<void> {
  const waiting = await stopAwaiting(tx, pharmacyId, id)
  // One that waits for thousands is read for the last of them, and for what is refused.
  if (!waiting || !(refusal || waiting.isLast)) return
  const closing = await findWaiting(tx, pharmacyId, waiting.closingId)
  if (refusal) await noteRefusal(tx, pharmacyId, { closing, id, message: refusal.message, now })
  if (waiting.isLast) await complete(tx, pharmacyId, closing, now)
}

async function complete(tx: Tx, pharmacyId: string, closing: SentClosing, now: Date): Promise<void> {
  const { registerId, sellerId, unfinished, comment } = closing
  const countedAt = atMost(closing.countedAt, now)
  await writeCount(tx, pharmacyId, { sent: closing, kind: 'closing', receivedBy: null, countedAt, until: null, now })
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
  countedAt: Date
  /** null: everything, whatever a clock says. */ until: Date | null
  now: Date
}

async function writeCount(
  tx: Tx,
  pharmacyId: string,
  { sent, kind, receivedBy, countedAt, until, now }: Counting,
): Promise<void> {
  const { id, registerId, sellerId, denominations, others, comment, awaits, unfinished, usedRevoked } = sent
  const totals = await totalsOf(tx, pharmacyId, registerId, until)
  const rows = differences([...totals, ...foundBy(await countsOf(tx, pharmacyId, registerId))], {
    denominations,
    others,
  })
  const gap: number = sum(rows.map((row) => row.gap))
  await insertCount(tx, pharmacyId, {
    id,
    registerId,
    kind,
    userId: sellerId,
    receivedBy,
    countedAt,
    recordedAt: now,
    gap,
    report: { comment, denominations, differences: rows, totals, awaits, unfinished, usedRevoked },
  })
}

/** What a count found; it is not found again: since then it is as if that money had come or gone. */
export function gapsOf({
  differences: rows,
}: RegisterCount): { type: CountedType; operator: string | null; amount: Minor }[] {
  return rows.flatMap(({ type, operator, gap }) => (gap ? [{ type, operator, amount: minor(gap) }] : []))
}

/** What earlier counts found, as money that came or went. */
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

/** The clock of a till that is ahead counts nothing in the future. */
function atMost(instant: string, now: Date): Date {
  return new Date(Math.min(Date.parse(instant), now.getTime()))
}
