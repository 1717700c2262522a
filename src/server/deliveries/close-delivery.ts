import { randomUUID } from 'node:crypto'
import type { deliveries } from '#shared/contract/deliveries.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { planClosing, type ClosingPlan, type DeliveredProduct } from '#shared/domain/deliveries/close-delivery.ts'
import { costOfBox } from '#shared/domain/deliveries/delivery-sums.ts'
import { lackingLines } from '#shared/domain/deliveries/line-alerts.ts'
import { missingBoxes } from '#shared/domain/deliveries/missing-boxes.ts'
import { uncontrolledOf } from '#shared/domain/deliveries/uncontrolled.ts'
import { AppError } from '#shared/domain/errors.ts'
import { priceOfCost } from '#shared/domain/price-policy.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { countryPrices, type CountryPrices } from '#server/locale/country-prices.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'
import { answerOrder } from '#server/deliveries/answered-order.repo.ts'
import {
  deliveredProducts,
  insertDeliveredLots,
  joinableLots,
  queueLabels,
  type DeliveredFacts,
} from '#server/deliveries/delivered-products.repo.ts'
import { linesOf, markBooked, markGivenUp, writeLines, type ShownLine } from '#server/deliveries/delivery-line.repo.ts'
import { beginDelivery, knownPrices, policyOf, productOf, requireOpen } from '#server/deliveries/delivery.service.ts'
import { deliveryFacts, markClosed, type DeliveryFacts } from '#server/deliveries/delivery.repo.ts'
import { setDeliveredPrices } from '#server/pharmacy-products/price.service.ts'

/** The most lines that a refusal names. */
const namedLines = 50

/**
 * Books a delivery in one transaction: its boxes enter their lots at their cost, decided sale prices count for the whole
 * packaging, and labels are queued. Throws `deliveries:notOpen`, `deliveries:nothingReceived`,,
 * `deliveries:cannotClose` with the lines that keep it open, `deliveries:notControlled` when more lines than the member
 * was told were not compared with the goods, and `deliveries:linesWithoutLot` when more lines lack their lot number or
 * expiry than the member accepts. Two members who close it book it once.
 */
export function closeDelivery(
  context: Context,
  id: string,
  { rest, uncontrolled, acceptsBelowCost, withoutLot }: HandlerInput<typeof deliveries.close>['body'],
): Promise<CallReply<typeof deliveries.close>> {
  return changing(context, async (tx, pharmacyId) => {
    const { actor, now } = context
    const by = { userId: actor.userId, at: now }
    const delivery = requireOpen(await deliveryFacts(tx, pharmacyId, id))
    const lines = await linesOf(tx, pharmacyId, id)
    const products = await deliveredProducts(tx, pharmacyId, lines.flatMap(productOf), id)
    const country = await countryPrices(tx, pharmacyId)
    const plan = planClosing(lines, {
      lots: await joinableLots(
        tx,
        pharmacyId,
        delivery.supplierId,
        lines.flatMap((line) => productOf(line).map((productId) => ({ productId, cost: costOfBox(line) }))),
      ),
      products: ruled(products, country),
      supplierId: delivery.supplierId,
      today: await pharmacyToday(tx, pharmacyId, now),
      acceptsBelowCost,
    })
    const missing = missingBoxes(lines)
    if (plan.issues.length > 0)
      throw new AppError('deliveries:cannotClose', {
        lines: plan.issues.length,
        issues: plan.issues.slice(0, namedLines),
      })
    if (plan.entries.length === 0) throw new AppError('deliveries:nothingReceived')
    const unseen = uncontrolledOf(lines)
    if (unseen.lines > uncontrolled) throw new AppError('deliveries:notControlled', unseen)
    const lacking = lackingLines(lines)
    if (lacking.length > withoutLot)
      throw new AppError('deliveries:linesWithoutLot', {
        lines: lacking.length,
        issues: lacking
          .slice(0, namedLines)
          .map(({ line, lacks }) => ({ lineId: line.id, label: line.productLabel ?? line.label, lacks })),
      })
    await book(tx, pharmacyId, delivery, { plan, products, by })
    await setDeliveredPrices(tx, pharmacyId, plan.prices, { ...by, reason: `BL ${delivery.bl}` })
    if (rest === 'given-up') await markGivenUp(tx, pharmacyId, missing)
    // What was only ordered stays awaited by its order: no note has it yet.
    const staysOrdered = delivery.isByHand && delivery.orderId !== null
    const restId =
      rest === 'awaited' && missing.length > 0 && !staysOrdered
        ? await awaitRest(tx, context, pharmacyId, delivery, missing)
        : null
    // A delivery that was begun by hand answers the order that awaits its boxes; others were tied when they began.
    if (delivery.isByHand) await answerOrder(tx, pharmacyId, id)
    await markClosed(tx, pharmacyId, id, by)
    context.changes.revised.add('pharmacy-products')
    return { id, restId }
  })
}

/** The products as the closing rule needs them. */
function ruled(
  products: ReadonlyMap<string, DeliveredFacts>,
  country: CountryPrices,
): ReadonlyMap<string, DeliveredProduct> {
  return new Map(
    [...products].map(([id, product]) => {
      const policy = policyOf(product, country)
      return [
        id,
        {
          id,
          isArchived: product.isArchived,
          priceOf: (packagingId: string) => knownPrices(product, packagingId).price,
          policyPrice: (cost: number) => policy && priceOfCost(cost, policy.coefficient, policy.step),
        },
      ]
    }),
  )
}

async function book(
  tx: Tx,
  pharmacyId: string,
  { id, supplierId }: DeliveryFacts,
  {
    plan,
    products,
    by,
  }: { plan: ClosingPlan; products: ReadonlyMap<string, DeliveredFacts>; by: { userId: string; at: Date } },
): Promise<void> {
  const entries = plan.entries.map((entry) => ({ ...entry, id: entry.stockItemId ?? randomUUID() }))
  await insertDeliveredLots(
    tx,
    pharmacyId,
    { deliveryId: id, supplierId },
    entries.filter(({ stockItemId }) => stockItemId === null),
  )
  await moveStock(tx, pharmacyId, {
    ...by,
    movements: entries.map(({ id: stockItemId, quantity }) => ({ stockItemId, cause: 'delivery' as const, quantity })),
    link: { kind: 'delivery', id },
    rev: (await takeRevisions(tx, pharmacyId, 1)) + 1,
  })
  await markBooked(
    tx,
    pharmacyId,
    entries.flatMap(({ id: stockItemId, cost, lineIds }) => lineIds.map((lineId) => ({ lineId, stockItemId, cost }))),
  )
  const withoutPrice = entries.filter(
    ({ productId, packagingId }) => knownPrices(products.get(productId), packagingId).price === null,
  )
  await queueLabels(
    tx,
    pharmacyId,
    withoutPrice.map(({ productId }) => productId),
    by,
  )
}

/** The boxes that a note billed and that did not come, as a delivery of their own with the same note. */
async function awaitRest(
  tx: Tx,
  context: Context,
  pharmacyId: string,
  { id, supplierId, bl, noteDay, receivedOn, orderId }: DeliveryFacts,
  missing: readonly { line: ShownLine; boxes: number }[],
): Promise<string> {
  const restId = randomUUID()
  await beginDelivery(tx, context, pharmacyId, {
    id: restId,
    supplierId,
    bl,
    noteDay,
    receivedOn,
    noteTotal: null,
    note: null,
    partOf: id,
    orderId,
  })
  await writeLines(
    tx,
    pharmacyId,
    restId,
    missing.map(({ line, boxes }, position) => ({
      ...line,
      id: randomUUID(),
      position,
      noted: boxes,
      received: 0,
      free: 0,
      lot: null,
      expiresOn: null,
      isChecked: false,
    })),
    null,
  )
  return restId
}
