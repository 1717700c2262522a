import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

type OptionalDocument = 'settings' | 'prescription' | 'sections' | 'bank_accounts' | 'buyer'
/** Rows are sent as JSON, so jsonb columns take plain values that need no `JSON.stringify`. */
type Row<T extends keyof Tables> = Omit<Insertable<Tables[T]>, OptionalDocument | 'data' | 'report'> & {
  [Column in OptionalDocument & keyof Tables[T]]?: object | null
} & ('data' extends keyof Tables[T] ? { data: object } : unknown) &
  ('report' extends keyof Tables[T] ? { report: object } : unknown)

const chunkRows = 4000

/**
 * Inserts many rows, a few thousand per parameter, typed by the table itself. All rows have the columns of the first
 * row; other columns take their defaults.
 */
export async function bulkInsert<T extends keyof Tables>(
  tx: Tx,
  table: T,
  rows: readonly Row<T>[],
  onConflict: 'fail' | 'keep' = 'fail',
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += chunkRows) {
    const chunk = JSON.stringify(rows.slice(start, start + chunkRows))
    // cast to text first: a driver may encode jsonb twice
    await sql`
      insert into ${sql.table(table)} (${columns}) select ${columns}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${chunk}::text::jsonb)
      ${onConflict === 'keep' ? sql`on conflict do nothing` : sql``}`.execute(tx)
  }
}
