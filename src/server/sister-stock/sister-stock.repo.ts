import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { SisterRow } from '#server/stock/sister.repo.ts'

export type SisterLot = { id: string; productId: string; units: number; quantity: number }

/**
 * The lots of these products of the referential in another pharmacy, with what may be sold of each: quantities only. A private product has no id of
 * the referential. Needs the sight of all pharmacies.
 */
export async function lotsOfSister(
  tx: Tx,
  sister: SisterRow,
  productIds: readonly string[],
  now: Date,
): Promise<SisterLot[]> {
  const { rows } = await sql<SisterLot>`
    select i.id, pp.product_id as "productId", k.units,
      sellable(i, (${now}::timestamptz at time zone ${sister.timeZone})::date) as quantity
    from pharmacy_products pp
      join stock_items i on i.pharmacy_id = pp.pharmacy_id and i.pharmacy_product_id = pp.id
      join packagings k on k.id = i.packaging_id
    where pp.pharmacy_id = ${sister.id} and not pp.archived and pp.product_id = any(${productIds}::uuid[])`.execute(tx)
  return rows
}
