import type { Permission } from '#shared/domain/permissions.ts'
import type { Sender } from '#shared/domain/standing.ts'
import { isShownByCount } from '#server/register-ledger/withheld.repo.ts'
import { findState } from '#server/register-ledger/cash-register.repo.ts'
import { collectedBeyond, noteBeyond, refusalOfBeyond } from '#server/register-acts/beyond-debt.ts'
import {
  type BeyondDrawer,
  broughtBy,
  noteBeyondDrawer,
  noteRefusedBeyond,
  refusalOfBeyondDrawer,
  refusalOfLocked,
  takenBeyondDrawer,
} from '#server/register-acts/beyond-drawer.ts'
import { issuesOfAct } from '#server/register-acts/act-issues.ts'
import { parcelAnswered } from '#server/register-ledger/close-register.ts'
import { writeAct } from '#server/register-acts/write-act.ts'
import { codeOf, type Lent, withLentRight } from '#server/grants/lend.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import type { Refusal, Verdict } from '#server/inbox/receive.ts'
import { readActor, refusalOfUnproven, senderOf } from '#server/sellers/acting.ts'
import type { Rights } from '#server/sellers/seller-rights.ts'

/**
 * Accepts an act at a register, exactly once. Checks who made it and what he may do. Throws the catalogue's
 * message for a refusal, on each attempt. The register's state is not part of the stored answer: it is read again each
 * time.
 */
export async function takeAct(context: Context, act: RegisterAct): Promise<void> {
  const pharmacyId = pharmacyOf(context)
  await acceptOnce<{ id: string }>(context, {
    pharmacyId,
    kind: 'register-act',
    payload: act,
    cash: { registerId: placeOf(act, context.now).registerId, amount: broughtBy(act) },
    async judge(tx) {
      const verdict = await judgeAndWrite(tx, context, act, senderOf(context))
      const refusal = verdict.accepted ? null : verdict.refusal
      await parcelAnswered(tx, pharmacyId, { id: act.id, refusal, now: context.now })
      return verdict
    },
  })
}

/** Writes the act unless a rule refuses it. The caller holds the pharmacy's lock. */
export async function judgeAndWrite(
  tx: Tx,
  context: Context,
  act: RegisterAct,
  sender: Sender,
): Promise<Verdict<{ id: string }>> {
  const pharmacyId = pharmacyOf(context)
  const { now, changes } = context
  const beyond = await collectedBeyond(tx, pharmacyId, act)
  const beyondDrawer = await takenBeyondDrawer(tx, pharmacyId, act)
  const judged = await judgeAct(tx, context, act, { sender, beyondDrawer })
  const refusal = judged.refusal ?? (beyond && refusalOfBeyond(beyond, now))
  if (refusal) return { accepted: false, refusal }
  await writeAct(tx, pharmacyId, act, { now, usedRevoked: judged.usedRevoked, isTakenProven: judged.taken !== null })
  await judged.lent?.note(tx)
  await judged.taken?.note(tx)
  if (beyond) await noteBeyond(tx, pharmacyId, beyond, now)
  if (beyondDrawer) await noteBeyondDrawer(tx, pharmacyId, beyondDrawer, now)
  // A collection lowers the client's debt.
  if (act.act === 'move' && act.movement.kind === 'collection')
    for (const debtors of ['persons', 'organizations'] as const) changes.revised.add(debtors)
  return { accepted: true, answer: { id: act.id } }
}

export type Place = { sellerId: string; sessionId: string; at: string; registerId: string }

/** The member, the session, the register, and the moment of an act. A reopening says no moment: it happens when it arrives. */
export function placeOf(act: RegisterAct, now: Date): Place {
  switch (act.act) {
    case 'open':
      return { ...act, at: act.openedAt, registerId: act.id }
    case 'move':
      return { ...act.movement, at: act.movement.occurredAt }
    case 'count':
    case 'hand-over':
    case 'close':
      return { ...act, at: act.countedAt }
    case 'reopen':
      return { ...act, at: now.toISOString() }
    case 'open-sale':
      return { ...act, at: act.openedAt }
    case 'overdraw':
      return { ...act, at: act.triedAt }
    case 'disburse':
      return { ...act, at: act.spentAt }
  }
}

async function judgeAct(
  tx: Tx,
  context: Context,
  act: RegisterAct,
  { sender, beyondDrawer }: { sender: Sender; beyondDrawer: BeyondDrawer | null },
): Promise<{ refusal: Refusal | null; usedRevoked: boolean; lent: Lent | null; taken: Lent | null }> {
  const pharmacyId = pharmacyOf(context)
  const place = placeOf(act, context.now)
  const { sellerId } = place
  const acting = await withLentRight(tx, context, await readActor(tx, context, place, sender), {
    grants: grantsOf(act),
    subjectId: place.registerId,
    ...lendingOf(act, place),
    at: place.at,
    amount: amountOf(act),
    sellerId,
    terminalId: act.act === 'move' ? act.movement.terminalId : act.terminalId,
  })
  const { rights } = acting
  // An act moves money only if its member is proven. An unproven act is refused and stored, so that the owner can see
  // it.
  const unproven = refusalOfUnproven(acting, sellerId)
  if (unproven) return { refusal: unproven, usedRevoked: false, lent: null, taken: null }
  const taken = await takenBy(tx, context, act)
  const refusal =
    (await refusalOf(tx, pharmacyId, act, { registerId: place.registerId, rights, now: context.now })) ??
    refusalOfUntaken(act, taken, context.now) ??
    (await refusalOfLocked(tx, pharmacyId, act, { rights, now: context.now })) ??
    (await refusedBeyond(tx, pharmacyId, beyondDrawer, { rights, now: context.now }))
  return { refusal, usedRevoked: rights.usedRevoked(), lent: acting.lent(), taken }
}

/** The code of the colleague who takes a register over. */
async function takenBy(tx: Tx, context: Context, act: RegisterAct): Promise<Lent | null> {
  if (act.act !== 'hand-over' || !act.taking) return null
  const { id, registerId, receivedBy, sellerId, terminalId, countedAt, taking } = act
  return codeOf(tx, context, 'register.use', {
    grant: taking.grant,
    memberId: receivedBy,
    subjectId: registerId,
    usedFor: id,
    at: countedAt,
    sellerId,
    terminalId,
  })
}

/** A register is taken by who receives it. One that was handed over without the network is a fact, and said to be so. */
function refusalOfUntaken(act: RegisterAct, taken: Lent | null, now: Date): Refusal | null {
  if (act.act !== 'hand-over' || taken || !isLive(act.countedAt, now)) return null
  return { message: 'cashRegisters:receiverCode', details: { receivedBy: act.receivedBy } }
}

/** Whoever is refused learns that the drawer holds less: each try is noted. */
async function refusedBeyond(
  tx: Tx,
  pharmacyId: string,
  beyond: BeyondDrawer | null,
  { rights, now }: { rights: Rights; now: Date },
): Promise<Refusal | null> {
  const refusal = beyond && refusalOfBeyondDrawer(beyond, rights, now)
  if (refusal) await noteRefusedBeyond(tx, pharmacyId, beyond, now)
  return refusal
}

function grantsOf(act: RegisterAct): (Grant | undefined)[] {
  if (act.act === 'move') return [act.movement.grant, act.movement.exceeding]
  if (act.act === 'close') return [act.grant, act.passingOver]
  if (act.act === 'disburse') return [act.grant, act.exceeding]
  return 'grant' in act ? [act.grant] : []
}

/** The money that leaves the drawer, in minor units. */
function amountOf(act: RegisterAct): number | undefined {
  if (act.act === 'disburse') return act.amount
  return act.act === 'move' ? act.movement.amount : undefined
}

/**
 * One code serves the counts of a register and its closing or hand-over, which ends the gesture: a register that is opened
 * again needs another code.
 */
function lendingOf(act: RegisterAct, { registerId }: Place): { usedFor: string; follows?: string } {
  const counts = `counts ${registerId}`
  if (act.act === 'count') return { usedFor: counts }
  return act.act === 'close' || act.act === 'hand-over' ? { usedFor: act.id, follows: counts } : { usedFor: act.id }
}

async function refusalOf(
  tx: Tx,
  pharmacyId: string,
  act: RegisterAct,
  { registerId, rights, now }: { registerId: string; rights: Rights; now: Date },
): Promise<Refusal | null> {
  const permission = permissionOf(act)
  if (!rights.may(permission)) return { message: 'auth:forbidden', details: { permission } }
  const issues = await issuesOfAct(tx, pharmacyId, act)
  if (issues.length > 0) return { message: 'requests:invalid', details: { issues } }
  const found = await findState(tx, pharmacyId, { registerId, parcelId: act.id })
  return (
    refusalOfUnfinished(act, rights) ??
    refusalOfHolder(act, found, rights) ??
    refusalOfState(act, found, registerId) ??
    (await refusalOfRecount(tx, pharmacyId, act, now))
  )
}

/** In ms. What comes later was done without the network: it is a fact, and is marked instead of being refused. */
const liveMs = 10 * 60_000

function isLive(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) <= liveMs
}

/** A drawer that counts blindly is counted again only with a reason once its amounts were shown. */
async function refusalOfRecount(tx: Tx, pharmacyId: string, act: RegisterAct, now: Date): Promise<Refusal | null> {
  if (act.act !== 'count' || act.reason !== null || !isLive(act.countedAt, now)) return null
  const isShown = await isShownByCount(tx, pharmacyId, act.registerId)
  return isShown ? { message: 'cashRegisters:recountReason', details: { registerId: act.registerId } } : null
}

function permissionOf(act: RegisterAct): Permission {
  switch (act.act) {
    case 'open':
    case 'hand-over':
    case 'open-sale':
    case 'overdraw':
      return 'register.use'
    case 'count':
    case 'close':
      return 'register.close'
    case 'reopen':
      return 'register.reopen'
    case 'move':
      return act.movement.kind === 'deposit' ? 'disbursement.create' : 'register.use'
    case 'disburse':
      return 'disbursement.create'
  }
}

/** A closing with open or refused sales requires a reason and the right to reopen a closed register. */
function refusalOfUnfinished(act: RegisterAct, rights: Rights): Refusal | null {
  if (act.act !== 'close' || act.unfinished.length === 0) return null
  return act.comment !== null && rights.may('register.reopen')
    ? null
    : { message: 'cashRegisters:unfinishedSales', details: { unfinished: act.unfinished } }
}

/** The holder of a register may hand it over; another member may when allowed to close registers of others. */
function refusalOfHolder(act: RegisterAct, found: Found, rights: Rights): Refusal | null {
  if (act.act !== 'hand-over' || !found || found.heldBy === act.sellerId || rights.may('register.close')) return null
  return { message: 'auth:forbidden', details: { permission: 'register.close' } }
}

type Found = Awaited<ReturnType<typeof findState>>

function refusalOfState(act: RegisterAct, found: Found, registerId: string): Refusal | null {
  const details = { registerId }
  // The ticket was printed, the try was made: it is noted, also when the register was closed meanwhile.
  if (act.act === 'open-sale' || act.act === 'overdraw') return null
  if (act.act === 'reopen')
    return found && found.state !== 'OPEN' ? null : { message: 'cashRegisters:notClosed', details }
  if (!found) return null
  const takes = act.act === 'close' ? found.state === 'OPEN' : found.takes
  return takes ? null : { message: 'cashRegisters:closed', details }
}
