import { sql } from 'kysely'
import { nextGeneration } from '#shared/domain/generation.ts'
import type { Tx } from '#server/db/database.ts'

/** The settings and the size of the database server, sizes in bytes. `isHere`: on the machine of this process. */
export async function engineFacts(tx: Tx) {
  const { rows } = await sql<{
    version: string
    isHere: boolean
    sharedBuffers: number
    effectiveCacheSize: number
    workMem: number
    joinCollapseLimit: number
    autovacuum: boolean
    databaseSize: number
  }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1' as "isHere",
      pg_size_bytes(current_setting('shared_buffers')) as "sharedBuffers",
      pg_size_bytes(current_setting('effective_cache_size')) as "effectiveCacheSize",
      pg_size_bytes(current_setting('work_mem')) as "workMem",
      current_setting('join_collapse_limit')::int as "joinCollapseLimit",
      current_setting('autovacuum')::boolean as autovacuum,
      pg_database_size(current_database()) as "databaseSize"`.execute(tx)
  return rows[0]!
}

/** What stands in the way of a restored pharmacy; null: it is no copy, or was confirmed. */
export async function readCopy(
  tx: Tx,
  pharmacyId: string,
): Promise<{ madeAt: string; holdsUntil: string; skipped: number } | null> {
  const row = await tx
    .selectFrom('pharmacies')
    .select(['copy_made_at', 'copy_holds_until', 'copy_skipped'])
    .where('id', '=', pharmacyId)
    .executeTakeFirst()
  if (!row?.copy_made_at || !row.copy_holds_until || row.copy_skipped === null) return null
  return {
    madeAt: row.copy_made_at.toISOString(),
    holdsUntil: row.copy_holds_until.toISOString(),
    skipped: row.copy_skipped,
  }
}

/** Nothing happens when it is no copy. */
export async function endCopy(tx: Tx, pharmacyId: string, now: Date): Promise<void> {
  const copy = await tx
    .selectFrom('pharmacies')
    .select('generation')
    .where('id', '=', pharmacyId)
    .where('copy_made_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!copy) return
  await tx
    .updateTable('pharmacies')
    .set({
      copy_made_at: null,
      copy_holds_until: null,
      copy_skipped: null,
      generation: nextGeneration(copy.generation, now.getTime()),
    })
    .where('id', '=', pharmacyId)
    .execute()
}

/** The moment of the first sale of the pharmacy; null when nothing was sold yet. */
export async function firstSaleAt(tx: Tx, pharmacyId: string): Promise<Date | null> {
  const { rows } = await sql<{ soldAt: Date }>`
    select sold_at as "soldAt" from sales where pharmacy_id = ${pharmacyId} order by sold_at limit 1`.execute(tx)
  return rows[0]?.soldAt ?? null
}

/** Whether this server has pharmacies of other owners than that one. Needs a transaction of the platform. */
export async function hasOthers(tx: Tx, pharmacyId: string): Promise<boolean> {
  const { rows } = await sql<{ hasOthers: boolean }>`
    select exists (select from pharmacies o join pharmacies p on p.id = ${pharmacyId}
      where o.domain_id <> p.domain_id) as "hasOthers"`.execute(tx)
  return rows[0]!.hasOthers
}
