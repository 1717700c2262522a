import { nearestAmount } from '#shared/domain/supplier-price.ts'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { keeperOf, type DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { supplierId } from '#server/demo/demo-suppliers.ts'
import type { PastDelivery } from '#server/demo/past-deliveries.ts'
import type { ProductStock } from '#server/demo/past-lots.ts'
import { newLotOf } from '#server/demo/seed-deliveries.ts'
import { known, packagingKey } from '#server/demo/seed-referential.ts'

export const returnCount = 2
/** Days ago. */
const [credited, creditCame, sent] = [16, 9, 7] as const
/** The line of the partial delivery whose boxes came damaged, and how many. */
const [damagedLine, damagedBoxes] = [2, 2] as const

/** The boxes that went back of a delivery's lots. */
export function damagedOf(deliveries: readonly PastDelivery[]) {
  const delivery = deliveries.find(({ key }) => key === 'partial')!
  const line = delivery.lines[damagedLine]!
  return { delivery, line, lotId: newLotOf(line.id), boxes: damagedBoxes }
}

/** Two returns to the first supplier: one whose credit came, and damaged boxes of a delivery, which wait for theirs. */
export async function seedSupplierReturns(
  tx: Tx,
  pharmacy: DemoPharmacy,
  {
    stock,
    deliveries,
    calendar,
    packagingIds,
  }: {
    stock: readonly ProductStock[]
    deliveries: readonly PastDelivery[]
    calendar: DemoCalendar
    packagingIds: ReadonlyMap<string, string>
  },
): Promise<void> {
  const { id: pharmacy_id, slug } = pharmacy
  const keeper = keeperOf(pharmacy).id
  const [doneId, openId] = [demoId('supplier-return', slug, 'credited'), demoId('supplier-return', slug, 'sent')]
  const [doneAt, openAt] = [calendar.at(credited, 11), calendar.at(sent, 9)]
  const damaged = damagedOf(deliveries)
  const gone = stock
    .filter(({ product: { medicine } }) => medicine.atc !== null)
    .slice(-9, -6)
    .map(({ product, lots }, place) => ({
      product,
      place,
      lotId: demoId('stock-item', slug, 'gone back', String(place)),
      lot: `GR${310 + 41 * place}`,
      expiresOn: calendar.day(-(20 + place)).date,
      quantity: 3 + place,
      cost: lots[0]!.purchasePrice,
      salePrice: lots[0]!.salePrice,
    }))
  await bulkInsert(
    tx,
    'stock_items',
    gone.map(({ lotId, product, lot, expiresOn, cost, salePrice }) => ({
      pharmacy_id,
      id: lotId,
      pharmacy_product_id: product.id,
      packaging_id: known(packagingIds, packagingKey(product.medicine.packaging)),
      lot,
      expires_on: expiresOn,
      quantity: 0,
      purchase_price: cost,
      sale_price: salePrice,
      supplier_id: supplierId(pharmacy_id, 'Golfe Répartition'),
    })),
  )
  const head = { pharmacy_id, supplier_id: supplierId(pharmacy_id, 'Golfe Répartition'), sent_by: keeper }
  await bulkInsert(tx, 'supplier_returns', [
    {
      ...head,
      id: doneId,
      number: 1,
      state: 'credited' as const,
      note: 'Périment bientôt, repris par le délégué',
      sent_at: doneAt,
    },
    {
      ...head,
      id: openId,
      number: returnCount,
      state: 'sent' as const,
      note: 'Cartons écrasés',
      sent_at: openAt,
    },
  ])
  await bulkInsert(tx, 'supplier_return_credits', [
    {
      pharmacy_id,
      id: demoId('supplier-return', slug, 'credit'),
      return_id: doneId,
      number: `AV${1000 + slug.length}`,
      amount: gone.reduce((sum, { quantity, cost }) => sum + quantity * cost, 0),
      noted_by: keeper,
      noted_at: calendar.at(creditCame, 10),
    },
  ])
  // Sent by the back-office and accepted once, as every act that moves stock.
  await bulkInsert(
    tx,
    'inbox',
    [[doneId, doneAt] as const, [openId, openAt] as const].map(([id, at]) => ({
      pharmacy_id,
      id,
      kind: 'supplier-return',
      revision: 1,
      hash: id,
      accepted: true,
      answer: JSON.stringify({ id }),
      at,
    })),
  )
  const { line } = damaged
  const damagedProduct = stock.find(({ product }) => product.id === line.productId)!.product
  await bulkInsert(tx, 'supplier_return_lines', [
    ...gone.map(({ lotId, product, lot, expiresOn, quantity, cost, place }) => ({
      pharmacy_id,
      return_id: doneId,
      position: place,
      stock_item_id: lotId,
      delivery_id: null,
      label: product.medicine.label,
      packaging: product.medicine.packaging.label,
      lot,
      expires_on: expiresOn,
      quantity,
      purchase_price: cost,
      reason: 'expired',
    })),
    {
      pharmacy_id,
      return_id: openId,
      position: 0,
      stock_item_id: damaged.lotId,
      delivery_id: damaged.delivery.id,
      label: damagedProduct.medicine.label,
      packaging: damagedProduct.medicine.packaging.label,
      lot: line.lot,
      expires_on: line.expiresOn,
      quantity: damaged.boxes,
      purchase_price: nearestAmount(line.purchasePrice),
      reason: 'damaged',
    },
  ])
  const moved = { pharmacy_id, user_id: keeper }
  const back = { cause: 'supplier-return' as const, link_kind: 'supplier-return' }
  await bulkInsert(tx, 'stock_movements', [
    ...gone.flatMap(({ lotId, quantity }) => [
      {
        ...moved,
        id: demoId('movement', lotId, 'arrival'),
        stock_item_id: lotId,
        cause: 'initial' as const,
        quantity,
        before: 0,
        after: quantity,
        at: calendar.at(59, 7),
        // bulkInsert takes the columns of the first row.
        reason: null,
        link_kind: null,
        link_id: null,
      },
      {
        ...moved,
        ...back,
        id: demoId('movement', lotId, 'return'),
        stock_item_id: lotId,
        quantity: -quantity,
        before: quantity,
        after: 0,
        at: doneAt,
        reason: 'expired',
        link_id: doneId,
      },
    ]),
    {
      ...moved,
      ...back,
      id: demoId('movement', damaged.lotId, 'return'),
      stock_item_id: damaged.lotId,
      quantity: -damaged.boxes,
      before: line.received,
      after: line.received - damaged.boxes,
      at: openAt,
      reason: 'damaged',
      link_id: openId,
    },
  ])
}
