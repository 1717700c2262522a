import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Unlocks and grants: made by calls with a PIN, which are not recorded, and needed by the calls after them. */
const takenOver = ['unlocks', 'grants'] as const

/** Rows of unlocks and of grants that a copy of a later moment has, for the copy of an earlier one. */
export async function readUnlocks(tx: Tx): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of takenOver) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${sql.table(table)} t`.execute(tx)
    found[table] = rows[0]!.rows
  }
  return found
}

/** Adds what is missing; what is there stays. */
export async function addUnlocks(tx: Tx, found: Readonly<Record<string, string>>): Promise<void> {
  for (const table of takenOver) {
    await sql`insert into ${sql.table(table)}
      select r.* from jsonb_populate_recordset(null::${sql.table(table)}, ${found[table]}::text::jsonb) r
      on conflict do nothing`.execute(tx)
  }
}

/** The name of an account. */
export function accountName(tx: Tx, userId: string): Promise<{ first_name: string; last_name: string } | undefined> {
  return tx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', userId).executeTakeFirst()
}

export type IdTables = readonly { name: string; hasPharmacy: boolean }[]

/** The tables whose rows have an id. */
export async function tablesOfIds(tx: Tx): Promise<IdTables> {
  const { rows } = await sql<{ name: string; hasPharmacy: boolean }>`
    select c.table_name as name, exists (select from information_schema.columns p where p.table_schema = 'public'
      and p.table_name = c.table_name and p.column_name = 'pharmacy_id') as "hasPharmacy"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'id' and c.udt_name = 'uuid' and t.table_type = 'BASE TABLE'
    order by 1`.execute(tx)
  return rows
}

/** Which of these ids a row of the pharmacy, or one that belongs to none, has. */
export async function idsThatExist(
  tx: Tx,
  { tables, pharmacyId, ids }: { tables: IdTables; pharmacyId: string | null; ids: readonly string[] },
): Promise<Set<string>> {
  const found = tables.map(({ name, hasPharmacy }) =>
    hasPharmacy
      ? sql`exists (select from ${sql.table(name)} t where t.pharmacy_id = ${pharmacyId} and t.id = x.id)`
      : sql`exists (select from ${sql.table(name)} t where t.id = x.id)`,
  )
  const { rows } = await sql<{ id: string }>`
    select x.id from unnest(${[...ids]}::uuid[]) x (id) where ${sql.join(found, sql` or `)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
