import { sql } from 'kysely'
import type { SyncedList } from '#shared/contract/freshness.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Reserves `count` revisions of the pharmacy and returns the last one before them. Requires the pharmacy's write lock,
 * so that revisions become visible in the order in which they are given.
 */
export async function takeRevisions(tx: Tx, pharmacyId: string, count: number): Promise<number> {
  const taken = await sql<{ rev: number }>`
    insert into pharmacy_counters (pharmacy_id, rev) values (${pharmacyId}, ${count})
    on conflict (pharmacy_id) do update set rev = pharmacy_counters.rev + excluded.rev
    returning rev`.execute(tx)
  return (taken.rows[0]?.rev ?? count) - count
}

/** The table whose rows carry the revisions of a list. */
export const listTables = {
  'pharmacy-products': 'pharmacy_products',
  persons: 'persons',
  organizations: 'organizations',
  companies: 'companies',
  'product-health-insurance': 'product_health_insurances',
} as const satisfies Record<SyncedList, string>

/**
 * Gives each of these rows a new revision, so that every till reads it again. Ignores rows that do not belong to the
 * list.
 */
export async function touchRows(tx: Tx, pharmacyId: string, list: SyncedList, ids: readonly string[]): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  const before = await takeRevisions(tx, pharmacyId, distinct.length)
  await sql`
    update ${sql.table(listTables[list])} t set rev = ${before}::bigint + r.n
    from unnest(${distinct}::uuid[]) with ordinality as r (id, n) where t.pharmacy_id = ${pharmacyId}
      and t.id = r.id`.execute(tx)
}
