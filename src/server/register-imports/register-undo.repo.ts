import { sql } from 'kysely'
import type { KeptProduct, RegisterProfile, UndoCounts } from '#shared/contract/register-imports.ts'
import type { Tx } from '#server/db/database.ts'
import { forgetImport, type NameTable } from '#server/register-imports/former-values.repo.ts'

/**
 * What the undo does with a product. `removed`: deleted. `restored`: gets its former values. Otherwise it is kept:
 * archived when it is `used`; left as it is when it was `changed` since, or another register lists it (`listed`).
 */
export type Fate = 'removed' | 'restored' | KeptProduct['reason']
export type FatedProduct = { productId: string; label: string; fate: Fate }

/**
 * The fate of each product that an import made, or of each one that it changed. Every writer of a product gives it a new
 * version, except who writes its texts.
 */
export async function fatesOf(tx: Tx, importId: string, kind: 'made' | 'changed'): Promise<FatedProduct[]> {
  const { rows } = await sql<FatedProduct>`
    select p.id as "productId", p.label,
      case when p.version <> w.version then 'changed'
        when w.kind = 'changed' then 'restored'
        when exists (select from product_texts t where t.product_id = p.id) then 'changed'
        when exists (select from register_products r where r.product_id = p.id and r.country_code <> x.country_code)
          then 'listed'
        when exists (select from pharmacy_products o where o.product_id = p.id)
          or exists (select from product_health_insurances h where h.product_id = p.id)
          or exists (select from wholesaler_products s where s.product_id = p.id) then 'used'
        else 'removed' end as fate
    from register_import_products w join register_imports x on x.id = w.import_id join products p on p.id = w.product_id
    where w.import_id = ${importId} and w.kind = ${kind} order by folded(p.label), p.id`.execute(tx)
  return rows
}

/**
 * Gives products the values that they had before the import. Of its packagings, those stay in which a pharmacy has or
 * awaits boxes.
 */
export async function restoreProducts(tx: Tx, importId: string, productIds: readonly string[]): Promise<void> {
  const written = sql`(select product_id, version, former from register_import_products
    where import_id = ${importId} and product_id = any(${[...productIds]}::uuid[]))`
  await sql`
    update products p set label = f.label, form_id = f.form_id, brand_id = f.brand_id,
      reference_price = f.reference_price, reference_currency = f.reference_currency, archived = f.archived,
      version = p.version + 1
    from ${written} w cross join lateral jsonb_to_record(w.former) as f(label text, form_id uuid, brand_id uuid,
      reference_price bigint, reference_currency text, archived boolean)
    where p.id = w.product_id`.execute(tx)
  await sql`
    delete from product_codes c using ${written} w
    where c.product_id = w.product_id and not w.former->'codes' ? c.code`.execute(tx)
  await sql`
    delete from product_packagings k using ${written} w
    where k.product_id = w.product_id and not w.former->'packagings' ? k.packaging_id::text
      and not exists (select from pharmacy_products o join stock_items i on i.pharmacy_id = o.pharmacy_id
        and i.pharmacy_product_id = o.id where o.product_id = k.product_id and i.packaging_id = k.packaging_id)
      and not exists (select from pharmacy_products o join delivery_lines l on l.pharmacy_id = o.pharmacy_id
        and l.pharmacy_product_id = o.id where o.product_id = k.product_id
          and l.packaging_id = k.packaging_id)`.execute(tx)
  await sql`delete from product_inns x using ${written} w where x.product_id = w.product_id`.execute(tx)
  await sql`
    insert into product_inns (product_id, position, inn_id, dosage)
    select w.product_id, f.position, f.inn_id, f.dosage from ${written} w
      cross join lateral jsonb_to_recordset(w.former->'inns') as f(position int, inn_id uuid, dosage text)`.execute(tx)
  // each is again as an earlier import left it, which can then be undone too
  await sql`
    update register_import_products e set version = p.version
    from ${written} w join products p on p.id = w.product_id
    where e.product_id = w.product_id and e.import_id <> ${importId}
      and e.version = (w.former->>'version')::int`.execute(tx)
}

/** Takes back the keys of the register that the import added to products which it found, or restored. */
export async function removeAddedKeys(tx: Tx, importId: string, productIds: readonly string[]): Promise<void> {
  await sql`
    delete from register_products r using register_import_products w, register_imports x
    where x.id = ${importId} and w.import_id = x.id and r.country_code = x.country_code and r.key = any(w.keys)
      and r.product_id = w.product_id
      and (w.kind = 'found' or w.product_id = any(${[...productIds]}::uuid[]))`.execute(tx)
}

/** Deletes products that nothing uses, with their codes, DCI, packagings and keys. */
export async function deleteProducts(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`delete from products where id = any(${[...productIds]}::uuid[])`.execute(tx)
}

/** Pharmacies keep theirs. Nobody is named as having changed them: the register may bring them back. */
export async function archiveMadeProducts(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`update products set archived = true, version = version + 1
    where id = any(${[...productIds]}::uuid[])`.execute(tx)
}

/** The rows that use a name `n` of the referential. */
const usesOfNames = {
  forms: [sql`select from products where form_id = n.id`],
  brands: [sql`select from products where brand_id = n.id`],
  inns: [sql`select from product_inns where inn_id = n.id`],
  packagings: [
    sql`select from product_packagings where packaging_id = n.id`,
    sql`select from stock_items where packaging_id = n.id`,
    sql`select from delivery_lines where packaging_id = n.id`,
  ],
} as const
/** The names in the kept values of the other imports, which may need them again. */
const formerNames = {
  forms: sql`select former->>'form_id' from register_import_products where former->>'form_id' is not null`,
  brands: sql`select former->>'brand_id' from register_import_products where former->>'brand_id' is not null`,
  inns: sql`select f.inn_id from register_import_products, jsonb_to_recordset(former->'inns') as f(inn_id text)`,
  packagings: sql`select f.id from register_import_products, jsonb_array_elements_text(former->'packagings') as f(id)`,
} as const

/** Forgets what the import wrote, and deletes the names that it added and nothing uses. */
export async function forgetUndone(tx: Tx, importId: string): Promise<void> {
  const { rows } = await sql<{ kind: NameTable; ids: string[] }>`
    select kind, array_agg(name_id) as ids from register_import_names where import_id = ${importId}
      group by kind`.execute(tx)
  await forgetImport(tx, importId)
  for (const { kind, ids } of rows)
    await sql`
      delete from ${sql.table(kind)} n where n.id = any(${ids}::uuid[])
        and n.id::text not in (${formerNames[kind]})
        and ${sql.join(
          usesOfNames[kind].map((use) => sql`not exists (${use})`),
          sql` and `,
        )}`.execute(tx)
}

/** `isNewest`: no later import of the register stands, and what it wrote is kept. */
type UndoneImport = {
  id: string
  countryCode: string
  formerProfile: RegisterProfile | null
  isNewest: boolean
}

/** The import that a job undoes; undefined when its history has ended meanwhile. */
export async function importUndoneBy(tx: Tx, undoId: string): Promise<UndoneImport | undefined> {
  const { rows } = await sql<UndoneImport>`
    select x.id, x.country_code as "countryCode", x.former_profile as "formerProfile", ${isNewest} as "isNewest"
    from register_imports x where x.undo_id = ${undoId}`.execute(tx)
  return rows[0]
}

/** Of the import `x`. */
export const isNewest = sql`(x.is_kept and x.applied = (select max(y.applied) from register_imports y
  where y.country_code = x.country_code and y.undo_result is null))`

export type UndoResult = { counts: UndoCounts; kept: KeptProduct[] }

export async function finishUndo(tx: Tx, importId: string, result: UndoResult): Promise<void> {
  await tx
    .updateTable('register_imports')
    .set({ undo_result: JSON.stringify(result) })
    .where('id', '=', importId)
    .execute()
}

/** Until the commit, no other call asks for the undo of the import. */
export async function lockImport(tx: Tx, id: string): Promise<void> {
  await sql`select from register_imports where id = ${id} for update`.execute(tx)
}

/** Names the job that undoes an import. */
export async function setUndo(tx: Tx, importId: string, undoId: string): Promise<void> {
  await tx.updateTable('register_imports').set({ undo_id: undoId }).where('id', '=', importId).execute()
}
