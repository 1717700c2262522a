import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/database.ts'

const lookEveryMs = 10 * 60_000
/** Of smaller tables the planner knows nothing, and takes an index: right for what may grow under a plan that is made once. */
const smallPages = 50

/**
 * Does for PGlite what autovacuum does for the planner of PostgreSQL: without it a pharmacy's key seems to narrow a table down two hundred times, and a
 * sale reads the whole shelf. Counts now and whenever a table has doubled; answers how to stop.
 */
export async function keepStatistics(database: Database): Promise<() => void> {
  const count = () => database.platform(countGrown)
  await count()
  const looking = setInterval(() => {
    // A sale goes without fresh figures; a database that is closing has no use for them.
    count().catch(() => undefined)
  }, lookEveryMs)
  looking.unref()
  return () => clearInterval(looking)
}

/** Counts every table that has doubled since it was counted last. From few rows: what matters is how often a value repeats, and a sale waits meanwhile. */
export async function countGrown(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 2 * current_setting('block_size')::int * greatest(relpages, ${smallPages / 2}::int)`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`set local default_statistics_target = 10`.execute(tx)
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(tx)
}
