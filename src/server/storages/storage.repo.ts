import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** The products that are kept in a storage, or have a lot in it: their rows in the tills' list show its label. */
export async function findProductsKeptIn(tx: Tx, pharmacyId: string, storageId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pharmacy_products where pharmacy_id = ${pharmacyId} and storage_id = ${storageId}
    union
    select pharmacy_product_id from stock_items where pharmacy_id = ${pharmacyId}
      and storage_id = ${storageId}`.execute(tx)
  return rows.map(({ id }) => id)
}
