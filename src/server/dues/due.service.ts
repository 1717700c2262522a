import type { Due, dues as calls, NewDues } from '#shared/contract/dues.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { leftToOwe } from '#shared/domain/dues.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields, type FieldIssue } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { duesById, findDues, type DueQuery } from '#server/dues/due-list.repo.ts'
import {
  dueFacts,
  insertDues,
  markHandedOver,
  reduceDues,
  saleStatus,
  soldLines,
  type DueFacts,
  type SoldLine,
} from '#server/dues/due.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { keptPhone } from '#server/locale/kept-phone.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

/** Open ones first, the newest before the others, unless sorted. */
export function listDues(context: Context, query: DueQuery): Promise<CallReply<typeof calls.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    findDues(tx, pharmacyId, query, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

/** Throws `requests:notFound`. */
export function readDue(context: Context, id: string): Promise<Due> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => shownDue(tx, context, id))
}

/**
 * Notes what a closed sale did not hand over: all lines or none, and once, however often it is sent. Throws
 * `requests:conflict` for an id that means something else already, `requests:invalid` with the faulty fields,
 * `sales:cannotEditCanceledSale`, and `sales:dueBeyondSold` with the lines that would owe more than they sold.
 */
export function createDues(context: Context, body: NewDues): Promise<Due[]> {
  return changing(context, async (tx, pharmacyId) => {
    const { now, actor, changes } = context
    const known = await dueFacts(
      tx,
      pharmacyId,
      body.lines.map(({ id }) => id),
    )
    changes.made = known.length === 0
    if (known.length > 0 && !isSame(known, body)) throw new AppError('requests:conflict')
    if (known.length === 0) {
      await refuseSale(tx, pharmacyId, body)
      const phone = await keptPhone(tx, pharmacyId, body.phone, 'body.phone')
      await insertDues(tx, pharmacyId, { ...body, phone }, { userId: actor.userId, at: now })
    }
    return shownDues(
      tx,
      context,
      body.lines.map(({ id }) => id),
    )
  })
}

/**
 * Hands units over until `left` are still owed; the same again changes nothing. No stock moves: the sale booked the
 * units out. Throws `requests:conflict` when the due was canceled, or owes less already.
 */
export function handOverDue(context: Context, id: string, { left }: { left: number }): Promise<Due> {
  return changing(context, async (tx, pharmacyId) => {
    const { owed, isCanceled } = await requireDue(tx, pharmacyId, id)
    if (isCanceled || left > owed) throw new AppError('requests:conflict')
    context.changes.made = left < owed
    if (left < owed) await markHandedOver(tx, pharmacyId, { id, left, userId: context.actor.userId, at: context.now })
    return shownDue(tx, context, id)
  })
}

/** A canceled due stays canceled. Throws `requests:conflict` when it was handed over. */
export function cancelDue(context: Context, id: string, { reason }: { reason: string }): Promise<Due> {
  return changing(context, async (tx, pharmacyId) => {
    const { owed, isCanceled } = await requireDue(tx, pharmacyId, id)
    if (!isCanceled && owed === 0) throw new AppError('requests:conflict')
    context.changes.made = !isCanceled
    const by = { userId: context.actor.userId, at: context.now }
    if (!isCanceled) await reduceDues(tx, pharmacyId, [{ id, owed: 0 }], { reason, ...by })
    return shownDue(tx, context, id)
  })
}

async function requireDue(tx: Tx, pharmacyId: string, id: string): Promise<DueFacts> {
  return requireRow((await dueFacts(tx, pharmacyId, [id]))[0])
}

async function shownDue(tx: Tx, context: Context, id: string): Promise<Due> {
  return requireRow((await shownDues(tx, context, [id]))[0])
}

async function shownDues(tx: Tx, context: Context, ids: readonly string[]): Promise<Due[]> {
  const pharmacyId = pharmacyOf(context)
  return duesById(tx, pharmacyId, ids, await pharmacyToday(tx, pharmacyId, context.now))
}

/** Whether these dues are the answer to this body already. */
function isSame(known: readonly DueFacts[], { lines }: NewDues): boolean {
  return lines.every(({ id, lineId, quantity }) =>
    known.some((due) => due.id === id && due.lineId === lineId && due.quantity === quantity),
  )
}

async function refuseSale(tx: Tx, pharmacyId: string, { saleId, lines }: NewDues): Promise<void> {
  const status = await saleStatus(tx, pharmacyId, saleId)
  if (status === undefined) refuseFields([{ path: 'body.saleId', message: 'unknown' }])
  if (status === 'CANCELED') throw new AppError('sales:cannotEditCanceledSale', { saleId })
  const sold = new Map((await soldLines(tx, pharmacyId, saleId)).map((line) => [line.id, line]))
  refuseFields(issuesOf(lines, sold))
  const items = lines.flatMap(({ lineId, quantity }) => {
    const line = sold.get(lineId)!
    const left = leftToOwe(line)
    return quantity > left ? [{ lineId, label: line.label, asked: quantity, left }] : []
  })
  if (items.length > 0) throw new AppError('sales:dueBeyondSold', { items })
}

function issuesOf(lines: NewDues['lines'], sold: ReadonlyMap<string, SoldLine>): FieldIssue[] {
  return lines.flatMap(({ id, lineId }, place) => [
    ...(sold.has(lineId) ? [] : [{ path: `body.lines.${place}.lineId`, message: 'unknown' }]),
    ...(lines.findIndex((other) => other.lineId === lineId) < place
      ? [{ path: `body.lines.${place}.lineId`, message: 'the same line twice' }]
      : []),
    ...(lines.findIndex((other) => other.id === id) < place
      ? [{ path: `body.lines.${place}.id`, message: 'the same id twice' }]
      : []),
  ])
}
