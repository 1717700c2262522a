import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Whether the pharmacy has this row, and did not archive it. */
export async function isInUse(
  tx: Tx,
  table: 'storages' | 'suppliers',
  pharmacyId: string,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where pharmacy_id = ${pharmacyId} and id = ${id}
    and not archived`.execute(tx)
  return rows.length > 0
}

/** Whether the pharmacy has this supplier, archived or not. */
export async function isSupplier(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from suppliers where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Of these products, those that the pharmacy has; `inUse`: without archived ones. */
export async function ownProductsOf(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
  { inUse }: { inUse: boolean },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from pharmacy_products
    where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[]) ${inUse ? sql`and not archived` : sql``}`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
