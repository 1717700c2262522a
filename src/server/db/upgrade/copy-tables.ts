import { pipeline } from 'node:stream/promises'
import { escapeIdentifier, type Client } from 'pg'
import { from, to } from 'pg-copy-streams'

/** A table and its columns, sorted by name. Generated columns are computed by each side. */
export type CopiedTable = { name: string; columns: string[]; generated: string[] }

/** All tables of the application. */
export async function tablesOf(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select c.relname as name,
      array_agg(a.attname::text order by a.attname::text collate "C") filter (where a.attgenerated = '') as columns,
      coalesce(array_agg(a.attname::text order by a.attname::text collate "C") filter (where a.attgenerated <> ''), '{}') as generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by c.relname order by c.relname collate "C"`)
  return rows
}

/** Text of values is the same on both sides, whatever the settings of the two servers. */
export const sameText = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0`

/**
 * Replaces the content of all tables of `target` by that of `source`, in one transaction of each, with triggers and
 * foreign keys off: what the source holds has passed them. `report` receives the name and the rows of each table.
 */
export async function copyTables(
  source: Client,
  target: Client,
  tables: readonly CopiedTable[],
  { report, signal }: { report: (table: string, rows: number) => void; signal: AbortSignal | undefined },
): Promise<void> {
  await source.query('begin isolation level repeatable read, read only')
  await target.query('begin')
  await target.query('set local session_replication_role = replica')
  // Rows that the migrations wrote. A table that is emptied and filled in one transaction needs no log.
  if (tables.length > 0) await target.query(`truncate ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`)
  for (const { name, columns } of tables) {
    signal?.throwIfAborted()
    const what = `${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`
    const written = target.query(from(`copy ${what} from stdin`))
    await pipeline(source.query(to(`copy ${what} to stdout`)), written, { signal })
    report(name, written.rowCount)
  }
  await setSequences(source, target)
  await target.query('commit')
  await source.query('commit')
}

/** The next number of each identity follows the last one that the source gave. */
async function setSequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; value: string; called: boolean }>(`
    select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as called
    from pg_sequences where schemaname = 'public' order by 1`)
  for (const { name, value, called } of rows)
    await target.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${escapeIdentifier(name)}`,
      value,
      called,
    ])
}
