import { nearestAmount } from '#shared/domain/supplier-price.ts'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { keeperOf, type DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { supplierId } from '#server/demo/demo-suppliers.ts'
import type { PastDelivery } from '#server/demo/past-deliveries.ts'

/** How many orders the demo has: the last number of its counter. */
export const orderCount = 2

/** An order of the first supplier that its last delivery answered, and one of the second that was sent yesterday. */
export async function seedOrders(
  tx: Tx,
  pharmacy: DemoPharmacy,
  { deliveries, calendar }: { deliveries: readonly PastDelivery[]; calendar: DemoCalendar },
): Promise<void> {
  const keeper = keeperOf(pharmacy).id
  const pharmacy_id = pharmacy.id
  const lastOf = (supplier: 'Golfe Répartition' | 'Sahel Pharma') =>
    deliveries.findLast(({ state, supplierId: of }) => state === 'closed' && of === supplierId(pharmacy.id, supplier))!
  const orders = [
    { delivery: lastOf('Golfe Répartition'), supplier: 'Golfe Répartition', isAnswered: true },
    { delivery: lastOf('Sahel Pharma'), supplier: 'Sahel Pharma', isAnswered: false },
  ] as const
  for (const [index, { delivery, supplier, isAnswered }] of orders.entries()) {
    const id = demoId('order', pharmacy.slug, supplier)
    const at = isAnswered ? new Date(delivery.createdAt.getTime() - 20 * 3_600_000) : calendar.at(1, 10)
    await bulkInsert(tx, 'orders', [
      {
        pharmacy_id,
        id,
        number: index + 1,
        supplier_id: supplierId(pharmacy.id, supplier),
        step: 'sent' as const,
        created_by: keeper,
        created_at: at,
        sent_by: keeper,
        sent_at: at,
      },
    ])
    const boxes = new Map<string, { quantity: number; price: number }>()
    for (const { productId, received, purchasePrice } of delivery.lines)
      if (productId !== null && received > 0)
        boxes.set(productId, {
          quantity: received + (boxes.get(productId)?.quantity ?? 0),
          price: nearestAmount(purchasePrice),
        })
    await bulkInsert(
      tx,
      'order_lines',
      [...boxes].slice(0, isAnswered ? boxes.size : 4).map(([pharmacy_product_id, line], position) => ({
        pharmacy_id,
        order_id: id,
        pharmacy_product_id,
        position,
        ...line,
      })),
    )
    if (isAnswered)
      await tx
        .updateTable('deliveries')
        .set({ order_id: id })
        .where('pharmacy_id', '=', pharmacy_id)
        .where('id', '=', delivery.id)
        .execute()
  }
}
