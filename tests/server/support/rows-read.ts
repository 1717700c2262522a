import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '#server/db/database.ts'

/**
 * How many rows of each table the running transaction has read, whatever the time that it took. Rows that an index alone
 * answers are not counted.
 */
export async function rowsRead(tx: Tx): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables`.execute(tx)
  return Object.fromEntries(rows.map(({ name, read }) => [name, read]))
}

/** Adds copies of all sales of a pharmacy with their lines and payments, one a minute before the other. */
export async function copySales(tx: Tx, pharmacyId: string, copies: number): Promise<void> {
  const tables = ['sales', 'sale_records', 'sale_payments'] as const
  await sql`create temporary table copied on commit drop as
    select s.id as old, gen_random_uuid() as id, n from sales s, generate_series(1, ${copies}::int) n
    where s.pharmacy_id = ${pharmacyId}`.execute(tx)
  for (const table of tables) {
    const { rows: columns } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(tx)
    const values = columns.map(({ name }) => {
      switch (table === 'sales' ? name : name.replace('sale_id', 'id of the sale')) {
        case 'id':
          return table === 'sales' ? sql`c.id` : sql`t.id`
        case 'id of the sale':
          return sql`c.id`
        case 'number':
          return sql`(select max(m.number) from sales m where m.pharmacy_id = t.pharmacy_id) + row_number() over ()`
        case 'sold_at':
          return sql`t.sold_at - c.n * interval '1 minute'`
        default:
          return sql.ref(`t.${name}`)
      }
    })
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      select ${sql.join(values)} from ${sql.table(table)} t join copied c
        on c.old = ${sql.ref(table === 'sales' ? 't.id' : 't.sale_id')} where t.pharmacy_id = ${pharmacyId}`.execute(tx)
    await sql`analyze ${sql.table(table)}`.execute(tx)
  }
}

/** Expects that no more rows than these were read of the tables by the work. */
export async function expectRead(
  tx: Tx,
  most: Readonly<Record<string, number>>,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await rowsRead(tx)
  await work()
  const after = await rowsRead(tx)
  for (const [table, limit] of Object.entries(most))
    expect([table, (after[table] ?? 0) - (before[table] ?? 0)]).toEqual([
      table,
      expect.toSatisfy((n: number) => n <= limit),
    ])
}
