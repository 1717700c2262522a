import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  ClaimReportRow,
  NewClaimLine,
  WholesalerClaim,
  WholesalerClaimDetail,
  wholesalerClaims,
} from '#shared/contract/wholesaler-claims.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { isInUse } from '#server/stock/in-use.repo.ts'
import { keepSupplierEmail } from '#server/suppliers/supplier.service.ts'
import {
  claimReport,
  deleteCreditsOfStatement,
  deliveriesOfSupplier,
  findClaim,
  findClaimOfStatement,
  findClaims,
  insertClaim,
  insertCredit,
  markClaimCanceled,
  markClaimSent,
  markReminded,
  updateClaimLine,
  updateClaimNote,
  writeAnswer,
  type ClaimQuery,
  type NewCredit,
} from '#server/wholesaler-claims/wholesaler-claim.repo.ts'

type Body<Call extends keyof typeof wholesalerClaims> =
  HandlerInput<(typeof wholesalerClaims)[Call]> extends { body: infer B } ? B : never
type Acting = Pick<Context, 'actor' | 'now'>

export function listClaims(context: Context, query: ClaimQuery): Promise<CallReply<typeof wholesalerClaims.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findClaims(tx, pharmacyId, query))
}

/** Amounts in minor units; months in the time zone of the pharmacy. */
export function readClaimReport(context: Context, period: { from: string; to: string }): Promise<ClaimReportRow[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    claimReport(tx, pharmacyId, { ...period, timeZone: await timeZoneOf(tx, pharmacyId) }),
  )
}

/** Throws `requests:notFound`. */
export function readClaim(context: Context, id: string): Promise<WholesalerClaimDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => requireRow(await findClaim(tx, pharmacyId, id)))
}

/** Throws `requests:notFound`, and `wholesalerClaims:notAllowed` for a canceled claim. */
export async function checkClaim(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { mayBeCanceled }: { mayBeCanceled: boolean },
): Promise<WholesalerClaimDetail> {
  const claim = requireRow(await findClaim(tx, pharmacyId, id))
  const { state } = claim
  if (state === 'canceled' && !mayBeCanceled) throw new AppError('wholesalerClaims:notAllowed', { state })
  return claim
}

/** A repeated call returns the same claim. Throws `requests:invalid` for an unknown supplier or delivery. */
export function createClaim(context: Context, body: Body<'create'>): Promise<WholesalerClaimDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const known = await findClaim(tx, pharmacyId, body.id)
    if (known && known.supplierId !== body.supplierId) throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      if (!(await isInUse(tx, 'suppliers', pharmacyId, body.supplierId)))
        refuseFields([{ path: 'body.supplierId', message: 'unknown' }])
      const named = body.lines.flatMap(({ deliveryId }) => deliveryId ?? [])
      const deliveries = await deliveriesOfSupplier(tx, pharmacyId, body.supplierId, named)
      refuseFields(
        body.lines.flatMap(({ deliveryId }, index) =>
          deliveryId !== null && !deliveries.has(deliveryId)
            ? [{ path: `body.lines.${index}.deliveryId`, message: 'unknown' }]
            : [],
        ),
      )
      await beginClaim(tx, context, pharmacyId, { ...body, statementId: null })
    }
    return shown(tx, pharmacyId, body.id)
  })
}

/** The same inside a transaction; returns the id of the claim. */
export async function beginClaim(
  tx: Tx,
  { actor, now }: Acting,
  pharmacyId: string,
  {
    id = randomUUID(),
    lines,
    ...claim
  }: {
    id?: string
    supplierId: string
    statementId: string | null
    note: string | null
    lines: readonly NewClaimLine[]
  },
): Promise<string> {
  await insertClaim(tx, pharmacyId, { id, ...claim }, lines, { userId: actor.userId, at: now })
  return id
}

/** Throws `requests:notFound`. */
export function changeClaim(context: Context, id: string, { note }: Body<'patch'>): Promise<WholesalerClaimDetail> {
  return changing(context, async (tx, pharmacyId) => {
    requireRow(await findClaim(tx, pharmacyId, id))
    if (note !== undefined) await updateClaimNote(tx, pharmacyId, id, note)
    return shown(tx, pharmacyId, id)
  })
}

/**
 * The cause and the text of a line, which the judgement of a statement may have wrong. Throws
 * `wholesalerClaims:notAllowed` once the claim was sent or canceled, `requests:notFound` for a line that is not there.
 */
export function changeClaimLine(
  context: Context,
  line: { id: string; position: number },
  body: Body<'patchLine'>,
): Promise<WholesalerClaimDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const { state } = requireRow(await findClaim(tx, pharmacyId, line.id))
    if (state !== 'draft') throw new AppError('wholesalerClaims:notAllowed', { state })
    if (!(await updateClaimLine(tx, pharmacyId, line, body))) throw new AppError('requests:notFound')
    return shown(tx, pharmacyId, line.id)
  })
}

/** Sent twice is sent once. Throws `wholesalerClaims:notAllowed` for a canceled claim. */
export function sendClaim(context: Context, id: string): Promise<WholesalerClaimDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const { state } = requireRow(await findClaim(tx, pharmacyId, id))
    if (state === 'canceled') throw new AppError('wholesalerClaims:notAllowed', { state })
    context.changes.made = state === 'draft'
    if (state === 'draft') await markClaimSent(tx, pharmacyId, id, { userId: context.actor.userId, at: context.now })
    return shown(tx, pharmacyId, id)
  })
}

/** Notes that an e-mail about a claim has left: of a draft it is the sending, later a reminder. */
export async function noteClaimMailed(
  tx: Tx,
  pharmacyId: string,
  id: string,
  by: { userId: string; at: Date },
): Promise<void> {
  const claim = await findClaim(tx, pharmacyId, id)
  if (claim?.state === 'draft') await markClaimSent(tx, pharmacyId, id, by)
  else if (claim && claim.awaited > 0) await markReminded(tx, pharmacyId, id, by.at)
}

/** The address of a claim becomes that of its supplier. */
export async function keepClaimAddress(tx: Tx, pharmacyId: string, id: string, to: string): Promise<void> {
  const { supplierId } = requireRow(await findClaim(tx, pharmacyId, id))
  await keepSupplierEmail(tx, pharmacyId, supplierId, to)
}

/** `after`: the reminders that the member saw, so that a repeated call counts once. */
export function remindClaim(context: Context, id: string, { after }: Body<'remind'>): Promise<WholesalerClaimDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const claim = await sentClaim(tx, pharmacyId, id)
    context.changes.made = claim.reminders === after
    if (claim.reminders === after) await markReminded(tx, pharmacyId, id, context.now)
    return shown(tx, pharmacyId, id)
  })
}

/** Throws `requests:invalid` for a line that is not there, or more than it claims. */
export function answerClaim(
  context: Context,
  id: string,
  { answer, lines }: Body<'answer'>,
): Promise<WholesalerClaimDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const claim = await sentClaim(tx, pharmacyId, id)
    const claimed = new Map(claim.lines.map(({ position, amount }) => [position, amount]))
    refuseFields(
      lines.flatMap(({ position, accepted }, index) => {
        const most = claimed.get(position)
        if (most === undefined) return [{ path: `body.lines.${index}.position`, message: 'unknown' }]
        return (accepted ?? 0) > most ? [{ path: `body.lines.${index}.accepted`, message: 'more than claimed' }] : []
      }),
    )
    await writeAnswer(tx, pharmacyId, id, { answer, lines, at: context.now })
    return shown(tx, pharmacyId, id)
  })
}

/**
 * Notes a credit note, once by its id. Throws `wholesalerClaims:creditBeyondClaim` when more would be credited than
 * claimed, `requests:conflict` when the id is that of another credit.
 */
export function creditClaim(context: Context, id: string, body: Body<'credit'>): Promise<WholesalerClaimDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const claim = await sentClaim(tx, pharmacyId, id)
    const known = claim.credits.find((credit) => credit.id === body.id)
    if (known && known.amount !== body.amount) throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      const most = claim.claimed - claim.credited
      if (body.amount > most) throw new AppError('wholesalerClaims:creditBeyondClaim', { most })
      await writeCredit(tx, context, pharmacyId, { ...body, claimId: id, statementId: null })
    }
    return shown(tx, pharmacyId, id)
  })
}

/** A credit that a statement contains. */
export async function creditClaimByStatement(
  tx: Tx,
  acting: Acting,
  pharmacyId: string,
  { id, ...credit }: { id: string; number: string | null; amount: number; day: string; statementId: string },
): Promise<void> {
  await writeCredit(tx, acting, pharmacyId, { ...credit, id: randomUUID(), claimId: id })
}

/** A canceled claim stays canceled. Throws `wholesalerClaims:notAllowed` once something was credited. */
export function cancelClaim(context: Context, id: string, { reason }: Body<'cancel'>): Promise<WholesalerClaimDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const { state, credited } = requireRow(await findClaim(tx, pharmacyId, id))
    if (credited > 0) throw new AppError('wholesalerClaims:notAllowed', { state })
    context.changes.made = state !== 'canceled'
    const by = { userId: context.actor.userId, at: context.now, reason }
    if (state !== 'canceled') await markClaimCanceled(tx, pharmacyId, id, by)
    return shown(tx, pharmacyId, id)
  })
}

export function claimOfStatement(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
): Promise<WholesalerClaim | undefined> {
  return findClaimOfStatement(tx, pharmacyId, statementId)
}

/** The draft claim of a statement that is opened again. */
export async function dropClaimOfStatement(
  tx: Tx,
  { actor, now }: Acting,
  pharmacyId: string,
  statementId: string,
): Promise<void> {
  const claim = await findClaimOfStatement(tx, pharmacyId, statementId)
  const by = { userId: actor.userId, at: now, reason: 'Relevé rouvert' }
  if (claim) await markClaimCanceled(tx, pharmacyId, claim.id, by)
}

export async function dropCreditsOfStatement(tx: Tx, pharmacyId: string, statementId: string): Promise<void> {
  await deleteCreditsOfStatement(tx, pharmacyId, statementId)
}

async function sentClaim(tx: Tx, pharmacyId: string, id: string): Promise<WholesalerClaimDetail> {
  const claim = requireRow(await findClaim(tx, pharmacyId, id))
  const { state } = claim
  if (state === 'draft' || state === 'canceled') throw new AppError('wholesalerClaims:notAllowed', { state })
  return claim
}

function writeCredit(tx: Tx, { actor, now }: Acting, pharmacyId: string, credit: NewCredit): Promise<void> {
  return insertCredit(tx, pharmacyId, credit, { userId: actor.userId, at: now })
}

async function shown(tx: Tx, pharmacyId: string, id: string): Promise<WholesalerClaimDetail> {
  return requireRow(await findClaim(tx, pharmacyId, id))
}
