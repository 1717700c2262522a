import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { OrderDetail, orders } from '#shared/contract/orders.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { nearestAmount, supplierPrice, type SupplierPrice } from '#shared/domain/supplier-price.ts'
import { allowedIn, undeliveredOf } from '#shared/domain/purchasing/order-state.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { addNotedLines, beginDelivery, createdAlready } from '#server/deliveries/delivery.service.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import {
  deleteOrderLine,
  findOrder,
  findOrders,
  giveUpBoxes,
  insertOrder,
  markConfirmed,
  markOrderCanceled,
  markSent,
  orderFacts,
  updateNote,
  writeOrderLines,
  type OrderFacts,
  type OrderQuery,
} from '#server/orders/order.repo.ts'
import { supplierService } from '#server/orders/supplier-service.repo.ts'
import { lastPrices, pastPrices } from '#server/orders/last-prices.repo.ts'
import { isInUse, ownProductsOf } from '#server/stock/in-use.repo.ts'
import { partiesOf } from '#server/stock/paper-parties.repo.ts'
import { keepSupplierEmail } from '#server/suppliers/supplier.service.ts'

type Body<Call extends keyof typeof orders> = HandlerInput<(typeof orders)[Call]> extends { body: infer B } ? B : never
type Gesture = keyof typeof allowedIn

export function listOrders(context: Context, query: OrderQuery): Promise<CallReply<typeof orders.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const timeZone = await timeZoneOf(tx, pharmacyId)
    return findOrders(tx, pharmacyId, query, { timeZone, today: localDayOf(context.now, timeZone) })
  })
}

/** By supplier, of the orders that were sent in a period, both days included; canceled ones do not count. */
export function readSupplierService(
  context: Context,
  period: { from: string; to: string },
): Promise<CallReply<typeof orders.service>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const timeZone = await timeZoneOf(tx, pharmacyId)
    return supplierService(tx, pharmacyId, { ...period, timeZone, today: localDayOf(context.now, timeZone) })
  })
}

/** Days from sending an order to its first delivery, by supplier, of the orders sent since a day; as many take longer. */
export async function supplierDelays(
  tx: Tx,
  pharmacyId: string,
  period: { from: string; to: string; timeZone: string },
): Promise<Map<string, number>> {
  const services = await supplierService(tx, pharmacyId, { ...period, today: period.to })
  return new Map(services.flatMap(({ supplierId, days }) => (days === null ? [] : [[supplierId, days]])))
}

/** The newest first, in minor units. Throws `requests:notFound` for a product that the pharmacy does not have. */
export function readPastPrices(context: Context, productId: string): Promise<CallReply<typeof orders.prices>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    if (!(await ownProductsOf(tx, pharmacyId, [productId], { inUse: false })).has(productId))
      throw new AppError('requests:notFound')
    return pastPrices(tx, pharmacyId, productId)
  })
}

/** Throws `requests:notFound`. */
export function readOrder(context: Context, id: string): Promise<OrderDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => requireRow(await findOrder(tx, pharmacyId, id)))
}

/** Throws `requests:notFound`. */
export async function orderExists(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  requireRow(await orderFacts(tx, pharmacyId, id))
}

/** Begins an empty order; a repeated call with the same id returns the same one. */
export function createOrder(context: Context, body: Body<'create'>): Promise<OrderDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const known = await orderFacts(tx, pharmacyId, body.id)
    if (known && known.supplierId !== body.supplierId) throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) await beginOrder(tx, context, pharmacyId, { ...body, preparationId: null, lines: [] })
    return shown(tx, pharmacyId, body.id)
  })
}

/** The same inside a transaction, for an order that a preparation begins; returns its number. */
export async function beginOrder(
  tx: Tx,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  pharmacyId: string,
  order: {
    id: string
    supplierId: string
    note: string | null
    preparationId: string | null
    lines: readonly { productId: string; quantity: number; price: number | null }[]
  },
): Promise<number> {
  if (!(await isInUse(tx, 'suppliers', pharmacyId, order.supplierId)))
    refuseFields([{ path: 'body.supplierId', message: 'unknown' }])
  const number = await insertOrder(tx, pharmacyId, order, { userId: actor.userId, at: now })
  await writeOrderLines(tx, pharmacyId, order.id, order.lines)
  return number
}

/** Throws `requests:notFound`. */
export function changeOrder(context: Context, id: string, body: Body<'patch'>): Promise<OrderDetail> {
  return changing(context, async (tx, pharmacyId) => {
    requireRow(await orderFacts(tx, pharmacyId, id))
    if (body.note !== undefined) await updateNote(tx, pharmacyId, id, body.note)
    return shown(tx, pharmacyId, id)
  })
}

/** Throws `orders:notAllowed` once the order was sent, `requests:invalid` for a product that is not in use. */
export function putOrderLine(
  context: Context,
  { id, productId }: { id: string; productId: string },
  { quantity }: Body<'putLine'>,
): Promise<OrderDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const { supplierId } = await allowing(tx, pharmacyId, id, 'edit')
    if (quantity === 0) await deleteOrderLine(tx, pharmacyId, id, productId)
    else {
      if (!(await ownProductsOf(tx, pharmacyId, [productId], { inUse: true })).has(productId))
        refuseFields([{ path: 'params.productId', message: 'unknown' }])
      const prices = await lastPrices(tx, pharmacyId, { supplierId, productIds: [productId] })
      await writeOrderLines(tx, pharmacyId, id, [
        { productId, quantity, price: expectedPrice(prices.get(productId)?.price) },
      ])
    }
    return shown(tx, pharmacyId, id)
  })
}

/** Sent twice is sent once. Throws `orders:notAllowed` for a canceled order, `orders:empty` for one without a line. */
export function sendOrder(context: Context, id: string): Promise<OrderDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const order = requireRow(await orderFacts(tx, pharmacyId, id))
    const wasSent = order.state !== 'draft' && order.state !== 'canceled'
    context.changes.made = !wasSent
    if (!wasSent) {
      refuseGesture(order, 'send')
      if (order.lines.length === 0) throw new AppError('orders:empty')
      await markSent(tx, pharmacyId, id, { userId: context.actor.userId, at: context.now })
    }
    return shown(tx, pharmacyId, id)
  })
}

/** Notes that an e-mail with an order has left: of a draft it is the sending. */
export async function noteOrderMailed(
  tx: Tx,
  pharmacyId: string,
  id: string,
  by: { userId: string; at: Date },
): Promise<void> {
  if ((await orderFacts(tx, pharmacyId, id))?.state === 'draft') await markSent(tx, pharmacyId, id, by)
}

/** The address of an order becomes that of its supplier. */
export async function keepOrderAddress(tx: Tx, pharmacyId: string, id: string, to: string): Promise<void> {
  const { supplierId } = requireRow(await orderFacts(tx, pharmacyId, id))
  await keepSupplierEmail(tx, pharmacyId, supplierId, to)
}

/** Throws `orders:notAllowed` for a canceled order, `orders:empty` for one without a line. */
export async function checkMailable(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  const { state, lines } = requireRow(await orderFacts(tx, pharmacyId, id))
  if (state === 'canceled') throw new AppError('orders:notAllowed', { state })
  if (lines.length === 0) throw new AppError('orders:empty')
}

/** Throws `orders:notAllowed` unless it was sent and nothing of it has come. */
export function confirmOrder(context: Context, id: string): Promise<OrderDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const order = requireRow(await orderFacts(tx, pharmacyId, id))
    context.changes.made = order.state !== 'confirmed'
    if (order.state !== 'confirmed') {
      refuseGesture(order, 'confirm')
      await markConfirmed(tx, pharmacyId, id, context.now)
    }
    return shown(tx, pharmacyId, id)
  })
}

/** A canceled order stays canceled. Throws `orders:notAllowed` once boxes came or a delivery of it is open. */
export function cancelOrder(context: Context, id: string, { reason }: Body<'cancel'>): Promise<OrderDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const order = requireRow(await orderFacts(tx, pharmacyId, id))
    context.changes.made = order.state !== 'canceled'
    if (order.state !== 'canceled') {
      refuseGesture(order, 'cancel')
      const isUnderway = order.lines.some(({ noted }) => noted > 0)
      if (isUnderway) throw new AppError('orders:notAllowed', { state: order.state })
      await markOrderCanceled(tx, pharmacyId, id, { userId: context.actor.userId, at: context.now, reason })
    }
    return shown(tx, pharmacyId, id)
  })
}

/** What no delivery has yet is no longer awaited; said twice, it changes nothing. Throws `orders:notAllowed`. */
export function giveUpOrder(context: Context, id: string): Promise<OrderDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const order = requireRow(await orderFacts(tx, pharmacyId, id))
    const left = undelivered(order)
    context.changes.made = left.length > 0
    if (left.length > 0) {
      refuseGesture(order, 'giveUp')
      await giveUpBoxes(tx, pharmacyId, id, left)
    }
    return shown(tx, pharmacyId, id)
  })
}

/**
 * Begins a delivery with what no delivery of the order has yet, at the expected prices; a repeated call returns the same
 * one. Throws `orders:notAllowed`, `orders:nothingAwaited`, and what a delivery by hand throws.
 */
export function deliverOrder(
  context: Context,
  id: string,
  { deliveryId, bl, receivedOn }: Body<'deliver'>,
): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId) => {
    const order = requireRow(await orderFacts(tx, pharmacyId, id))
    if (await createdAlready(tx, pharmacyId, { id: deliveryId, orderId: id })) {
      context.changes.made = false
      return { id: deliveryId }
    }
    refuseGesture(order, 'deliver')
    const left = undelivered(order)
    if (left.length === 0) throw new AppError('orders:nothingAwaited')
    const head = {
      id: deliveryId,
      supplierId: order.supplierId,
      bl,
      noteDay: null,
      receivedOn,
      noteTotal: null,
      note: null,
    }
    const productIds = left.map(({ productId }) => productId)
    const last = await lastPrices(tx, pharmacyId, { supplierId: order.supplierId, productIds })
    await beginDelivery(tx, context, pharmacyId, { ...head, orderId: id })
    await addNotedLines(
      tx,
      pharmacyId,
      { deliveryId, receivedOn },
      left.map(({ productId, boxes, line }) => ({
        code: line.code,
        label: line.label,
        productId,
        ordered: line.quantity,
        noted: boxes,
        free: 0,
        purchasePrice: billedPrice(line.price, last.get(productId)?.price),
        notePrice: null,
        vat: last.get(productId)?.vat ?? null,
        lot: null,
        expiresOn: null,
      })),
    )
    return { id: deliveryId }
  })
}

/** An order expects a price to the nearest minor unit. */
function expectedPrice(last: SupplierPrice | undefined): number | null {
  return last === undefined ? null : nearestAmount(last)
}

/** What the note will bill: the exact price that the supplier last had, where the order expects just that. */
function billedPrice(expected: number | null, last: SupplierPrice | undefined): SupplierPrice | null {
  if (expected === null) return null
  return last !== undefined && nearestAmount(last) === expected ? last : supplierPrice(expected)
}

/** What the paper of an order shows. Throws `requests:notFound`. */
export function exportDataOf(context: Context, id: string): Promise<CallReply<typeof orders.exportData>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const order = requireRow(await findOrder(tx, pharmacyId, id))
    return { order, ...(await partiesOf(tx, pharmacyId, order.supplierId)) }
  })
}

function undelivered({ lines }: OrderFacts) {
  return lines.flatMap((line) => {
    const boxes = undeliveredOf(line)
    return boxes > 0 ? [{ productId: line.productId, boxes, line }] : []
  })
}

async function allowing(tx: Tx, pharmacyId: string, id: string, gesture: Gesture): Promise<OrderFacts> {
  const order = requireRow(await orderFacts(tx, pharmacyId, id))
  refuseGesture(order, gesture)
  return order
}

function refuseGesture({ state }: OrderFacts, gesture: Gesture): void {
  if (!allowedIn[gesture].includes(state)) throw new AppError('orders:notAllowed', { state })
}

async function shown(tx: Tx, pharmacyId: string, id: string): Promise<OrderDetail> {
  return requireRow(await findOrder(tx, pharmacyId, id))
}
