import { sql } from 'kysely'
import { foldName } from '#shared/domain/search/fold.ts'
import { stableId } from '#server/base/stable-id.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

/** Ids by folded name (of packagings: by `packagingKey`). */
export type Ids = ReadonlyMap<string, string>
type Packaging = { label: string; units: number }
/** `added`: the ids of those that were missing. */
type NamesFound = { ids: Ids; added: string[] }

/**
 * The ids of names; inserts the missing ones. A name that exists is reused, whatever its case and accents. Needs the
 * lock of the referential.
 */
export async function findOrCreateNames(
  tx: Tx,
  table: 'forms' | 'brands' | 'inns',
  names: readonly string[],
): Promise<NamesFound> {
  const column = table === 'forms' ? 'label' : 'name'
  const existing = await sql<{
    id: string
    name: string
  }>`select id, ${sql.ref(column)} as name from ${sql.table(table)} order by id`.execute(tx)
  const ids = new Map(existing.rows.map(({ id, name }) => [foldName(name), id]))
  const missing = new Map<string, { id: string; name: string }>()
  for (const name of names) {
    const key = foldName(name)
    if (!ids.has(key) && !missing.has(key)) missing.set(key, { id: stableId('bdpm', table, key), name })
  }
  for (const [key, { id }] of missing) ids.set(key, id)
  await sql`
    insert into ${sql.table(table)} (id, ${sql.ref(column)})
    select id, name from ${jsonRows([...missing.values()])} as r(id uuid, name text)`.execute(tx)
  return { ids, added: [...missing.values()].map(({ id }) => id) }
}

export function packagingKey({ label, units }: Packaging): string {
  return `${units}\t${foldName(label)}`
}

/** As `findOrCreateNames`, for packagings. */
export async function findOrCreatePackagings(tx: Tx, packagings: readonly Packaging[]): Promise<NamesFound> {
  const existing = await tx.selectFrom('packagings').selectAll().orderBy('id').execute()
  const ids = new Map(existing.map((packaging) => [packagingKey(packaging), packaging.id]))
  const missing = new Map<string, { id: string; label: string; units: number }>()
  for (const { label, units } of packagings) {
    const key = packagingKey({ label, units })
    if (!ids.has(key) && !missing.has(key)) missing.set(key, { id: stableId('bdpm', 'packagings', key), label, units })
  }
  for (const [key, { id }] of missing) ids.set(key, id)
  await sql`
    insert into packagings (id, label, units)
    select id, label, units from ${jsonRows([...missing.values()])} as r(id uuid, label text, units int)`.execute(tx)
  return { ids, added: [...missing.values()].map(({ id }) => id) }
}
