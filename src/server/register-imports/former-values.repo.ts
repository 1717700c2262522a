import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

/** The imports of a register whose writes are kept; an older one cannot be undone. */
const keptImports = 3

/** The tables of names that an import adds to. */
export type NameTable = 'forms' | 'brands' | 'inns' | 'packagings'

/**
 * Before an import changes these products: keeps what it may change of them. The import gives each of them one new
 * version.
 */
export async function keepFormerValues(tx: Tx, importId: string, productIds: readonly string[]): Promise<void> {
  await sql`
    insert into register_import_products (import_id, product_id, kind, version, former)
    select ${importId}::uuid, p.id, 'changed', p.version + 1, jsonb_build_object('version', p.version,
      'label', p.label, 'form_id', p.form_id, 'brand_id', p.brand_id, 'reference_price', p.reference_price, 'reference_currency', p.reference_currency,
      'archived', p.archived,
      'codes', array(select c.code from product_codes c where c.product_id = p.id),
      'packagings', array(select k.packaging_id from product_packagings k where k.product_id = p.id),
      'inns', (select coalesce(jsonb_agg(jsonb_build_object('position', x.position, 'inn_id', x.inn_id,
        'dosage', x.dosage)), '[]') from product_inns x where x.product_id = p.id))
    from products p where p.id = any(${[...productIds]}::uuid[])`.execute(tx)
}

/** After an import made these products. */
export async function keepMadeProducts(tx: Tx, importId: string, productIds: readonly string[]): Promise<void> {
  await sql`
    insert into register_import_products (import_id, product_id, kind, version)
    select ${importId}::uuid, id, 'made', version from products
      where id = any(${[...productIds]}::uuid[])`.execute(tx)
}

/** After an import added keys of the register to products that it did not make. */
export async function keepAddedKeys(
  tx: Tx,
  importId: string,
  added: readonly { key: string; productId: string }[],
): Promise<void> {
  const rows = added.map(({ key, productId }) => ({ key, product_id: productId }))
  await sql`
    insert into register_import_products as known (import_id, product_id, kind, keys)
    select ${importId}::uuid, product_id, 'found', array_agg(key)
      from ${jsonRows(rows)} as r(key text, product_id uuid) group by product_id
    on conflict (import_id, product_id) do update set keys = known.keys || excluded.keys`.execute(tx)
}

/** After an import added names. */
export async function keepAddedNames(
  tx: Tx,
  importId: string,
  added: Readonly<Record<NameTable, readonly string[]>>,
): Promise<void> {
  const rows = Object.entries(added).flatMap(([kind, ids]) => ids.map((id) => ({ kind, id })))
  await sql`
    insert into register_import_names (import_id, kind, name_id)
    select ${importId}::uuid, kind, id from ${jsonRows(rows)} as r(kind text, id uuid)`.execute(tx)
}

/** Forgets what the older imports of a register wrote: they cannot be undone any more. */
export async function forgetOlderImports(tx: Tx, countryCode: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from register_imports where country_code = ${countryCode} and is_kept
      order by applied desc offset ${keptImports}`.execute(tx)
  for (const { id } of rows) await forgetImport(tx, id)
}

/** Forgets what an import wrote. */
export async function forgetImport(tx: Tx, importId: string): Promise<void> {
  await sql`delete from register_import_products where import_id = ${importId}`.execute(tx)
  await sql`delete from register_import_names where import_id = ${importId}`.execute(tx)
  await sql`update register_imports set is_kept = false, former_profile = null where id = ${importId}`.execute(tx)
}
