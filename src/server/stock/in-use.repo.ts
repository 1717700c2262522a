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
