import { sql, type RawBuilder } from 'kysely'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import type { Tables } from '#server/db/tables.ts'

/** The pharmacies' tables that have all these columns. */
export type TableWith<Column> = {
  [Name in keyof Tables]: Column | 'pharmacy_id' extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/** A row of a small family, with the columns that its declaration lists. */
export type FamilyRow = Record<string, unknown>

/** How the rows of a small family are read and written. Columns have the same names as the fields of the contract. */
export type Family = {
  table: keyof Tables
  columns: readonly string[]
  /** The column that a search covers. */
  name: string
  /** Columns or expressions of the sort order; the id comes last. */
  order: readonly (string | RawBuilder<unknown>)[]
  /** Conditions for the parameters of the list's query, other than page, search and sort. */
  filter?: (query: FamilyRow) => RawBuilder<unknown>
}

export function pageOfFamily(
  tx: Tx,
  family: Family,
  pharmacyId: string,
  query: Page & FamilyRow,
): Promise<{ items: FamilyRow[]; total: number }> {
  const kept = sql`${family.filter?.(query) ?? sql`true`} and ${searched(family, query['search'])}`
  const order = [...sortedBy(family, query['sort']), ...family.order]
  return pagedRows(tx, query, {
    from: sql`${sql.table(family.table)} where pharmacy_id = ${pharmacyId} and ${kept}`,
    items: (limit) => rowsWhere(tx, { ...family, order }, pharmacyId, kept, limit),
  })
}

export function rowsInUse(tx: Tx, family: Family, pharmacyId: string): Promise<FamilyRow[]> {
  return rowsWhere(tx, family, pharmacyId, sql`not archived`)
}

export async function findRow(tx: Tx, family: Family, pharmacyId: string, id: string): Promise<FamilyRow | undefined> {
  const [row] = await rowsWhere(tx, family, pharmacyId, sql`id = ${id}`)
  return row
}

export async function insertRow(tx: Tx, { table, columns }: Family, pharmacyId: string, row: FamilyRow): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (pharmacy_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    values (${pharmacyId}, ${sql.join(columns.map((column) => row[column]))})`.execute(tx)
}

export async function updateRow(tx: Tx, { table, columns }: Family, pharmacyId: string, row: FamilyRow): Promise<void> {
  const values = columns.filter((column) => column !== 'id').map((column) => sql`${sql.ref(column)} = ${row[column]}`)
  await sql`
    update ${sql.table(table)} set ${sql.join(values)} where pharmacy_id = ${pharmacyId} and id = ${row['id']}`.execute(
    tx,
  )
}

/** Every word must occur in the name, whatever its case and accents. */
function searched({ name }: Family, search: unknown): RawBuilder<unknown> {
  const words = typeof search === 'string' ? wordsOf(search) : []
  return sql.join([sql`true`, ...words.map((word) => sql`strpos(folded(${sql.ref(name)}), ${word}) > 0`)], sql` and `)
}

/** `-name`: from Z to A. The contract accepts only its own fields. Names are sorted as people sort them. */
function sortedBy({ columns, name }: Family, sort: unknown): RawBuilder<unknown>[] {
  if (typeof sort !== 'string') return []
  const column = sort.replace(/^-/, '')
  if (!columns.includes(column)) return []
  const by = column === name ? sql`folded(${sql.ref(column)})` : sql.ref(column)
  return [sort.startsWith('-') ? sql`${by} desc` : sql`${by} asc`]
}

async function rowsWhere(
  tx: Tx,
  { table, columns, order }: Family,
  pharmacyId: string,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
): Promise<FamilyRow[]> {
  const ordered = [...order, 'id'].map((part) => (typeof part === 'string' ? sql.ref(part) : part))
  const { rows } = await sql<FamilyRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where pharmacy_id = ${pharmacyId} and ${condition} order by ${sql.join(ordered)} ${limit}`.execute(tx)
  return rows
}
