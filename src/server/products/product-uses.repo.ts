import { sql, type RawBuilder } from 'kysely'
import type { ProductUses } from '#shared/contract/products.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

/** Lots that are not archived, and their units. */
const shelf = sql`lateral (select count(*) as lots, coalesce(sum(i.quantity), 0) as quantity from stock_items i
  where i.pharmacy_id = pp.pharmacy_id and i.pharmacy_product_id = pp.id and not i.archived) s`

/** Only rows of the pharmacies that the transaction sees. */
export async function usesOf(tx: Tx, productId: string): Promise<ProductUses> {
  const { rows } = await sql<ProductUses>`
    select count(*) as pharmacies, coalesce(sum(s.lots), 0)::int as lots, coalesce(sum(s.quantity), 0)::int as quantity,
      (select count(*) from recalls r join pharmacy_products o on o.pharmacy_id = r.pharmacy_id
        and o.id = r.pharmacy_product_id where o.product_id = ${productId} and r.closed_at is null) as "openRecalls",
      (select count(*) from product_health_insurances h where h.product_id = ${productId} and not h.archived)
        as "schemeLines"
    from pharmacy_products pp cross join ${shelf} where pp.product_id = ${productId} and not pp.archived`.execute(tx)
  return rows[0]!
}

export type Holding = {
  pharmacyId: string
  pharmacyName: string
  pharmacyProductId: string
  lots: number
  quantity: number
  archived: boolean
}

/** The pharmacies that have the product, by name. `pharmacyId` null: all of them. */
export function holdingsOf(
  tx: Tx,
  productId: string,
  pharmacyId: string | null,
  page: Page,
): Promise<{ items: Holding[]; total: number }> {
  const own: RawBuilder<unknown> = pharmacyId === null ? sql`true` : sql`pp.pharmacy_id = ${pharmacyId}`
  const found = sql`pharmacy_products pp join pharmacies f on f.id = pp.pharmacy_id
    where pp.product_id = ${productId} and ${own}`
  return pagedRows(tx, page, {
    from: found,
    items: async (limit) => {
      const { rows } = await sql<Holding>`
        select f.id as "pharmacyId", f.name as "pharmacyName", pp.id as "pharmacyProductId", s.lots::int as lots,
          s.quantity::int as quantity, pp.archived
        from pharmacy_products pp join pharmacies f on f.id = pp.pharmacy_id cross join ${shelf}
        where pp.product_id = ${productId} and ${own} order by f.name, f.id ${limit}`.execute(tx)
      return rows
    },
  })
}
