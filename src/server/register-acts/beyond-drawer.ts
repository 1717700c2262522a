import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { movementOfGesture } from '#shared/domain/register/movements.ts'
import { maxRefusedTries } from '#shared/domain/register/refused-tries.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { isLate } from '#server/base/late.ts'
import type { Tx } from '#server/db/database.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { foundBy } from '#server/register-ledger/close-register.ts'
import { refusedCash } from '#server/register-ledger/waiting.repo.ts'
import { countsOf, insertEvent, refusedTriesOf, totalsOf } from '#server/register-ledger/count.repo.ts'
import { isBlindYet } from '#server/register-ledger/withheld.repo.ts'
import type { Rights } from '#server/sellers/seller-rights.ts'

type Taken = { registerId: string; sellerId: string; at: string; amount: number; note: string | null }
/**
 * A disbursement or deposit of more cash than the register holds; `amount` in minor units. `isThere`: what the server
 * refused of this drawer explains it.
 */
export type BeyondDrawer = Taken & { isThere: boolean }

/** Null for another act, and for one within what the drawer holds. */
export async function takenBeyondDrawer(tx: Tx, pharmacyId: string, act: RegisterAct): Promise<BeyondDrawer | null> {
  const taken = takenBy(act)
  if (!taken) return null
  // Its opening is still on its way: what it holds is not known.
  if (!(await isKnown(tx, pharmacyId, taken.registerId))) return null
  const totals = await totalsOf(tx, pharmacyId, taken.registerId)
  const found = foundBy(await countsOf(tx, pharmacyId, taken.registerId))
  const excess = taken.amount - expectedCash([...totals, ...found])
  return excess > 0 ? { ...taken, isThere: excess <= (await refusedCash(tx, pharmacyId, taken.registerId)) } : null
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

/** The cash that an act brings into its drawer, in minor units. */
export function broughtBy(act: RegisterAct): number {
  if (act.act === 'open') return act.float
  if (act.act !== 'move' || act.movement.kind === 'deposit') return 0
  return expectedCash([movementOfGesture(act.movement)])
}

/**
 * After as many refused tries as `maxRefusedTries` a member without the right takes nothing more out of a drawer that is
 * counted blindly: by further tries he would find what it holds. Late, the money has left.
 */
export async function refusalOfLocked(
  tx: Tx,
  pharmacyId: string,
  act: RegisterAct,
  { rights, now }: { rights: Rights; now: Date },
): Promise<Refusal | null> {
  const taken = takenBy(act)
  if (!taken || isLate(taken.at, now)) return null
  if (!(await isBlindYet(tx, pharmacyId, taken.registerId))) return null
  if ((await refusedTriesOf(tx, pharmacyId, taken.registerId)) < maxRefusedTries) return null
  return rights.may('register.exceed')
    ? null
    : { message: 'auth:forbidden', details: { permission: 'register.exceed' } }
}

function takenBy(act: RegisterAct): Taken | null {
  if (act.act === 'disburse') return { ...act, at: act.spentAt }
  if (act.act !== 'move' || act.movement.kind !== 'deposit') return null
  return { ...act.movement, at: act.movement.occurredAt }
}

/**
 * Refused at the counter unless a member with the right says why. Late, the money has left, and what was refused of a
 * drawer is in it: `noteBeyondDrawer` tells it. The refusal never says what the drawer holds: who counts blind would read it there.
 */
export function refusalOfBeyondDrawer(
  { at, amount, note, isThere }: BeyondDrawer,
  rights: Rights,
  now: Date,
): Refusal | null {
  if (isThere || isLate(at, now)) return null
  if (!rights.may('register.exceed')) return { message: 'cashRegisters:beyondDrawer', details: { amount } }
  return note === null
    ? { message: 'requests:invalid', details: { issues: [{ path: 'body.note', message: 'required' }] } }
    : null
}

/** Notes a refused try in the history of its register, with what was asked for. */
export function noteRefusedBeyond(
  tx: Tx,
  pharmacyId: string,
  { registerId, sellerId, amount }: Pick<BeyondDrawer, 'registerId' | 'sellerId' | 'amount'>,
  now: Date,
): Promise<void> {
  return insertEvent(tx, pharmacyId, {
    registerId,
    kind: 'refused-beyond',
    userId: sellerId,
    at: now,
    details: { amount },
  })
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
