import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  NewSupplierReturn,
  ReturnableLot,
  SupplierReturnNote,
  supplierReturns as calls,
} from '#shared/contract/supplier-returns.ts'
import { AppError } from '#shared/domain/errors.ts'
import { supplierReturnReasons } from '#shared/domain/stock-reasons.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { changing } from '#server/lists/changing.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { isInUse } from '#server/stock/in-use.repo.ts'
import { refusalOfLeaving } from '#server/stock/leaving-lots.repo.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'
import { returnableLots } from '#server/supplier-returns/returnable-lots.repo.ts'
import {
  endTasksOfReturn,
  findReturn,
  findReturns,
  insertCredit,
  insertReturn,
  markCanceled,
  markCredited,
  type ReturnQuery,
  tasksComeToNothing,
  unknownDeliveries,
} from '#server/supplier-returns/supplier-return.repo.ts'

/** Newest first unless sorted. */
export function listReturns(context: Context, query: ReturnQuery): Promise<CallReply<typeof calls.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findReturns(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export async function readReturn(context: Context, id: string): Promise<SupplierReturnNote> {
  const pharmacyId = pharmacyOf(context)
  return shown(context, await context.database.read(pharmacyId, (tx) => findReturn(tx, pharmacyId, id)))
}

/** What may go back to a supplier, the decided first. Throws `requests:notFound` for an unknown supplier. */
export function listReturnableLots(
  context: Context,
  query: HandlerInput<typeof calls.candidates>['query'],
): Promise<ReturnableLot[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    if (!(await isInUse(tx, 'suppliers', pharmacyId, query.supplierId))) throw new AppError('requests:notFound')
    return returnableLots(tx, pharmacyId, { ...query, today: await pharmacyToday(tx, pharmacyId, context.now) })
  })
}

/**
 * Sends boxes back with the next number, exactly once; all lines or none. Open work that says the same of these lots is
 * done by it. Throws `requests:invalid` with the faulty lines, and `stocks:beyondStock` when a lot holds less.
 */
export async function sendReturn(context: Context, body: NewSupplierReturn): Promise<SupplierReturnNote> {
  const pharmacyId = pharmacyOf(context)
  const { now, actor, changes } = context
  const { id } = await acceptOnce<{ id: string }>(context, {
    pharmacyId,
    kind: 'supplier-return',
    payload: body,
    async judge(tx) {
      const by = { userId: actor.userId, at: now }
      const refusal = await refusalOf(tx, pharmacyId, body)
      if (refusal) return { accepted: false, refusal }
      await insertReturn(tx, pharmacyId, body, by)
      await moveReturned(tx, pharmacyId, { id: body.id, lines: body.lines, note: body.note, sign: -1, ...by })
      await endTasksOfReturn(tx, pharmacyId, body.lines, by)
      changes.revised.add('pharmacy-products')
      return { accepted: true, answer: { id: body.id } }
    },
  })
  return readReturn(context, id)
}

/**
 * Notes a credit note of the supplier, once by its id. What it leaves stays awaited, or is given up with a reason. Throws
 * `requests:conflict` when nothing is awaited any more, or when the id is that of another credit.
 */
export function creditReturn(
  context: Context,
  id: string,
  { giveUp, ...credit }: HandlerInput<typeof calls.credit>['body'],
): Promise<SupplierReturnNote> {
  return changing(context, async (tx, pharmacyId) => {
    const { state, credits, ...note } = requireRow(await findReturn(tx, pharmacyId, id))
    const known = credits.find((each) => each.id === credit.id)
    if (known ? known.amount !== credit.amount : state !== 'sent') throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      const by = { userId: context.actor.userId, at: context.now }
      const rest = note.awaited! - credit.amount
      await insertCredit(tx, pharmacyId, id, { ...credit, ...by })
      if (rest <= 0) await markCredited(tx, pharmacyId, id, null)
      else if (giveUp !== null) await markCredited(tx, pharmacyId, id, { ...by, amount: rest, reason: giveUp })
    }
    return shown(context, await findReturn(tx, pharmacyId, id))
  })
}

/** Given up once; later calls change nothing. Throws `requests:conflict` when nothing is awaited. */
export function giveUpReturn(
  context: Context,
  id: string,
  { reason }: { reason: string },
): Promise<SupplierReturnNote> {
  return changing(context, async (tx, pharmacyId) => {
    const { state, awaited, giveUpReason } = requireRow(await findReturn(tx, pharmacyId, id))
    if (state !== 'sent' && giveUpReason === null) throw new AppError('requests:conflict')
    context.changes.made = state === 'sent'
    const by = { userId: context.actor.userId, at: context.now }
    if (state === 'sent') await markCredited(tx, pharmacyId, id, { ...by, amount: awaited!, reason })
    return shown(context, await findReturn(tx, pharmacyId, id))
  })
}

/**
 * The same for a credit that a statement contains, whose claim asks for what it lacks; a return that was credited or
 * canceled stays as it is.
 */
export async function creditByStatement(
  tx: Tx,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  pharmacyId: string,
  { id, ...credit }: { id: string; number: string | null; amount: number },
): Promise<void> {
  const { state, awaited } = requireRow(await findReturn(tx, pharmacyId, id))
  if (state !== 'sent') return
  const by = { userId: actor.userId, at: now }
  const rest = awaited! - credit.amount
  await insertCredit(tx, pharmacyId, id, { ...credit, ...by, id: randomUUID() })
  const reason = 'Réclamé avec le relevé du fournisseur'
  await markCredited(tx, pharmacyId, id, rest > 0 ? { ...by, amount: rest, reason } : null)
}

/**
 * Cancels a return: its boxes come back, and the work that it did came to nothing. A canceled one stays canceled. Throws
 * `requests:conflict` when something of it was credited.
 */
export function cancelReturn(
  context: Context,
  id: string,
  { reason }: { reason: string },
): Promise<SupplierReturnNote> {
  const by = { userId: context.actor.userId, at: context.now }
  return changing(context, async (tx, pharmacyId) => {
    const { state, sentAt, lines, credits } = requireRow(await findReturn(tx, pharmacyId, id))
    if (state === 'credited' || credits.length > 0) throw new AppError('requests:conflict')
    if (state === 'sent') {
      await moveReturned(tx, pharmacyId, { id, lines, note: reason, sign: 1, ...by })
      await tasksComeToNothing(tx, pharmacyId, lines, { sentAt })
      await markCanceled(tx, pharmacyId, id, { reason, ...by })
      context.changes.revised.add('pharmacy-products')
    }
    return shown(context, await findReturn(tx, pharmacyId, id))
  })
}

async function refusalOf(
  tx: Tx,
  pharmacyId: string,
  { supplierId, lines }: NewSupplierReturn,
): Promise<Refusal | null> {
  const unknown = await unknownDeliveries(
    tx,
    pharmacyId,
    lines.flatMap(({ deliveryId }) => deliveryId ?? []),
  )
  return refusalOfLeaving(tx, pharmacyId, lines, [
    ...((await isInUse(tx, 'suppliers', pharmacyId, supplierId))
      ? []
      : [{ path: 'body.supplierId', message: 'unknown' }]),
    ...lines.flatMap(({ deliveryId }, index) =>
      deliveryId !== null && unknown.has(deliveryId)
        ? [{ path: `body.lines.${index}.deliveryId`, message: 'unknown' }]
        : [],
    ),
  ])
}

type Returned = {
  id: string
  lines: readonly Pick<SupplierReturnNote['lines'][number], 'stockItemId' | 'reason' | 'quantity'>[]
  note: string | null
  /** -1: the boxes leave; 1: they come back. */
  sign: 1 | -1
  userId: string
  at: Date
}

/** One entry of the ledger for each reason, all with the return as their link, or with its cancellation. */
async function moveReturned(tx: Tx, pharmacyId: string, { id, lines, note, sign, ...by }: Returned): Promise<void> {
  const rev = (await takeRevisions(tx, pharmacyId, 1)) + 1
  const link = { kind: sign < 0 ? 'supplier-return' : 'supplier-return-canceled', id }
  for (const reason of supplierReturnReasons) {
    const movements = lines
      .filter((line) => line.reason === reason)
      .map(({ stockItemId, quantity }) => ({
        stockItemId,
        cause: 'supplier-return' as const,
        quantity: sign * quantity,
      }))
    if (movements.length > 0) await moveStock(tx, pharmacyId, { ...by, movements, reason, note, link, rev })
  }
}

function seesCost({ actor }: Context): boolean {
  return actor.permissions.has('stock.see-cost')
}

function shown(context: Context, found: SupplierReturnNote | undefined): SupplierReturnNote {
  const note = requireRow(found)
  if (seesCost(context)) return note
  const lines = note.lines.map((line) => ({ ...line, cost: null }))
  const credits = note.credits.map((credit) => ({ ...credit, amount: null }))
  return { ...note, value: null, creditAmount: null, awaited: null, givenUp: null, lines, credits }
}
