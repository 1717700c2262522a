import { sql, type RawBuilder } from 'kysely'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import type { Tables } from '#server/db/tables.ts'

/** The column of a field of the contract: that of `returnDays` is `return_days`. */
type ColumnOf<Field> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Field
/** The pharmacies' tables that have the columns of all these fields. */
export type TableWith<Field> = {
  [Name in keyof Tables]: ColumnOf<Field> | 'pharmacy_id' extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/** The tables that all pharmacies share and that have all these columns. */
export type SharedTableWith<Column> = {
  [Name in keyof Tables]: 'pharmacy_id' extends keyof Tables[Name]
    ? never
    : ColumnOf<Column> extends keyof Tables[Name]
      ? Name
      : never
}[keyof Tables]

/** A row of a small family, with the columns that its declaration lists. */
export type FamilyRow = Record<string, unknown>

/** Whose rows: those of one pharmacy, or null for a table that all pharmacies share. */
export type Owner = string | null

/** How the rows of a small family are read and written. */
export type Family = {
  table: keyof Tables
  /** The fields of the contract; a field in camel case is a column in snake case. */
  columns: readonly string[]
  /** The column that a search covers. */
  name: string
  /** Columns or expressions of the sort order; the id comes last. */
  order: readonly (string | RawBuilder<unknown>)[]
  /** Conditions for the parameters of the list's query, other than page, search and sort. */
  filter?: (query: FamilyRow) => RawBuilder<unknown>
  /** Columns that are read by an expression over the row, and never written. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
}

export function pageOfFamily(
  tx: Tx,
  family: Family,
  owner: Owner,
  query: Page & FamilyRow,
): Promise<{ items: FamilyRow[]; total: number }> {
  const kept = sql`${family.filter?.(query) ?? sql`true`} and ${searched(family, query['search'])}`
  const order = [...sortedBy(family, query['sort']), ...family.order]
  return pagedRows(tx, query, {
    from: sql`${sql.table(family.table)} where ${owned(owner)} and ${kept}`,
    items: (limit) => rowsWhere(tx, { ...family, order }, owner, kept, limit),
  })
}

export function rowsInUse(tx: Tx, family: Family, owner: Owner): Promise<FamilyRow[]> {
  return rowsWhere(tx, family, owner, sql`not archived`)
}

export async function findRow(tx: Tx, family: Family, owner: Owner, id: string): Promise<FamilyRow | undefined> {
  const [row] = await rowsWhere(tx, family, owner, sql`id = ${id}`)
  return row
}

export async function insertRow(tx: Tx, family: Family, owner: Owner, row: FamilyRow): Promise<void> {
  const written = [...(owner === null ? [] : [['pharmacy_id', owner] as const]), ...valuesOf(family, row)]
  await sql`
    insert into ${sql.table(family.table)} (${sql.join(written.map(([column]) => sql.ref(column)))})
    values (${sql.join(written.map(([, value]) => value))})`.execute(tx)
}

export async function updateRow(tx: Tx, family: Family, owner: Owner, row: FamilyRow): Promise<void> {
  const values = valuesOf(family, row)
    .filter(([column]) => column !== 'id')
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`
    update ${sql.table(family.table)} set ${sql.join(values)} where ${owned(owner)} and id = ${row['id']}`.execute(tx)
}

/** Whether another row has the same name, whatever its case and accents, and the same values of `beside`. */
export async function hasTwin(
  tx: Tx,
  { table, name }: Family,
  row: FamilyRow,
  beside: readonly string[],
): Promise<boolean> {
  const same = beside.map((column) => sql` and ${sql.ref(snakeCase(column))} = ${row[column]}`)
  const { rows } = await sql`
    select from ${sql.table(table)} where folded(${sql.ref(name)}) = folded(${row[name]}) and id <> ${row['id']}
      ${sql.join(same, sql``)}`.execute(tx)
  return rows.length > 0
}

function owned(owner: Owner): RawBuilder<unknown> {
  return owner === null ? sql`true` : sql`pharmacy_id = ${owner}`
}

function valuesOf({ columns, computed = {} }: Family, row: FamilyRow): (readonly [string, unknown])[] {
  return columns
    .filter((column) => !(column in computed))
    .map((column) => [snakeCase(column), storedValue(row[column])] as const)
}

/** A list is stored as jsonb; a driver would write an array of PostgreSQL. */
function storedValue(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : (value ?? null)
}

/** Every word must occur in the name, whatever its case and accents. */
function searched({ name }: Family, search: unknown): RawBuilder<unknown> {
  const words = typeof search === 'string' ? wordsOf(search) : []
  return sql.join([sql`true`, ...words.map((word) => sql`strpos(folded(${sql.ref(name)}), ${word}) > 0`)], sql` and `)
}

/** `-name`: from Z to A. The contract accepts only its own fields. Names are sorted as people sort them. */
function sortedBy({ columns, name, computed = {} }: Family, sort: unknown): RawBuilder<unknown>[] {
  if (typeof sort !== 'string') return []
  const column = sort.replace(/^-/, '')
  if (!columns.includes(column)) return []
  const by = computed[column] ?? (column === name ? sql`folded(${sql.ref(column)})` : sql.ref(snakeCase(column)))
  return [sort.startsWith('-') ? sql`${by} desc nulls last` : sql`${by} asc nulls last`]
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

async function rowsWhere(
  tx: Tx,
  { table, columns, order, computed = {} }: Family,
  owner: Owner,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
): Promise<FamilyRow[]> {
  const ordered = [...order, 'id'].map((part) => (typeof part === 'string' ? sql.ref(part) : part))
  const read = columns.map((column) => sql`${computed[column] ?? sql.ref(snakeCase(column))} as ${sql.ref(column)}`)
  const { rows } = await sql<FamilyRow>`
    select ${sql.join(read)} from ${sql.table(table)}
    where ${owned(owner)} and ${condition} order by ${sql.join(ordered)} ${limit}`.execute(tx)
  return rows
}
