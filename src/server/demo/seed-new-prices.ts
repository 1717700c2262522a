import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'

const printedAfterMs = 30 * 60_000

/** Prices that were decided with a delivery: of all lots of the packaging, with their trace and a printed label. */
export async function seedNewPrices(
  tx: Tx,
  { id: pharmacy_id }: DemoPharmacy,
  decided: readonly { productId: string; packagingId: string; salePrice: number }[],
  { userId, at, reason }: { userId: string; at: Date; reason: string },
): Promise<void> {
  for (const { productId, packagingId, salePrice } of decided) {
    const lots = await tx
      .selectFrom('stock_items')
      .select(['id', 'sale_price', 'purchase_price'])
      .where('pharmacy_id', '=', pharmacy_id)
      .where('pharmacy_product_id', '=', productId)
      .where('packaging_id', '=', packagingId)
      .where('sale_price', '<>', salePrice)
      .orderBy('id')
      .execute()
    await tx
      .updateTable('stock_items')
      .set({ sale_price: salePrice })
      .where('pharmacy_id', '=', pharmacy_id)
      .where(
        'id',
        'in',
        lots.map(({ id }) => id),
      )
      .execute()
    await bulkInsert(
      tx,
      'price_changes',
      lots.map(({ id, sale_price, purchase_price }) => ({
        pharmacy_id,
        id: demoId('price-change', id, reason),
        pharmacy_product_id: productId,
        stock_item_id: id,
        before: sale_price,
        after: salePrice,
        cost: purchase_price,
        cause: 'typed' as const,
        reason,
        user_id: userId,
        at,
      })),
    )
    await bulkInsert(tx, 'label_queue', [
      {
        pharmacy_id,
        id: demoId('label', productId, reason),
        pharmacy_product_id: productId,
        cause: 'price' as const,
        user_id: userId,
        at,
        printed_by: userId,
        printed_at: new Date(at.getTime() + printedAfterMs),
      },
    ])
  }
}
