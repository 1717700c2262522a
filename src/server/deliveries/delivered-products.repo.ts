import { sql } from 'kysely'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import type { PricePolicy } from '#shared/domain/price-policy.ts'
import type { ShelfLot } from '#shared/domain/deliveries/close-delivery.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { newestLots } from '#server/stock/newest-lots.repo.ts'

/** A product of a delivery, with its packagings and the lot that came last in each of them; the newest comes first. */
export type DeliveredFacts = PricePolicy & {
  id: string
  isArchived: boolean
  section: string | null
  /** Of its section in the country of the pharmacy: the rate that a supplier bills. Null: nobody knows it. */
  taxGroup: TaxGroup | null
  country: string
  roundingStep: number | null
  packagings: { id: string; label: string; units: number }[]
  lots: (Pick<ShelfLot, 'productId' | 'packagingId' | 'purchasePrice'> & { salePrice: number })[]
}

/** The VAT of a product on a day, in hundredths of a percent, where no paper says it: by the law of the country. */
export function usualVat(product: DeliveredFacts | undefined, day: string): number {
  return (product?.taxGroup && taxRateOf(product.country, product.taxGroup, day)) ?? 0
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
    with asked as (
      select * from pharmacy_products where pharmacy_id = ${pharmacyId} and id = any(${ids}::uuid[])
    ), held as (
      select a.id, g.packaging_id from asked a join product_packagings g on g.product_id = a.product_id
      union
      select pharmacy_product_id, packaging_id from stock_items
        where pharmacy_id = ${pharmacyId} and pharmacy_product_id = any(${ids}::uuid[])
    ), packs as (
      select held.id, json_agg(json_build_object('id', k.id, 'label', k.label, 'units', k.units)
        order by k.units desc, k.label) as list
      from held join packagings k on k.id = held.packaging_id group by held.id
    )
    select a.id, a.archived as "isArchived", a.price_mode as mode, a.coefficient, a.rounding_step as "roundingStep",
      coalesce(a.section, p.section) as section, coalesce(packs.list, '[]') as packagings, c.code as country,
      (select s ->> 'vatGroup' from jsonb_array_elements(c.sections) s
        where s ->> 'code' = coalesce(a.section, p.section, g.section)) as "taxGroup"
    from asked a join pharmacies h on h.id = a.pharmacy_id join countries c on c.code = h.country_code
      left join products p on p.id = a.product_id left join packs on packs.id = a.id
      left join product_categories g on g.id = coalesce(a.category_id, p.category_id)`.execute(tx)
  const products = new Map(rows.map((row): [string, DeliveredFacts] => [row.id, { ...row, lots: [] }]))
  const { rows: lots } = await sql<DeliveredFacts['lots'][number]>`
    select pharmacy_product_id as "productId", packaging_id as "packagingId", purchase_price as "purchasePrice",
      sale_price as "salePrice"
    from ${newestLots(pharmacyId, { productIds: ids, exceptDeliveryId })}
    order by entered desc nulls last, id`.execute(tx)
  for (const lot of lots) products.get(lot.productId)?.lots.push(lot)
  return products
}

/** The lots of a supplier that boxes of these products may join at these costs; the newest comes first. */
export async function joinableLots(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  boxes: readonly { productId: string; cost: number }[],
): Promise<ShelfLot[]> {
  const { rows } = await sql<ShelfLot>`
    select i.id, i.pharmacy_product_id as "productId", i.packaging_id as "packagingId", i.lot,
      i.expires_on as "expiresOn", i.purchase_price as "purchasePrice", i.supplier_id as "supplierId"
    from (select distinct r."productId", r.cost from ${jsonRows(boxes)} as r ("productId" uuid, cost bigint)) b
      join stock_items i on i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = b."productId"
        and i.purchase_price = b.cost and i.supplier_id = ${supplierId} and not i.archived
    order by i.entered desc nulls last, i.id`.execute(tx)
  return rows
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
