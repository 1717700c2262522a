import { RegisterAct } from '#shared/contract/register-acts.ts'
import { NewSale } from '#shared/contract/sales.ts'
import { confirmableGestures, type UnprovenParcel } from '#shared/contract/unproven-parcels.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Sender } from '#shared/domain/standing.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Verdict } from '#server/inbox/receive.ts'
import { judgeAndWrite, placeOf } from '#server/register-acts/take-act.ts'
import { insertEvent } from '#server/register-ledger/count.repo.ts'
import { acceptSale } from '#server/sales/accept-sale.ts'
import { noteRevised } from '#server/sales/note-revised.ts'
import { senderOf } from '#server/sellers/acting.ts'
import { findUnprovenOne } from '#server/unproven-parcels/unproven-parcel.repo.ts'
import { openParcel } from '#server/unproven-parcels/unproven-parcel.service.ts'

/**
 * Does what an unproven parcel says, as the member named in it, by the rules and rights of that member. It is a new
 * attempt of the same parcel, sent by the member who confirms: the inbox makes it count once, also when the terminal
 * sends it again. Throws `requests:notFound`, `unprovenParcels:decided`, `unprovenParcels:redoOnly` for a gesture that
 * cannot be confirmed, and the message of the rule that refuses it now; then it stays open.
 */
export async function confirmUnproven(
  context: Context,
  { id, revision }: { id: string; revision: number },
): Promise<UnprovenParcel> {
  const pharmacyId = pharmacyOf(context)
  const { database } = context
  const { parcel, sent } = await database.read(pharmacyId, (tx) => openParcel(tx, pharmacyId, { id, revision }))
  const attempt = attemptOf(parcel, sent)
  await acceptOnce<unknown>(context, {
    pharmacyId,
    kind: sent.kind,
    payload: attempt.payload,
    async judge(tx) {
      await openParcel(tx, pharmacyId, { id, revision })
      const verdict = await write(tx, context, attempt)
      // Thrown, not returned: the refusal is not stored, and the parcel can be confirmed when its cause is gone.
      if (!verdict.accepted) throw new AppError(verdict.refusal.message, verdict.refusal.details)
      await insertEvent(tx, pharmacyId, {
        registerId: attempt.registerId,
        kind: 'confirmed',
        userId: context.actor.userId,
        at: context.now,
        details: { gesture: parcel.gesture, amount: parcel.amount, name: parcel.sellerName },
      })
      return verdict
    },
  })
  return database.read(
    pharmacyId,
    async (tx) => requireRow(await findUnprovenOne(tx, pharmacyId, { id, revision })).parcel,
  )
}

type Attempt = { registerId: string } & ({ kind: 'sale'; payload: NewSale } | { kind: 'act'; payload: RegisterAct })

/** The parcel as its next attempt. Content that an earlier version stored otherwise has to be done again. */
function attemptOf(
  { gesture }: UnprovenParcel,
  { kind, content, latest }: { kind: string; content: unknown; latest: number },
): Attempt {
  if (!confirmableGestures.includes(gesture)) throw new AppError('unprovenParcels:redoOnly')
  const next = { ...(content as object), revision: latest + 1 }
  if (kind === 'sale') {
    const { data } = NewSale.safeParse(next)
    if (data) return { kind: 'sale', payload: data, registerId: data.registerId }
  } else {
    const { data } = RegisterAct.safeParse(next)
    if (data) return { kind: 'act', payload: data, registerId: placeOf(data, new Date(0)).registerId }
  }
  throw new AppError('unprovenParcels:redoOnly')
}

async function write(tx: Tx, context: Context, attempt: Attempt): Promise<Verdict<unknown>> {
  const sender: Sender = { ...senderOf(context), confirms: true }
  // The clock of the window that confirms says nothing about the clock of the till.
  if (attempt.kind === 'act') return judgeAndWrite(tx, { ...context, clockSkewMs: 0 }, attempt.payload, sender)
  const { verdict, touched } = await acceptSale(tx, {
    pharmacyId: pharmacyOf(context),
    sale: attempt.payload,
    sender,
    now: context.now,
  })
  if (touched) noteRevised(context.changes, touched)
  return verdict
}
