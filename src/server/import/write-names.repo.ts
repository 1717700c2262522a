import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { atcLabels } from '#server/import/atc-labels.ts'
import type { ImportedProduct } from '#server/import/bdpm-products.ts'
import { foldName } from '#server/import/fold-name.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { stableId } from '#server/import/stable-id.ts'

/** Ids by folded name (`packagings`: by label and units), and the number of new names. */
export type Names = {
  forms: Ids
  brands: Ids
  inns: Ids
  packagings: Ids
  inserted: { forms: number; brands: number; inns: number; packagings: number; atcs: number }
}
type Ids = ReadonlyMap<string, string>

export function packagingKey({ label, units }: { label: string; units: number }): string {
  return `${units}\t${foldName(label)}`
}

/** Inserts the names that products refer to. Reuses a name that exists already, whatever its case and accents. */
export async function writeNames(tx: Tx, products: readonly ImportedProduct[]): Promise<Names> {
  const forms = await writeLabels(
    tx,
    'forms',
    'label',
    products.flatMap(({ form }) => form ?? []),
  )
  const brands = await writeLabels(
    tx,
    'brands',
    'name',
    products.flatMap(({ brand }) => brand ?? []),
  )
  const inns = await writeLabels(
    tx,
    'inns',
    'name',
    products.flatMap((product) => product.inns.map(({ name }) => name)),
  )
  const packagings = await writePackagings(tx, products)
  const atcs = await writeAtcs(tx, products)
  return {
    forms: forms.ids,
    brands: brands.ids,
    inns: inns.ids,
    packagings: packagings.ids,
    inserted: {
      forms: forms.inserted,
      brands: brands.inserted,
      inns: inns.inserted,
      packagings: packagings.inserted,
      atcs,
    },
  }
}

async function writeLabels(
  tx: Tx,
  table: 'forms' | 'brands' | 'inns',
  column: 'label' | 'name',
  names: readonly string[],
): Promise<{ ids: Ids; inserted: number }> {
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
  return { ids, inserted: missing.size }
}

async function writePackagings(tx: Tx, products: readonly ImportedProduct[]): Promise<{ ids: Ids; inserted: number }> {
  const existing = await tx.selectFrom('packagings').selectAll().orderBy('id').execute()
  const ids = new Map(existing.map((packaging) => [packagingKey(packaging), packaging.id]))
  const missing = new Map<string, { id: string; label: string; units: number }>()
  for (const { packaging } of products) {
    const key = packagingKey(packaging)
    if (!ids.has(key) && !missing.has(key)) missing.set(key, { id: stableId('bdpm', 'packagings', key), ...packaging })
  }
  for (const [key, { id }] of missing) ids.set(key, id)
  await sql`
    insert into packagings (id, label, units)
    select id, label, units from ${jsonRows([...missing.values()])} as r(id uuid, label text, units int)`.execute(tx)
  return { ids, inserted: missing.size }
}

/** Keeps an existing label: ours is only deduced. */
async function writeAtcs(tx: Tx, products: readonly ImportedProduct[]): Promise<number> {
  const rows = [...atcLabels(products)].map(([code, label]) => ({ code, label }))
  const inserted = await sql`
    insert into atcs (code, label)
    select code, label from ${jsonRows(rows)} as r(code text, label text)
    on conflict (code) do nothing returning code`.execute(tx)
  return inserted.rows.length
}
