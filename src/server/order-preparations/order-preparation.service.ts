import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  orderPreparations,
  OrderRecord,
  orderRecords,
  SupplierShare,
} from '#shared/contract/order-preparations.ts'
import { addDays } from '#shared/domain/dates.ts'
import { bestOffer } from '#shared/domain/purchasing/best-offer.ts'
import { needReasons } from '#shared/domain/purchasing/need.ts'
import { saturatedSum } from '#shared/domain/money.ts'
import { fillPurse, type Purse } from '#shared/domain/purchasing/purse.ts'
import { AppError } from '#shared/domain/errors.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { pageOfRows } from '#server/base/page-of-rows.ts'
import { requireRow } from '#server/base/require-row.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { pharmacyToday, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { beginOrder } from '#server/orders/order.service.ts'
import { offersOf } from '#server/orders/offers.ts'
import { productNeeds } from '#server/order-preparations/need-facts.repo.ts'
import { offerDays, purseLineOf, recordOf } from '#server/order-preparations/order-record.ts'
import {
  decisionsOf,
  deleteDecision,
  endDecisions,
  insertPreparation,
  orderedSuppliers,
  ordersOfPreparation,
  writeDecision,
} from '#server/order-preparations/order-record.repo.ts'
import { owedBySupplier } from '#server/supplier-payments/supplier-account.service.ts'
import { isInUse } from '#server/stock/in-use.repo.ts'

type Query = HandlerInput<typeof orderPreparations.records>['query']

/** The list to order from. Of a product that is not needed only what a member decided stands in it. */
export function listRecords(context: Context, query: Query): Promise<CallReply<typeof orderPreparations.records>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { records, purse } = await readRecords(tx, context, { budget: query.budget })
    const kept = records.filter((record) => matches(record, query)).toSorted(byAbsence)
    // Only these become orders.
    const orderable = kept.filter(({ supplierId, quantity }) => supplierId !== null && quantity > 0)
    const apart = kept.filter(({ supplierId, quantity }) => supplierId === null && quantity > 0)
    const bought = orderable.map((record) => record.amount - record.leftOut * (record.price ?? 0))
    return {
      ...pageOfRows(kept, query, sortKeys),
      boxes: orderable.reduce((sum, { quantity, leftOut }) => sum + quantity - leftOut, 0),
      amount: saturatedSum(bought),
      unpriced: orderable.filter(({ price }) => price === null).length,
      orderable: orderable.filter(({ quantity, leftOut }) => quantity > leftOut).length,
      withoutSupplier: apart.length,
      withoutSupplierBoxes: apart.reduce((sum, { quantity }) => sum + quantity, 0),
      loss: saturatedSum(kept.map(({ loss }) => loss)),
      bySupplier: await sharesOf(tx, context, orderable),
      purse: purse && purseShown(purse, records),
    }
  })
}

/** Need and figures of some products, in the order of the question; unknown ones are left out. */
export function recordsStat(
  context: Context,
  { productIds }: { productIds: readonly string[] },
): Promise<OrderRecord[]> {
  return context.database.read(pharmacyOf(context), async (tx) => {
    const { records } = await readRecords(tx, context, { ids: productIds })
    const byId = new Map(records.map((record) => [record.id, record]))
    return [...new Set(productIds)].flatMap((id) => byId.get(id) ?? [])
  })
}

/**
 * Moves each product of a supplier to the next cheapest one that has it; what no other supplier offers stays. Throws
 * `requests:notFound` for a supplier that is not in use.
 */
export function spreadSupplier(context: Context, id: string): Promise<CallReply<typeof orderPreparations.spread>> {
  return changing(context, async (tx, pharmacyId) => {
    if (!(await isInUse(tx, 'suppliers', pharmacyId, id))) throw new AppError('requests:notFound')
    const { records } = await readRecords(tx, context, {})
    const known = await decisionsOf(tx, pharmacyId)
    const own = records.filter(({ supplierId, quantity }) => supplierId === id && quantity > 0)
    const by = { userId: context.actor.userId, at: context.now }
    let moved = 0
    for (const record of own) {
      const next = bestOffer(record.offers.filter(({ supplierId }) => supplierId !== id))
      if (next) {
        const decision = known.get(record.id)
        await writeDecision(
          tx,
          pharmacyId,
          record.id,
          {
            quantity: decision?.quantity ?? null,
            supplierId: next.supplierId,
            excludedUntil: decision?.excludedUntil ?? null,
          },
          by,
        )
        moved++
      }
    }
    return { moved, kept: own.length - moved }
  })
}

/** Throws `requests:notFound` for a product that is not in use, `requests:invalid` for an unknown supplier. */
export function changeRecord(
  context: Context,
  id: string,
  body: HandlerInput<typeof orderRecords.patch>['body'],
): Promise<OrderRecord> {
  return changing(context, async (tx, pharmacyId) => {
    const { records } = await readRecords(tx, context, { ids: [id] })
    requireRow(records[0])
    if (body.supplierId && !(await isInUse(tx, 'suppliers', pharmacyId, body.supplierId)))
      refuseFields([{ path: 'body.supplierId', message: 'unknown' }])
    const known = (await decisionsOf(tx, pharmacyId)).get(id)
    const decision = {
      quantity: body.quantity === undefined ? (known?.quantity ?? null) : body.quantity,
      supplierId: body.supplierId === undefined ? (known?.supplierId ?? null) : body.supplierId,
      excludedUntil: body.excludedUntil === undefined ? (known?.excludedUntil ?? null) : body.excludedUntil,
    }
    await writeDecision(tx, pharmacyId, id, decision, { userId: context.actor.userId, at: context.now })
    return requireRow((await readRecords(tx, context, { ids: [id] })).records[0])
  })
}

/** Throws `requests:notFound` for a product that is not in use. */
export function forgetDecision(context: Context, id: string): Promise<OrderRecord> {
  return changing(context, async (tx, pharmacyId) => {
    await deleteDecision(tx, pharmacyId, id)
    return requireRow((await readRecords(tx, context, { ids: [id] })).records[0])
  })
}

/**
 * Makes a draft order for each supplier of the list; two members who close it order once: the second one finds an empty
 * list. A repeated call returns the same orders. Throws `orderPreparation:orderNotFoundForClose` when nothing is to be
 * ordered.
 */
export function closePreparation(
  context: Context,
  { id, supplierIds, budget }: HandlerInput<typeof orderPreparations.close>['body'],
): Promise<CallReply<typeof orderPreparations.close>> {
  return changing(context, async (tx, pharmacyId) => {
    const by = { userId: context.actor.userId, at: context.now }
    context.changes.made = await insertPreparation(tx, pharmacyId, id, by)
    if (context.changes.made) {
      const { records } = await readRecords(tx, context, { budget })
      const lines = records.flatMap((record) => {
        const quantity = record.quantity - record.leftOut
        const isAsked = record.supplierId !== null && (supplierIds?.includes(record.supplierId) ?? true)
        return quantity > 0 && isAsked ? [{ ...record, quantity, supplierId: record.supplierId! }] : []
      })
      if (lines.length === 0) throw new AppError('orderPreparation:orderNotFoundForClose')
      for (const [supplierId, ofSupplier] of groupBy(lines, (line) => line.supplierId))
        await beginOrder(tx, context, pharmacyId, {
          id: randomUUID(),
          supplierId,
          note: null,
          preparationId: id,
          lines: ofSupplier
            .toSorted((a, b) => (fold(a.label) < fold(b.label) ? -1 : 1))
            .map(({ id: productId, quantity, price }) => ({ productId, quantity, price })),
        })
      await endDecisions(
        tx,
        pharmacyId,
        lines.map((line) => line.id),
      )
    }
    return { id, orders: await ordersOfPreparation(tx, pharmacyId, id) }
  })
}

/** What becomes an order of each supplier, the dearest first, with its minimum and its credit. */
async function sharesOf(tx: Tx, context: Context, orderable: readonly OrderRecord[]): Promise<SupplierShare[]> {
  const pharmacyId = pharmacyOf(context)
  const suppliers = new Map((await orderedSuppliers(tx, pharmacyId)).map((supplier) => [supplier.id, supplier]))
  const owed = await owedBySupplier(tx, pharmacyId, await pharmacyToday(tx, pharmacyId, context.now))
  return [...groupBy(orderable, ({ supplierId }) => supplierId!)]
    .map(([supplierId, records]): SupplierShare => {
      const { name, minimumOrder, creditLimit } = suppliers.get(supplierId)!
      const bought = records.filter(({ quantity, leftOut }) => quantity > leftOut)
      const amount = saturatedSum(bought.map((record) => record.amount - record.leftOut * (record.price ?? 0)))
      const debt = owed.get(supplierId) ?? 0
      return {
        supplierId,
        supplierName: name,
        lines: bought.length,
        amount,
        minimumOrder,
        missing: Math.max(0, (minimumOrder ?? 0) - amount),
        creditLimit,
        owed: debt,
        beyond: creditLimit === null ? 0 : Math.max(0, debt + amount - creditLimit),
        movable: bought.filter(({ offers }) => bestOffer(offers.filter((each) => each.supplierId !== supplierId)))
          .length,
      }
    })
    .filter(({ lines }) => lines > 0)
    .toSorted((a, b) => b.amount - a.amount)
}

/** All products with a need or a decision; of `ids` those without one too. */
async function readRecords(
  tx: Tx,
  context: Context,
  { ids, budget }: { ids?: readonly string[] | undefined; budget?: number | undefined },
): Promise<{ records: OrderRecord[]; purse: Purse | null }> {
  const pharmacyId = pharmacyOf(context)
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const today = await pharmacyToday(tx, pharmacyId, context.now)
  const decisions = await decisionsOf(tx, pharmacyId)
  const suppliers = new Map((await orderedSuppliers(tx, pharmacyId)).map(({ id, ...supplier }) => [id, supplier]))
  const products = await productNeeds(tx, pharmacyId, { today, timeZone, ids })
  const offers = await offersOf(tx, pharmacyId, { ids, since: addDays(today, -offerDays) })
  const judged = products.map((product) => ({
    product,
    record: recordOf(product, {
      decision: decisions.get(product.id),
      offers: offers.get(product.id) ?? [],
      suppliers,
      today,
    }),
  }))
  const listed = ids ? judged : judged.filter(({ record }) => record.proposed > 0 || decisions.has(record.id))
  if (budget === undefined) return { records: listed.map(({ record }) => record), purse: null }
  const orderable = listed.filter(({ record }) => record.quantity > 0 && record.supplierId !== null)
  const purse = fillPurse(
    orderable.map(({ record, product }) => purseLineOf(record, product)),
    budget,
  )
  return {
    records: listed.map(({ record }) => ({
      ...record,
      leftOut: purse.bought.has(record.id) ? record.quantity - purse.bought.get(record.id)! : 0,
    })),
    purse,
  }
}

function purseShown(
  { spent, gain, leftGain, distance, promisedLeft, shortagesLeft }: Purse,
  records: readonly OrderRecord[],
) {
  const left = records.filter(({ leftOut }) => leftOut > 0)
  return {
    spent,
    gain: Math.round(gain),
    leftLines: left.length,
    leftAmount: saturatedSum(left.map(({ leftOut, price }) => leftOut * (price ?? 0))),
    leftGain: Math.round(leftGain),
    distance: Math.ceil(distance),
    promisedLeft,
    shortagesLeft,
  }
}

function matches({ label, supplierId, quantity, excludedUntil }: OrderRecord, query: Query): boolean {
  if (query.supplierId && query.supplierId !== supplierId) return false
  if (query.show === 'excluded' ? excludedUntil === null : excludedUntil !== null) return false
  if (query.show === 'without-supplier' && (supplierId !== null || quantity === 0)) return false
  const folded = fold(label)
  return wordsOf(query.search ?? '').every((word) => folded.includes(word))
}

/** The dearest absence first, then what runs out first. */
function byAbsence(a: OrderRecord, b: OrderRecord): number {
  return b.loss - a.loss || (a.daysLeft ?? 9_999) - (b.daysLeft ?? 9_999) || (a.id < b.id ? -1 : 1)
}

const sortKeys = {
  label: ({ label }: OrderRecord) => fold(label),
  stock: ({ stock }: OrderRecord) => stock,
  perDay: ({ perDay }: OrderRecord) => perDay,
  daysLeft: ({ daysLeft }: OrderRecord) => daysLeft,
  quantity: ({ quantity }: OrderRecord) => quantity,
  supplier: ({ supplierName }: OrderRecord) => supplierName,
  amount: ({ amount }: OrderRecord) => amount,
  loss: ({ loss }: OrderRecord) => loss,
  reason: ({ reason }: OrderRecord) => (reason === null ? null : needReasons.indexOf(reason)),
}
