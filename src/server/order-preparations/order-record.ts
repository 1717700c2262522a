import type { OrderRecord, SupplierOffer } from '#shared/contract/order-preparations.ts'
import { bestOffer, netPriceOf, rhythmOf } from '#shared/domain/purchasing/best-offer.ts'
import { lossWithout, needOf, positionOf, promisedOf, usualRhythmDays } from '#shared/domain/purchasing/need.ts'
import type { PurseLine } from '#shared/domain/purchasing/purse.ts'
import type { LastOffer } from '#server/orders/offers.ts'
import type { ProductNeed } from '#server/order-preparations/need-facts.repo.ts'
import type { KnownDecision, OrderedSupplier } from '#server/order-preparations/order-record.repo.ts'

/** An offer that is older says too little of today's price. */
export const offerDays = 365
export type Suppliers = ReadonlyMap<string, Omit<OrderedSupplier, 'id'>>

/** A product of the list with its need, its supplier and what a member decided; before any budget. */
export function recordOf(
  product: ProductNeed,
  {
    decision,
    offers,
    suppliers,
    today,
  }: { decision: KnownDecision | undefined; offers: readonly LastOffer[]; suppliers: Suppliers; today: string },
): OrderRecord {
  const supplierId = supplierOf(product, { decision, offers, suppliers })
  const supplier = suppliers.get(supplierId ?? '')
  const rhythmDays = rhythmOf(supplier?.deliveryDays ?? [], usualRhythmDays)
  const facts = { ...product, rhythmDays }
  const need = needOf(facts)
  const isExcluded = (decision?.excludedUntil ?? '') > today
  const quantity = isExcluded ? 0 : (decision?.quantity ?? need.quantity)
  const offer = offers.find((one) => one.supplierId === supplierId)
  const price = offer?.price ?? (product.lastSupplierId === supplierId ? product.lastCost : null)
  const { id, label, storage, packaging, stock, coming, dues, minimum, maximum, askedInVain } = product
  return {
    id,
    label,
    storage,
    packaging,
    stock,
    coming,
    dues,
    minimum,
    maximum,
    askedInVain,
    perDay: need.perDay,
    season: need.season,
    daysLeft: need.daysLeft,
    rhythmDays,
    target: need.target,
    reason: need.reason,
    proposed: need.quantity,
    quantity,
    loss: lossWithout(need, facts, product.salePrice ?? 0),
    supplierId,
    supplierName: supplier?.name ?? null,
    price,
    amount: quantity * (price ?? 0),
    offers: offers.map(shownOffer),
    isChanged: decision !== undefined && (decision.quantity !== null || decision.supplierId !== null),
    changedByName: decision?.changedByName ?? null,
    excludedUntil: isExcluded ? decision!.excludedUntil : null,
    leftOut: 0,
  }
}

/** What the purse weighs of a record; a box without a known sale price brings nothing. */
export function purseLineOf(
  record: OrderRecord,
  { salePrice, lastCost }: Pick<ProductNeed, 'salePrice' | 'lastCost'>,
): PurseLine {
  const { id, quantity, price, perDay } = record
  const cost = price ?? lastCost ?? 0
  return {
    id,
    quantity,
    cost,
    margin: Math.max(0, (salePrice ?? 0) - cost),
    perDay,
    position: positionOf(record),
    promised: Math.min(quantity, promisedOf(record)),
  }
}

/** The member's choice, else the cheapest offer, else who brought the last lot. */
export function supplierOf(
  { lastSupplierId }: ProductNeed,
  {
    decision,
    offers,
    suppliers,
  }: { decision: KnownDecision | undefined; offers: readonly LastOffer[]; suppliers: Suppliers },
): string | null {
  const wanted = [decision?.supplierId, bestOffer(offers)?.supplierId, lastSupplierId]
  return wanted.find((id) => id !== null && id !== undefined && suppliers.has(id)) ?? null
}

function shownOffer({ productId: _productId, ...offer }: LastOffer): SupplierOffer {
  return { ...offer, net: netPriceOf(offer) }
}
