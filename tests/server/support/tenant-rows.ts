import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** The tables whose rows belong to a pharmacy. */
export async function tenantTables(database: Database): Promise<string[]> {
  const { rows } = await database.platform((tx) =>
    sql<{
      name: string
    }>`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'pharmacy_id' order by 1`.execute(
      tx,
    ),
  )
  return rows.map(({ name }) => name)
}

/** Ids of all rows of a pharmacy, and its own. */
export async function idsOfRows(database: Database, pharmacyId: string): Promise<string[]> {
  const ids = new Set([pharmacyId])
  for (const table of await tenantTables(database)) {
    const { rows } = await database.platform((tx) =>
      sql<{
        row: { id?: string }
      }>`select to_jsonb(t) as row from ${sql.table(table)} t where pharmacy_id = ${pharmacyId}`.execute(tx),
    )
    for (const { row } of rows) if (row.id) ids.add(row.id)
  }
  return [...ids]
}

/** Changes when any row of a pharmacy does. */
export async function fingerprintOf(database: Database, pharmacyId: string): Promise<string> {
  const prints: string[] = []
  for (const table of await tenantTables(database)) {
    const { rows } = await database.platform((tx) =>
      sql<{
        print: string
      }>`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${sql.table(table)} t where pharmacy_id = ${pharmacyId}`.execute(
        tx,
      ),
    )
    prints.push(`${table} ${rows[0]?.print}`)
  }
  return prints.join('\n')
}
