import { sql } from 'kysely'
import type { Engine } from '#shared/contract/engine.ts'
import { nextGeneration } from '#shared/domain/generation.ts'
import type { Tx } from '#server/db/database.ts'
import { holdDocuments } from '#server/fiscal-life/hold-documents.repo.ts'

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
export async function readCopy(tx: Tx, pharmacyId: string): Promise<NonNullable<Engine['copy']> | null> {
  const row = await tx
    .selectFrom('pharmacies')
    .select(['copy_kind', 'copy_made_at', 'copy_holds_until', 'copy_skipped'])
    .where('id', '=', pharmacyId)
    .executeTakeFirst()
  if (!row?.copy_kind || !row.copy_made_at || !row.copy_holds_until || row.copy_skipped === null) return null
  return {
    kind: row.copy_kind,
    madeAt: row.copy_made_at.toISOString(),
    holdsUntil: row.copy_holds_until.toISOString(),
    skipped: row.copy_skipped,
  }
}

/**
 * Makes an unconfirmed copy the shop, of a new generation, and keeps what was restored. What waits for the tax office is held:
 * the server that was backed up may have sent it. Returns false for a pharmacy that is none.
 */
export async function endCopy(tx: Tx, pharmacyId: string, now: Date): Promise<boolean> {
  const copy = await tx
    .selectFrom('pharmacies')
    .select(['generation', 'copy_holds_until'])
    .where('id', '=', pharmacyId)
    .where('copy_kind', '=', 'copy')
    .forUpdate()
    .executeTakeFirst()
  if (!copy) return false
  await tx
    .updateTable('pharmacies')
    .set((eb) => ({
      copy_kind: null,
      copy_made_at: null,
      copy_holds_until: null,
      copy_skipped: null,
      restored_at: eb.ref('copy_made_at'),
      restored_until: eb.ref('copy_holds_until'),
      restored_confirmed_at: now,
      replaced_by: null,
      replaced_at: null,
      generation: nextGeneration(copy.generation, now.getTime()),
    }))
    .where('id', '=', pharmacyId)
    .execute()
  await holdDocuments(tx, { why: 'restored from a backup', holdsUntil: copy.copy_holds_until ?? now, pharmacyId })
  return true
}

/** The moment of the first sale of the pharmacy; null when nothing was sold yet. */
export async function firstSaleAt(tx: Tx, pharmacyId: string): Promise<Date | null> {
  const { rows } = await sql<{ soldAt: Date }>`
    select sold_at as "soldAt" from sales where pharmacy_id = ${pharmacyId} order by sold_at limit 1`.execute(tx)
  return rows[0]?.soldAt ?? null
}

/** What each terminal sent of the lost time: sales sold in it that came after the restore; `amount` in minor units. */
export type LostSales = { terminalId: string; sales: number; amount: number }
/** The last restore; `confirmedAt`: null as long as the pharmacy is a copy. */
export type LastRestore = { from: Date; to: Date; confirmedAt: Date | null; sent: LostSales[] }

/** What was lost by the last restore, and how much of it the tills have sent since; null: it was never restored. */
export async function lastRestore(tx: Tx, pharmacyId: string): Promise<LastRestore | null> {
  const { rows } = await sql<Omit<LastRestore, 'sent'>>`
    select coalesce(copy_holds_until, restored_until) as "from", coalesce(copy_made_at, restored_at) as "to",
      case when copy_made_at is null then restored_confirmed_at end as "confirmedAt"
    from pharmacies where id = ${pharmacyId} and coalesce(copy_made_at, restored_at) is not null
      and coalesce(copy_kind, 'copy') = 'copy'`.execute(tx)
  if (!rows[0]) return null
  const { from, to } = rows[0]
  const { rows: sent } = await sql<LostSales>`
    select terminal_id as "terminalId", count(*)::int as sales, sum(total)::bigint as amount from sales
    where pharmacy_id = ${pharmacyId} and sold_at > ${from} and sold_at <= ${to} and received_at > ${to}
      and status = 'CLOSED'
    group by terminal_id order by amount desc, terminal_id`.execute(tx)
  return { ...rows[0], sent }
}

/** Whether this server has pharmacies of other owners than that one. Needs a transaction of the platform. */
export async function hasOthers(tx: Tx, pharmacyId: string): Promise<boolean> {
  const { rows } = await sql<{ hasOthers: boolean }>`
    select exists (select from pharmacies o join pharmacies p on p.id = ${pharmacyId}
      where o.domain_id <> p.domain_id) as "hasOthers"`.execute(tx)
  return rows[0]!.hasOthers
}
