import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Makes the rest of this transaction use hash joins, for thousands of rows of a file. Without fresh statistics, as after
 * a first import, the planner assumes few rows in the table and would compare each of them with each row of the file.
 */
export async function joinByHashing(tx: Tx): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx)
}
