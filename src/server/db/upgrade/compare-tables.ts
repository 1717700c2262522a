import { escapeIdentifier, type Client } from 'pg'
import type { CopiedTable } from '#server/db/upgrade/copy-tables.ts'

/** The rows of a table and a sum over the hashes of their contents, which no order of rows changes. */
type Content = { rows: string; hash: string }

/**
 * The tables whose content differs between two databases, and the sequences that stand elsewhere, in words; empty when
 * they are equal. Every column of every row is compared, generated ones included.
 */
export async function differences(
  source: Client,
  target: Client,
  tables: readonly CopiedTable[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    signal?.throwIfAborted()
    const [before, after] = await Promise.all([contentOf(source, table), contentOf(target, table)])
    if (before.rows !== after.rows) found.push(`${table.name} : ${before.rows} lignes, puis ${after.rows}`)
    else if (before.hash !== after.hash) found.push(`${table.name} : le contenu de ses ${before.rows} lignes diffère`)
  }
  const [before, after] = await Promise.all([sequencesOf(source), sequencesOf(target)])
  if (before !== after) found.push('les numéros suivants (séquences)')
  return found
}

async function contentOf(client: Client, { name, columns, generated }: CopiedTable): Promise<Content> {
  const row = [...columns, ...generated].map((column) => `t.${escapeIdentifier(column)}`).join(', ')
  const { rows } = await client.query<Content>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(row(${row})::text), 15))::bit(60)::bigint), 0)::text as hash
    from ${escapeIdentifier(name)} t`)
  return rows[0]!
}

async function sequencesOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ said: string | null }>(`
    select string_agg(sequencename || ' ' || coalesce(last_value::text, 'none'), ', ' order by sequencename collate "C") as said
    from pg_sequences where schemaname = 'public'`)
  return rows[0]?.said ?? ''
}
