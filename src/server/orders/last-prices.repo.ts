import { sql } from 'kysely'
import type { PastPrice } from '#shared/contract/orders.ts'
import type { SupplierPrice } from '#shared/domain/supplier-price.ts'
import type { Availability } from '#shared/domain/price-lists/price-list.ts'
import type { Tx } from '#server/db/database.ts'

/** What a supplier last asked for a box without VAT, and the VAT in hundredths of a percent, by product. */
export async function lastPrices(
  tx: Tx,
  pharmacyId: string,
  { supplierId, productIds }: { supplierId: string; productIds: readonly string[] },
): Promise<Map<string, { price: SupplierPrice; vat: number }>> {
  const { rows } = await sql<{ id: string; price: SupplierPrice; vat: number }>`
    select distinct on (l.pharmacy_product_id) l.pharmacy_product_id as id, l.purchase_price::text as price, l.vat
    from delivery_lines l join deliveries d on d.pharmacy_id = l.pharmacy_id and d.id = l.delivery_id
    where l.pharmacy_id = ${pharmacyId} and l.pharmacy_product_id = any(${[...productIds]}::uuid[])
      and d.supplier_id = ${supplierId} and d.state = 'closed' and not l.removed and l.received > 0
    order by l.pharmacy_product_id, d.received_on desc, d.number desc`.execute(tx)
  return new Map(rows.map(({ id, ...last }) => [id, last]))
}

const pricesShown = 40

/** Of a product, newest first: each closed delivery, and each change of the price lists of the pharmacy's wholesalers. */
export async function pastPrices(tx: Tx, pharmacyId: string, productId: string): Promise<PastPrice[]> {
  const { rows } = await sql<PastPrice>`
    select d.supplier_id as "supplierId", s.name as "supplierName", d.received_on as "on", 'delivery' as source,
      l.purchase_price::text as price, l.received as paid, l.free
    from delivery_lines l join deliveries d on d.pharmacy_id = l.pharmacy_id and d.id = l.delivery_id
      join suppliers s on s.pharmacy_id = d.pharmacy_id and s.id = d.supplier_id
    where l.pharmacy_id = ${pharmacyId} and l.pharmacy_product_id = ${productId} and d.state = 'closed'
      and not l.removed and l.received > 0
    union all
    select s.id, s.name, h.from_day, 'list', (case when h.rebate = 0 then h.price else trim_scale(round(h.price * (10000 - h.rebate) / 10000, 2)) end)::text, h.per, h.free
    from suppliers s join wholesaler_products w on w.wholesaler_id = s.wholesaler_id
      join pharmacy_products p on p.pharmacy_id = s.pharmacy_id and p.product_id = w.product_id
      join wholesaler_product_prices h on h.wholesaler_id = w.wholesaler_id and h.code = w.code
    where s.pharmacy_id = ${pharmacyId} and not s.archived and p.id = ${productId}
    order by 3 desc, 2, 4, 5 limit ${pricesShown}`.execute(tx)
  return rows
}

/** An offer of one supplier for one product, as its last delivery had it; the price to the nearest minor unit. */
export type LastOffer = {
  productId: string
  supplierId: string
  supplierName: string
  price: number
  paid: number
  free: number
  on: string
  /** Of the price list; a delivery says nothing against it. */
  availability: Availability
}

/**
 * What each supplier in use last asked, since a day: by its last delivery, or by the price list of its wholesaler when
 * that is newer. `ids`: only for these products.
 */
export async function lastOffers(
  tx: Tx,
  pharmacyId: string,
  { ids, since }: { ids?: readonly string[] | undefined; since: string },
): Promise<LastOffer[]> {
  const { rows } = await sql<LastOffer>`
    with delivered as (
      select distinct on (l.pharmacy_product_id, d.supplier_id) l.pharmacy_product_id as product_id, d.supplier_id,
        s.name, round(l.purchase_price)::bigint as price, l.received as paid, l.free, d.received_on as day
      from delivery_lines l join deliveries d on d.pharmacy_id = l.pharmacy_id and d.id = l.delivery_id
        join suppliers s on s.pharmacy_id = d.pharmacy_id and s.id = d.supplier_id and not s.archived
      where l.pharmacy_id = ${pharmacyId} ${ids ? sql`and l.pharmacy_product_id = any(${[...ids]}::uuid[])` : sql``}
        and l.pharmacy_product_id is not null and d.state = 'closed' and d.received_on >= ${since}::date
        and not l.removed and l.received > 0
      order by l.pharmacy_product_id, d.supplier_id, d.received_on desc, d.number desc
    ), listed as (
      select distinct on (p.id, s.id) p.id as product_id, s.id as supplier_id, s.name,
        round(w.price * (10000 - w.rebate) / 10000.0)::bigint as price, w.per as paid, w.free, w.listed_on as day,
        w.availability
      from suppliers s join wholesaler_products w on w.wholesaler_id = s.wholesaler_id and not w.archived
        join pharmacy_products p on p.pharmacy_id = s.pharmacy_id and p.product_id = w.product_id
      where s.pharmacy_id = ${pharmacyId} and not s.archived and w.listed_on >= ${since}::date
        ${ids ? sql`and p.id = any(${[...ids]}::uuid[])` : sql``}
      order by p.id, s.id, w.listed_on desc, w.code
    )
    select coalesce(d.product_id, l.product_id) as "productId", coalesce(d.supplier_id, l.supplier_id) as "supplierId",
      coalesce(d.name, l.name) as "supplierName",
      case when l.day > d.day or d.day is null then l.price else d.price end as price,
      case when l.day > d.day or d.day is null then l.paid else d.paid end as paid,
      case when l.day > d.day or d.day is null then l.free else d.free end as free,
      case when l.day > d.day or d.day is null then l.day else d.day end as "on",
      coalesce(l.availability, 'available') as availability
    from delivered d full join listed l on l.product_id = d.product_id and l.supplier_id = d.supplier_id
    order by 1, 2`.execute(tx)
  return rows
}
