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

type NewItemFacts = PricePolicy & {
  roundingStep: number | null
  section: string | null
  archived: boolean
  /** The lot numbers under an open recall. */
  recalledLots: string[]
  /** The largest packaging of the referential, which is its box; null for a private product. */
  packagingId: string | null
  lots: { id: string; packagingId: string; lot: string | null; expiresOn: string | null; archived: boolean }[]
}

/** What the entry of lots needs of their products. */
export async function productsOfNewItems(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
): Promise<Map<string, NewItemFacts>> {
  const { rows } = await sql<NewItemFacts & { id: string }>`
    select o.id, o.price_mode as mode, o.coefficient, o.rounding_step as "roundingStep",
      coalesce(o.section, p.section) as section, o.archived,
      array(select r.lot from recalls r where r.pharmacy_id = o.pharmacy_id and r.pharmacy_product_id = o.id
        and r.closed_at is null) as "recalledLots",
      (select k.id from product_packagings g join packagings k on k.id = g.packaging_id
        where g.product_id = o.product_id order by k.units desc, k.id limit 1) as "packagingId",
      coalesce((select json_agg(json_build_object('id', i.id, 'packagingId', i.packaging_id, 'lot', i.lot,
        'expiresOn', i.expires_on, 'archived', i.archived)) from stock_items i
        where i.pharmacy_id = o.pharmacy_id and i.pharmacy_product_id = o.id), '[]') as lots
    from pharmacy_products o left join products p on p.id = o.product_id
    where o.pharmacy_id = ${pharmacyId} and o.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** Any number of lots in one statement, with quantity 0: the ledger's writer brings the quantities. */
export async function insertItems(
  tx: Tx,
  pharmacyId: string,
  items: readonly (Pick<KnownItem, 'id' | 'productId' | 'packagingId' | 'lot' | 'expiresOn'> & {
    cost: number | null
    salePrice: number | null
    blocked: 'recall' | null
  })[],
): Promise<void> {
  await sql`
    insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, purchase_price,
      sale_price, blocked)
    select ${pharmacyId}, r.id, r."productId", r."packagingId", r.lot, r."expiresOn", r.cost, r."salePrice", r.blocked
    from json_to_recordset(${JSON.stringify(items)}::json) as r (id uuid, "productId" uuid, "packagingId" uuid, lot text,
      "expiresOn" date, cost bigint, "salePrice" bigint, blocked text)`.execute(tx)
}
