import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Updates the planner's statistics. Call it after a bulk write: autovacuum does it only a minute later, and until then
 * PostgreSQL plans as if the tables were empty.
 */
export async function analyze(tx: Tx): Promise<void> {
  await sql`analyze`.execute(tx)
}
