import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Which products (`p`) use a row of a family of the referential, given the row's id. */
type Use = (id: RawBuilder<unknown>) => RawBuilder<unknown>

const uses = {
  inns: (id) => sql`p.id in (select x.product_id from product_inns x where x.inn_id = ${id})`,
  brands: (id) => sql`p.brand_id = ${id}`,
  forms: (id) => sql`p.form_id = ${id}`,
  units: (id) => sql`p.unit_id = ${id}`,
  product_categories: (id) => sql`p.category_id = ${id}`,
  packagings: (id) => sql`p.id in (select x.product_id from product_packagings x where x.packaging_id = ${id})`,
} satisfies Record<string, Use>

export type UsedTable = keyof typeof uses

/** Counts the products that use a row of the table, without archived ones. */
export function countOfProducts(table: UsedTable): RawBuilder<unknown> {
  const id = sql.ref(`${table}.id`)
  return sql`(select count(*) from products p where not p.archived and ${uses[table](id)})`
}

export async function productsUsing(tx: Tx, table: UsedTable, id: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select p.id from products p where ${uses[table](sql`${id}::uuid`)}`.execute(tx)
  return rows.map((row) => row.id)
}
