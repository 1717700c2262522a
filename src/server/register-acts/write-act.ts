import type { NewDisbursement } from '#shared/contract/disbursements.ts'
import type { NewMovement } from '#shared/contract/movements.ts'
import { movementOfGesture, type DrawerGesture } from '#shared/domain/register/movements.ts'
import { collectOnBills } from '#server/credit/collect-on-bills.ts'
import { noteRefusedBeyond } from '#server/register-acts/beyond-drawer.ts'
import { openRegister, openUnknown, setOpenAgain } from '#server/register-ledger/cash-register.repo.ts'
import { closeOrWait, handOver } from '#server/register-ledger/close-register.ts'
import { insertEvent, type Trace } from '#server/register-ledger/count.repo.ts'
import { touchDebtor } from '#server/credit/collected.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { insertDisbursement } from '#server/register-acts/disbursement-writing.repo.ts'
import { noteOpenedSale } from '#server/register-ledger/opened-sale.repo.ts'
import { registerMoved } from '#server/register-ledger/register-ledger.repo.ts'
import { takeBackWaiting } from '#server/register-ledger/waiting.repo.ts'
import { doneAt } from '#server/base/done-at.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'

type Done = {
  id: string
  registerId: string
  sellerId: string
  terminalId: string
  at: string
  recordedAt: Date
  note: string | null
}

/**
 * `now`: when the server writes the act. `usedRevoked`: the right for it had been revoked meanwhile; the register's
 * history shows this. `isTakenProven`: the receiver of a hand-over typed his code.
 */
export type Writing = { now: Date; usedRevoked: boolean; isTakenProven: boolean }

/**
 * Writes an accepted act and the movement of money that it causes. The caller holds the pharmacy's lock and has checked
 * the act.
 */
export async function writeAct(
  tx: Tx,
  pharmacyId: string,
  act: RegisterAct,
  { now, usedRevoked, isTakenProven }: Writing,
): Promise<void> {
  const trace = usedRevoked ? { usedRevoked } : {}
  switch (act.act) {
    case 'open':
      return open(tx, pharmacyId, act, now)
    case 'count':
      await openUnknown(tx, pharmacyId, { ...act, at: doneAt(act.countedAt, now) })
      return noteCount(tx, pharmacyId, act, now, trace)
    case 'hand-over':
      await openUnknown(tx, pharmacyId, { ...act, at: doneAt(act.countedAt, now) })
      return handOver(tx, pharmacyId, { ...act, ...trace, isTakenProven }, now)
    case 'close':
      await openUnknown(tx, pharmacyId, { ...act, at: doneAt(act.countedAt, now) })
      return closeOrWait(tx, pharmacyId, { ...act, ...trace }, now)
    case 'reopen':
      return reopen(tx, pharmacyId, act, now, trace)
    case 'overdraw':
      await openUnknown(tx, pharmacyId, { ...act, at: doneAt(act.triedAt, now) })
      return noteRefusedBeyond(tx, pharmacyId, act, now)
    case 'open-sale':
      return noteOpenedSale(tx, pharmacyId, { ...act, at: doneAt(act.openedAt, now) })
    case 'move':
      return moveByHand(tx, pharmacyId, act.movement, now)
    case 'disburse':
      return disburse(tx, pharmacyId, act, now)
  }
}

/**
 * Reopens a register and cancels its waiting closing. The cancelled count stays in the register's history; the awaited
 * sales will enter an open register.
 */
async function reopen(
  tx: Tx,
  pharmacyId: string,
  { registerId, sellerId, reason }: Extract<RegisterAct, { act: 'reopen' }>,
  now: Date,
  trace: Trace,
): Promise<void> {
  const takenBack = await takeBackWaiting(tx, pharmacyId, registerId)
  await setOpenAgain(tx, pharmacyId, { registerId, userId: sellerId })
  await insertEvent(tx, pharmacyId, {
    registerId,
    kind: 'reopened',
    userId: sellerId,
    at: now,
    details: { reason, ...(takenBack && { takenBack }), ...trace },
  })
}

async function open(tx: Tx, pharmacyId: string, act: Extract<RegisterAct, { act: 'open' }>, now: Date): Promise<void> {
  const openedAt = doneAt(act.openedAt, now)
  await openRegister(tx, pharmacyId, { ...act, openedAt })
  if (act.float > 0)
    await move(
      tx,
      pharmacyId,
      { kind: 'float', amount: act.float },
      { ...act, registerId: act.id, at: openedAt, recordedAt: now, note: null },
    )
}

/**
 * Records a count that is not a closing. It is recorded because the member then sees the expected amounts, so later
 * counts are no longer blind.
 */
function noteCount(
  tx: Tx,
  pharmacyId: string,
  { registerId, sellerId, countedAt, denominations, others, comment, reason }: Extract<RegisterAct, { act: 'count' }>,
  now: Date,
  trace: Trace,
): Promise<void> {
  return insertEvent(tx, pharmacyId, {
    registerId,
    kind: 'counted',
    userId: sellerId,
    at: now,
    details: { countedAt: doneAt(countedAt, now), denominations, others, comment, reason, ...trace },
  })
}

async function moveByHand(tx: Tx, pharmacyId: string, movement: NewMovement, now: Date): Promise<void> {
  await moveIn(tx, pharmacyId, movement, {
    ...movement,
    at: doneAt(movement.occurredAt, now),
    recordedAt: now,
  })
  if (movement.kind === 'collection') {
    await collectOnBills(tx, pharmacyId, await touchDebtor(tx, pharmacyId, movement.clientId), now, movement.id)
  }
}

async function disburse(tx: Tx, pharmacyId: string, disbursement: NewDisbursement, now: Date): Promise<void> {
  const spentAt = doneAt(disbursement.spentAt, now)
  await moveIn(
    tx,
    pharmacyId,
    { kind: 'disbursement', amount: disbursement.amount },
    { ...disbursement, at: spentAt, recordedAt: now },
  )
  await insertDisbursement(tx, pharmacyId, { ...disbursement, spentAt }, now)
}

async function moveIn(tx: Tx, pharmacyId: string, gesture: DrawerGesture, done: Done): Promise<void> {
  await openUnknown(tx, pharmacyId, done)
  await move(tx, pharmacyId, gesture, done)
}

/** The movement has the id of the act. */
async function move(
  tx: Tx,
  pharmacyId: string,
  gesture: DrawerGesture,
  { id, sellerId, at, ...done }: Done,
): Promise<void> {
  const movements = [{ id, ...movementOfGesture(gesture) }]
  await registerMoved(pharmacyId, { ...done, movements, userId: sellerId, occurredAt: at }).execute(tx)
}
