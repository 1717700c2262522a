import { sql } from 'kysely'
import type { PricePolicy } from '#shared/domain/price-policy.ts'
import type { ShelfLot } from '#shared/domain/deliveries/close-delivery.ts'
import type { Tx } from '#server/db/database.ts'

/** A product of a delivery, with its packagings and the lots on its shelf; the newest lot comes first. */
export type DeliveredFacts = PricePolicy & {
  id: string
  isArchived: boolean
  section: string | null
  roundingStep: number | null
  packagings: { id: string; label: string; units: number }[]
  lots: (ShelfLot & { salePrice: number })[]
}

/**
 * The products of a delivery's lines. `exceptDeliveryId`: the lots that this delivery made do not count, so that a
 * closed one still tells what was known before.
 */
export async function deliveredProducts(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
  exceptDeliveryId: string | null,
): Promise<Map<string, DeliveredFacts>> {
  const ids = [...new Set(productIds)]
  const { rows } = await sql<Omit<DeliveredFacts, 'lots'>>`
    select o.id, o.archived as "isArchived", o.price_mode as mode, o.coefficient, o.rounding_step as "roundingStep",
      coalesce(o.section, p.section) as section,
      coalesce((select json_agg(json_build_object('id', k.id, 'label', k.label, 'units', k.units) order by k.units desc, k.label)
        from packagings k where k.id in (select packaging_id from product_packagings g where g.product_id = o.product_id
          union select packaging_id from stock_items i where i.pharmacy_id = o.pharmacy_id
            and i.pharmacy_product_id = o.id)), '[]') as packagings
    from pharmacy_products o left join products p on p.id = o.product_id
    where o.pharmacy_id = ${pharmacyId} and o.id = any(${ids}::uuid[])`.execute(tx)
  const products = new Map(rows.map((row): [string, DeliveredFacts] => [row.id, { ...row, lots: [] }]))
  const { rows: lots } = await sql<DeliveredFacts['lots'][number]>`
    select i.id, i.pharmacy_product_id as "productId", i.packaging_id as "packagingId", i.lot,
      i.expires_on as "expiresOn", i.purchase_price as "purchasePrice", i.sale_price as "salePrice",
      i.supplier_id as "supplierId"
    from stock_items i
      left join lateral (select max(m.seq) as came from stock_movements m where m.pharmacy_id = i.pharmacy_id
        and m.stock_item_id = i.id and m.cause in ('delivery', 'initial') and m.quantity > 0) e on true
    where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = any(${ids}::uuid[]) and not i.archived
      and i.delivery_id is distinct from ${exceptDeliveryId}::uuid
    order by e.came desc nulls last, i.id`.execute(tx)
  for (const lot of lots) products.get(lot.productId)?.lots.push(lot)
  return products
}

/** Makes the lots of a delivery; the writer of the ledger brings their quantity. */
export async function insertDeliveredLots(
  tx: Tx,
  pharmacyId: string,
  { deliveryId, supplierId }: { deliveryId: string; supplierId: string },
  lots: readonly {
    id: string
    productId: string
    packagingId: string
    lot: string | null
    expiresOn: string | null
    cost: number
    salePrice: number
  }[],
): Promise<void> {
  await sql`
    insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, purchase_price,
      sale_price, supplier_id, delivery_id)
    select ${pharmacyId}, r.id, r."productId", r."packagingId", r.lot, r."expiresOn", r.cost, r."salePrice",
      ${supplierId}, ${deliveryId}
    from json_to_recordset(${JSON.stringify(lots)}::json) as r (id uuid, "productId" uuid, "packagingId" uuid, lot text,
      "expiresOn" date, cost bigint, "salePrice" bigint)`.execute(tx)
}

/** Puts products into the label queue that had no price on the shelf before. */
export async function queueLabels(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await sql`
    insert into label_queue (pharmacy_id, id, pharmacy_product_id, cause, user_id, at)
    select ${pharmacyId}, gen_random_uuid(), id, 'delivery', ${userId}, ${at}
      from unnest(${[...new Set(productIds)]}::uuid[]) as id
    on conflict (pharmacy_id, pharmacy_product_id) where printed_at is null do nothing`.execute(tx)
}

/** What a closed delivery brought to a lot, and what the lot holds today. `isOwn`: the delivery made the lot. */
type BroughtLot = {
  id: string
  label: string
  lot: string | null
  productId: string
  brought: number
  quantity: number
  isOwn: boolean
}

export async function broughtLots(tx: Tx, pharmacyId: string, deliveryId: string): Promise<BroughtLot[]> {
  const { rows } = await sql<BroughtLot>`
    select i.id, coalesce(o.private_label, p.label) as label, i.lot, i.pharmacy_product_id as "productId",
      sum(m.quantity)::int as brought, i.quantity, i.delivery_id is not distinct from ${deliveryId}::uuid as "isOwn"
    from stock_movements m
      join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
      left join products p on p.id = o.product_id
    where m.pharmacy_id = ${pharmacyId} and m.link_id = ${deliveryId} and m.link_kind = 'delivery'
    group by i.pharmacy_id, i.id, o.private_label, p.label`.execute(tx)
  return rows
}

export async function archiveLots(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<void> {
  await sql`update stock_items set archived = true where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])
    and quantity = 0`.execute(tx)
}
