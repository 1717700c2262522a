import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { ExpiryTask, expiryTasks, NewExpiryTask } from '#shared/contract/expiry-tasks.ts'
import { AppError } from '#shared/domain/errors.ts'
import { isExpired } from '#shared/domain/stock.ts'
import { type FieldIssue, refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import {
  endTask,
  findLot,
  findTask,
  findTasks,
  insertTask,
  type OpenTask,
  savedByMonth,
  setDiscount,
  type TaskLot,
  type TaskQuery,
} from '#server/expiry-tasks/expiry-task.repo.ts'
import { taskLink } from '#server/stock/expiry-savings.repo.ts'
import { sistersOf } from '#server/stock/sister.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'

/** Throws `requests:notFound`. */
export async function readTask(context: Context, id: string): Promise<ExpiryTask> {
  const pharmacyId = pharmacyOf(context)
  const { items } = await context.database.read(pharmacyId, (tx) => findTasks(tx, pharmacyId, { id, page: 0, size: 1 }))
  const task = requireRow(items[0])
  return context.actor.permissions.has('stock.see-cost') ? task : { ...task, saved: null }
}

/** Savings are at cost: null for members who may not see costs. */
export async function listTasks(context: Context, query: TaskQuery): Promise<CallReply<typeof expiryTasks.list>> {
  const pharmacyId = pharmacyOf(context)
  const found = await context.database.read(pharmacyId, (tx) => findTasks(tx, pharmacyId, query))
  if (context.actor.permissions.has('stock.see-cost')) return found
  return { ...found, saved: null, items: found.items.map((task) => ({ ...task, saved: null })) }
}

export async function readSaved(context: Context): Promise<CallReply<typeof expiryTasks.saved>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => ({ months: await savedByMonth(tx, pharmacyId, context.now) }))
}

/**
 * Accepts a proposal. A discount is at once the price of the lot at every till, and therefore also needs the right to
 * change prices. Throws `requests:conflict` when the lot has an open task.
 */
export async function acceptProposal(context: Context, task: NewExpiryTask): Promise<{ id: string }> {
  if (task.kind === 'discount' && !context.actor.permissions.has('price.edit'))
    throw new AppError('auth:forbidden', { permission: 'price.edit' })
  const toPharmacyName = task.kind === 'transfer' ? await nameOfSister(context, task.toPharmacyId) : null
  return changing(context, async (tx, pharmacyId, touch) => {
    const lot = requireRow(await findLot(tx, pharmacyId, task.stockItemId))
    refuseFields(issuesOf(task, lot, await pharmacyToday(tx, pharmacyId, context.now)))
    const id = randomUUID()
    const { salePrice: fullPrice } = lot
    await insertTask(tx, pharmacyId, { id, task, fullPrice, toPharmacyName, userId: context.actor.userId }, context.now)
    if (task.kind === 'discount') {
      await setDiscount(tx, pharmacyId, lot.id, task.percent)
      touch('pharmacy-products', [lot.productId])
    }
    return { id }
  })
}

/**
 * Ends a task, once: `requests:conflict` when it has ended. A return or a transfer that is done leaves the stock of
 * this pharmacy; the sister pharmacy receives a transfer by hand. A discount ends at every till. A destruction is not
 * marked as done: its report empties the lot.
 */
export async function endExpiryTask(
  context: Context,
  id: string,
  { outcome, quantity }: HandlerInput<typeof expiryTasks.end>['body'],
): Promise<CallReply<typeof expiryTasks.end>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const task = requireRow(await findTask(tx, pharmacyId, id))
    if (task.outcome !== null) throw new AppError('requests:conflict')
    const lot = requireRow(await findLot(tx, pharmacyId, task.stockItemId))
    const moves = outcome === 'done' && (task.kind === 'return' || task.kind === 'transfer')
    if (quantity !== undefined && !moves) refuseFields([{ path: 'body.quantity', message: 'nothing to move' }])
    if (outcome === 'done' && task.kind === 'destroy' && lot.quantity > 0)
      refuseFields([{ path: 'body.outcome', message: 'the lot is still in stock' }])
    const doneQuantity = moves ? (quantity ?? task.quantity) : null
    if (doneQuantity !== null) await leaveStock(tx, pharmacyId, { task, lot, doneQuantity }, context)
    if (task.kind === 'discount') {
      await setDiscount(tx, pharmacyId, lot.id, null)
      touch('pharmacy-products', [lot.productId])
    }
    const { userId } = context.actor
    await endTask(tx, pharmacyId, id, { outcome, userId, doneQuantity, at: context.now })
    return { id, outcome }
  })
}

async function leaveStock(
  tx: Tx,
  pharmacyId: string,
  { task, lot, doneQuantity }: { task: OpenTask; lot: TaskLot; doneQuantity: number },
  context: Context,
): Promise<void> {
  if (doneQuantity > lot.quantity) refuseFields([{ path: 'body.quantity', message: 'more than in stock' }])
  const rev = (await takeRevisions(tx, pharmacyId, 1)) + 1
  await moveStock(tx, pharmacyId, {
    movements: [
      {
        stockItemId: lot.id,
        cause: task.kind === 'return' ? 'supplier-return' : 'transfer',
        quantity: -doneQuantity,
      },
    ],
    userId: context.actor.userId,
    at: context.now,
    rev,
    link: { kind: taskLink, id: task.id },
  })
  context.changes.revised.add('pharmacy-products')
}

function issuesOf(task: NewExpiryTask, lot: TaskLot, today: string): FieldIssue[] {
  const expired = lot.expiresOn !== null && isExpired(lot.expiresOn, today)
  return [
    ...(lot.archived ? [{ path: 'body.stockItemId', message: 'archived' }] : []),
    ...(lot.blocked ? [{ path: 'body.stockItemId', message: 'set aside' }] : []),
    ...(task.quantity > lot.quantity ? [{ path: 'body.quantity', message: 'more than in stock' }] : []),
    ...(expired && task.kind !== 'destroy' && task.kind !== 'return'
      ? [{ path: 'body.kind', message: 'the lot is expired' }]
      : []),
  ]
}

async function nameOfSister(context: Context, sisterId: string): Promise<string> {
  const pharmacyId = pharmacyOf(context)
  const sisters = await context.database.platform((tx) => sistersOf(tx, pharmacyId))
  const name = sisters.find(({ id }) => id === sisterId)?.name
  if (name === undefined) refuseFields([{ path: 'body.toPharmacyId', message: 'unknown' }])
  return name ?? ''
}
