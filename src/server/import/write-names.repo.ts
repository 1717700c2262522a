import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { findOrCreateNames, findOrCreatePackagings, type Ids } from '#server/families/find-or-create-names.repo.ts'
import { atcLabels } from '#server/import/atc-labels.ts'
import type { ImportedProduct } from '#server/import/bdpm-products.ts'

/** Ids by folded name (`packagings`: by label and units), and the number of new names. */
export type Names = {
  forms: Ids
  brands: Ids
  inns: Ids
  packagings: Ids
  inserted: { forms: number; brands: number; inns: number; packagings: number; atcs: number }
}

/** Inserts the names that products refer to. Reuses a name that exists already, whatever its case and accents. */
export async function writeNames(tx: Tx, products: readonly ImportedProduct[]): Promise<Names> {
  const forms = await findOrCreateNames(
    tx,
    'forms',
    products.flatMap(({ form }) => form ?? []),
  )
  const brands = await findOrCreateNames(
    tx,
    'brands',
    products.flatMap(({ brand }) => brand ?? []),
  )
  const inns = await findOrCreateNames(
    tx,
    'inns',
    products.flatMap((product) => product.inns.map(({ name }) => name)),
  )
  const packagings = await findOrCreatePackagings(
    tx,
    products.map(({ packaging }) => packaging),
  )
  const atcs = await writeAtcs(tx, products)
  return {
    forms: forms.ids,
    brands: brands.ids,
    inns: inns.ids,
    packagings: packagings.ids,
    inserted: {
      forms: forms.added.length,
      brands: brands.added.length,
      inns: inns.added.length,
      packagings: packagings.added.length,
      atcs,
    },
  }
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
