import { sql } from 'kysely'
import type { PricePolicy } from '#shared/domain/price-policy.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import type { Tx } from '#server/db/database.ts'

export type KnownItem = {
  id: string
  productId: string
  lot: string | null
  expiresOn: string | null
  storageId: string | null
  supplierId: string | null
  packagingId: string
  quantity: number
  archived: boolean
}

export async function findItem(tx: Tx, pharmacyId: string, id: string): Promise<KnownItem | undefined> {
  const { rows } = await sql<KnownItem>`
    select id, pharmacy_product_id as "productId", lot, expires_on as "expiresOn", storage_id as "storageId",
      supplier_id as "supplierId", packaging_id as "packagingId", quantity, archived
    from stock_items where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]
}

/** The lots of a product in one packaging. */
export async function itemsInPackaging(
  tx: Tx,
  pharmacyId: string,
  productId: string,
  packagingId: string,
): Promise<KnownItem[]> {
  const { rows } = await sql<KnownItem>`
    select id, pharmacy_product_id as "productId", lot, expires_on as "expiresOn", storage_id as "storageId",
      supplier_id as "supplierId", packaging_id as "packagingId", quantity, archived
    from stock_items where pharmacy_id = ${pharmacyId} and pharmacy_product_id = ${productId}
      and packaging_id = ${packagingId}`.execute(tx)
  return rows
}

/** Two statements: the second sees a packaging that another pharmacy has just added. All pharmacies share them. */
export async function packagingNamed(tx: Tx, { label, units }: { label: string; units: number }): Promise<string> {
  await sql`insert into packagings (id, label, units) values (gen_random_uuid(), ${label}, ${units})
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`select id from packagings where label = ${label}
    and units = ${units}`.execute(tx)
  return rows[0]!.id
}

/** With quantity 0: the ledger's writer brings the quantity. */
export async function insertItem(
  tx: Tx,
  pharmacyId: string,
  item: Omit<KnownItem, 'quantity' | 'archived'> & {
    purchasePrice: number
    salePrice: number
    blocked: 'recall' | null
  },
): Promise<void> {
  await tx
    .insertInto('stock_items')
    .values({
      pharmacy_id: pharmacyId,
      id: item.id,
      pharmacy_product_id: item.productId,
      packaging_id: item.packagingId,
      lot: item.lot,
      expires_on: item.expiresOn,
      purchase_price: item.purchasePrice,
      sale_price: item.salePrice,
      storage_id: item.storageId,
      supplier_id: item.supplierId,
      blocked: item.blocked,
    })
    .execute()
}

/** With its loose units. */
export async function updateItem(
  tx: Tx,
  pharmacyId: string,
  { id, supplierId, archived }: Pick<KnownItem, 'id' | 'supplierId' | 'archived'>,
): Promise<void> {
  await tx
    .updateTable('stock_items')
    .set({ supplier_id: supplierId, archived })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', 'in', [id, unitItemIdOf(id)])
    .execute()
}

/** What the entry of a lot needs of its product: price policy, section and the lot numbers under an open recall. */
export async function productOfNewItem(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<
  | (PricePolicy & { roundingStep: number | null; section: string | null; archived: boolean; recalledLots: string[] })
  | undefined
> {
  const { rows } = await sql<
    PricePolicy & { roundingStep: number | null; section: string | null; archived: boolean; recalledLots: string[] }
  >`
    select o.price_mode as mode, o.coefficient, o.rounding_step as "roundingStep",
      coalesce(o.section, p.section) as section, o.archived,
      array(select r.lot from recalls r where r.pharmacy_id = o.pharmacy_id and r.pharmacy_product_id = o.id
        and r.closed_at is null) as "recalledLots"
    from pharmacy_products o left join products p on p.id = o.product_id
    where o.pharmacy_id = ${pharmacyId} and o.id = ${id}`.execute(tx)
  return rows[0]
}
