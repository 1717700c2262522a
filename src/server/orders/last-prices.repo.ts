import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** What a supplier last asked for a box, in minor units without VAT, and the VAT in hundredths of a percent, by product. */
export async function lastPrices(
  tx: Tx,
  pharmacyId: string,
  { supplierId, productIds }: { supplierId: string; productIds: readonly string[] },
): Promise<Map<string, { price: number; vat: number }>> {
  const { rows } = await sql<{ id: string; price: number; vat: number }>`
    select distinct on (l.pharmacy_product_id) l.pharmacy_product_id as id, l.purchase_price as price, l.vat
    from delivery_lines l join deliveries d on d.pharmacy_id = l.pharmacy_id and d.id = l.delivery_id
    where l.pharmacy_id = ${pharmacyId} and l.pharmacy_product_id = any(${[...productIds]}::uuid[])
      and d.supplier_id = ${supplierId} and d.state = 'closed' and not l.removed and l.received > 0
    order by l.pharmacy_product_id, d.received_on desc, d.number desc`.execute(tx)
  return new Map(rows.map(({ id, ...last }) => [id, last]))
}

/** An offer of one supplier for one product, as its last delivery had it. */
export type LastOffer = {
  productId: string
  supplierId: string
  supplierName: string
  price: number
  paid: number
  free: number
  on: string
}

/** What each supplier in use last asked, since a day; `ids`: only for these products. */
export async function lastOffers(
  tx: Tx,
  pharmacyId: string,
  { ids, since }: { ids?: readonly string[] | undefined; since: string },
): Promise<LastOffer[]> {
  const { rows } = await sql<LastOffer>`
    select distinct on (l.pharmacy_product_id, d.supplier_id) l.pharmacy_product_id as "productId",
      d.supplier_id as "supplierId", s.name as "supplierName", l.purchase_price as price, l.received as paid, l.free,
      d.received_on as "on"
    from delivery_lines l join deliveries d on d.pharmacy_id = l.pharmacy_id and d.id = l.delivery_id
      join suppliers s on s.pharmacy_id = d.pharmacy_id and s.id = d.supplier_id and not s.archived
    where l.pharmacy_id = ${pharmacyId} ${ids ? sql`and l.pharmacy_product_id = any(${[...ids]}::uuid[])` : sql``}
      and l.pharmacy_product_id is not null and d.state = 'closed' and d.received_on >= ${since}::date and not l.removed and l.received > 0
    order by l.pharmacy_product_id, d.supplier_id, d.received_on desc, d.number desc`.execute(tx)
  return rows
}
