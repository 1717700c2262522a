import { planClosing, type ClosingPlan } from '#shared/domain/deliveries/close-delivery.ts'
import { sumsOfDelivery } from '#shared/domain/deliveries/delivery-sums.ts'
import { aibRates } from '#shared/domain/fiscal/fiscal-document.ts'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { ownCodeOf } from '#server/demo/delivery-plan.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { keeperOf, type DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import type { PastDeliveries, PastDelivery } from '#server/demo/past-deliveries.ts'
import type { ProductStock } from '#server/demo/past-lots.ts'
import { seedNewPrices } from '#server/demo/seed-new-prices.ts'

/** In Bénin their invoices have AIB; no statement bills them yet. */
const withAib: ReadonlySet<string> = new Set(['risen', 'priced'])

function aibOf({ countryCode }: DemoPharmacy, { key, lines }: Pick<PastDelivery, 'key' | 'lines'>): number | null {
  if (countryCode !== 'BJ' || !withAib.has(key)) return null
  return Math.round((sumsOfDelivery(lines).net * aibRates.A) / 10_000)
}

/** Inserts the deliveries without their goods, before the lots that name them. */
export async function seedDeliveryHeads(
  tx: Tx,
  pharmacy: DemoPharmacy,
  deliveries: readonly PastDelivery[],
): Promise<void> {
  const keeper = keeperOf(pharmacy).id
  await bulkInsert(
    tx,
    'deliveries',
    deliveries.map(({ state, endedAt, ...delivery }) => ({
      pharmacy_id: pharmacy.id,
      id: delivery.id,
      number: delivery.number,
      supplier_id: delivery.supplierId,
      bl: delivery.bl,
      note_day: delivery.receivedOn,
      received_on: delivery.receivedOn,
      state,
      note_total: sumsOfDelivery(delivery.lines).noteLines,
      aib_amount: aibOf(pharmacy, delivery),
      part_of: delivery.partOf,
      created_by: keeper,
      created_at: delivery.createdAt,
      closed_by: state === 'closed' ? keeper : null,
      closed_at: state === 'closed' ? endedAt : null,
      canceled_by: state === 'canceled' ? keeper : null,
      canceled_at: state === 'canceled' ? endedAt : null,
      cancel_reason: delivery.cancelReason,
    })),
  )
}

/**
 * Inserts the lines, and what closing made of them by its own rule: lots of past arrivals are there already, the others
 * are made here with their movement and their prices. `returned`: boxes that left a new lot again.
 */
export async function seedDeliveredGoods(
  tx: Tx,
  pharmacy: DemoPharmacy,
  { deliveries, lotOfLine }: PastDeliveries,
  stock: readonly ProductStock[],
  returned: ReadonlyMap<string, number>,
): Promise<void> {
  const keeper = keeperOf(pharmacy).id
  await bulkInsert(tx, 'supplier_codes', codesOf(pharmacy.id, deliveries))
  for (const delivery of deliveries) {
    const by = { userId: keeper, at: delivery.endedAt ?? delivery.createdAt }
    const plan = delivery.state === 'closed' ? planOf(delivery, stock) : null
    const entries = (plan?.entries ?? []).map((entry) => {
      const known = lotOfLine.get(entry.lineIds[0]!)
      return { ...entry, isNew: known === undefined, lotId: known ?? newLotOf(entry.lineIds[0]!) }
    })
    await seedNewLots(
      tx,
      pharmacy.id,
      delivery,
      entries
        .filter(({ isNew }) => isNew)
        .map((entry) => ({ ...entry, left: entry.quantity - (returned.get(entry.lotId) ?? 0) })),
      by,
    )
    const booked = new Map(entries.flatMap(({ lineIds, lotId, cost }) => lineIds.map((id) => [id, { lotId, cost }])))
    await bulkInsert(
      tx,
      'delivery_lines',
      delivery.lines.map((line) => ({
        pharmacy_id: pharmacy.id,
        id: line.id,
        delivery_id: delivery.id,
        position: line.position,
        code: line.code,
        label: line.label,
        pharmacy_product_id: line.productId,
        packaging_id: line.packagingId,
        ordered: line.ordered,
        noted: line.noted,
        received: line.received,
        free: line.free,
        purchase_price: line.purchasePrice,
        note_price: line.notePrice,
        sale_price: line.salePrice,
        vat: line.vat,
        lot: line.lot,
        expires_on: line.expiresOn,
        checked: line.isChecked,
        changed_by: line.isChecked ? by.userId : null,
        changed_at: line.isChecked ? by.at : null,
        stock_item_id: booked.get(line.id)?.lotId ?? null,
        cost: booked.get(line.id)?.cost ?? null,
      })),
    )
    await seedNewPrices(tx, pharmacy, plan?.prices ?? [], { ...by, reason: `BL ${delivery.bl}` })
  }
}

type NewLot = ClosingPlan['entries'][number] & { lotId: string; left: number }

/** Lots that a delivery made, with their first movement. `left`: what is there today. */
async function seedNewLots(
  tx: Tx,
  pharmacy_id: string,
  delivery: PastDelivery,
  lots: readonly NewLot[],
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await bulkInsert(
    tx,
    'stock_items',
    lots.map(({ lotId, productId, packagingId, lot, expiresOn, left, cost, salePrice }) => ({
      pharmacy_id,
      id: lotId,
      pharmacy_product_id: productId,
      packaging_id: packagingId,
      lot,
      expires_on: expiresOn,
      quantity: left,
      purchase_price: cost,
      sale_price: salePrice,
      supplier_id: delivery.supplierId,
      delivery_id: delivery.id,
    })),
  )
  await bulkInsert(
    tx,
    'stock_movements',
    lots.map(({ lotId, quantity }) => ({
      pharmacy_id,
      id: demoId('movement', lotId, 'delivery'),
      stock_item_id: lotId,
      cause: 'delivery' as const,
      quantity,
      before: 0,
      after: quantity,
      user_id: userId,
      at,
      link_kind: 'delivery',
      link_id: delivery.id,
    })),
  )
}

/** The codes of the supplier that its notes taught. */
function codesOf(pharmacy_id: string, deliveries: readonly PastDelivery[]) {
  const codes = deliveries.flatMap(({ supplierId, lines }) =>
    lines.flatMap(({ code, productId }) =>
      productId !== null && code === ownCodeOf(productId)
        ? [{ pharmacy_id, supplier_id: supplierId, code, pharmacy_product_id: productId }]
        : [],
    ),
  )
  return [...new Map(codes.map((row) => [row.code, row])).values()]
}

/** The lot that a line brought which was not among the past arrivals. */
export function newLotOf(lineId: string): string {
  return demoId('stock-item', 'delivered', lineId)
}

function planOf({ lines, supplierId, receivedOn }: PastDelivery, stock: readonly ProductStock[]): ClosingPlan {
  const wanted = new Set(lines.map(({ productId }) => productId))
  const plan = planClosing(lines, {
    lots: [],
    products: new Map(
      stock
        .filter(({ product }) => wanted.has(product.id))
        .map(({ product: { id, medicine } }) => [
          id,
          { id, isArchived: false, priceOf: () => medicine.price, policyPrice: () => null },
        ]),
    ),
    supplierId,
    today: receivedOn,
    acceptsBelowCost: false,
  })
  if (plan.issues.length > 0) throw new Error(`a delivery of the demo cannot be closed: ${plan.issues[0]!.fault}`)
  return plan
}
