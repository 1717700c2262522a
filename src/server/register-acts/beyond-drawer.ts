import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { isLate } from '#server/base/late.ts'
import type { Tx } from '#server/db/database.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { foundBy } from '#server/register-ledger/close-register.ts'
import { countsOf, insertEvent, totalsOf } from '#server/register-ledger/count.repo.ts'
import type { Rights } from '#server/sellers/seller-rights.ts'

/** A disbursement or deposit of more cash than the register holds; `amount` in minor units. */
export type BeyondDrawer = { registerId: string; sellerId: string; at: string; amount: number; note: string | null }

/** Null for another act, and for one within what the drawer holds. */
export async function takenBeyondDrawer(tx: Tx, pharmacyId: string, act: RegisterAct): Promise<BeyondDrawer | null> {
  const taken = takenBy(act)
  if (!taken) return null
  // Its opening is still on its way: what it holds is not known.
  if (!(await isKnown(tx, pharmacyId, taken.registerId))) return null
  const totals = await totalsOf(tx, pharmacyId, taken.registerId)
  const found = foundBy(await countsOf(tx, pharmacyId, taken.registerId))
  return taken.amount > expectedCash([...totals, ...found]) ? taken : null
}

async function isKnown(tx: Tx, pharmacyId: string, registerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cash_registers')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', registerId)
    .executeTakeFirst()
  return row !== undefined
}

function takenBy(act: RegisterAct): BeyondDrawer | null {
  if (act.act === 'disburse') return { ...act, at: act.spentAt }
  if (act.act !== 'move' || act.movement.kind !== 'deposit') return null
  return { ...act.movement, at: act.movement.occurredAt }
}

/**
 * Refused at the counter unless a member with the right says why. Late, the money has left, and `noteBeyondDrawer` tells
 * it. The refusal never says what the drawer holds: who counts blind would read it there.
 */
export function refusalOfBeyondDrawer({ at, amount, note }: BeyondDrawer, rights: Rights, now: Date): Refusal | null {
  if (isLate(at, now)) return null
  if (!rights.may('register.exceed')) return { message: 'cashRegisters:beyondDrawer', details: { amount } }
  return note === null
    ? { message: 'requests:invalid', details: { issues: [{ path: 'body.note', message: 'required' }] } }
    : null
}

/** Notes it in the history of its register, without what the drawer held. */
export function noteBeyondDrawer(
  tx: Tx,
  pharmacyId: string,
  { registerId, sellerId, amount, note }: BeyondDrawer,
  now: Date,
): Promise<void> {
  return insertEvent(tx, pharmacyId, {
    registerId,
    kind: 'paid-beyond',
    userId: sellerId,
    at: now,
    details: { amount, note },
  })
}
