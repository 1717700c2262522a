import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Counts the tables for the planner. Call it after writing in bulk: PostgreSQL does it by itself only a minute later, and until then plans for empty tables. */
export async function analyze(tx: Tx): Promise<void> {
  await sql`analyze`.execute(tx)
}
