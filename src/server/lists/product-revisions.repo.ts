import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { touchRows } from '#server/lists/revision.repo.ts'

/** Until the commit, no other transaction writes the referential: its names, codes and products. */
export async function lockReferential(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('referential', 0))`.execute(tx)
}

/** The ids of all pharmacies, in the order in which their locks are taken. */
export async function allPharmacyIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('pharmacies').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Enters a pharmacy inside a platform transaction, as its writer: takes the lock that `database.write` takes, until the
 * commit, and makes the pharmacy's rows visible even where row-level security applies to the owner of the tables.
 */
export async function enterPharmacy(tx: Tx, pharmacyId: string): Promise<void> {
  await sql`select set_config('app.pharmacy_id', ${pharmacyId}, true),
    pg_advisory_xact_lock(hashtextextended(${pharmacyId}, 0))`.execute(tx)
}

/**
 * Gives a new revision to the pharmacies' products whose referential product changed, so that tills read them again.
 * Returns their number.
 */
export async function touchPharmacyProducts(tx: Tx, productIds: readonly string[]): Promise<number> {
  if (productIds.length === 0) return 0
  let touched = 0
  for (const id of await allPharmacyIds(tx)) {
    await enterPharmacy(tx, id)
    touched += await touchOnePharmacy(tx, id, productIds)
  }
  return touched
}

/**
 * The same for the products of these sections, of the pharmacies of a country: their tax group is another one. Returns
 * their number.
 */
export async function touchSections(tx: Tx, countryCode: string, sections: readonly string[]): Promise<number> {
  if (sections.length === 0) return 0
  const { rows: pharmacies } = await sql<{ id: string }>`
    select id from pharmacies where country_code = ${countryCode} order by id`.execute(tx)
  let touched = 0
  for (const { id: pharmacyId } of pharmacies) {
    await enterPharmacy(tx, pharmacyId)
    const { rows } = await sql<{ id: string }>`
      select o.id from pharmacy_products o left join products d on d.id = o.product_id
        left join product_categories g on g.id = coalesce(o.category_id, d.category_id)
      where o.pharmacy_id = ${pharmacyId} and coalesce(o.section, d.section, g.section) = any(${sections}::text[])
      order by o.id`.execute(tx)
    await touchRows(
      tx,
      pharmacyId,
      'pharmacy-products',
      rows.map(({ id }) => id),
    )
    touched += rows.length
  }
  return touched
}

async function touchOnePharmacy(tx: Tx, pharmacyId: string, productIds: readonly string[]): Promise<number> {
  const rows = await sql<{ id: string }>`
    select pharmacy_products.id from pharmacy_products
    join ${jsonRows(productIds.map((id) => ({ id })))} as r(id uuid) on r.id = pharmacy_products.product_id
    where pharmacy_products.pharmacy_id = ${pharmacyId} order by pharmacy_products.id`.execute(tx)
  const ids = rows.rows.map(({ id }) => id)
  await touchRows(tx, pharmacyId, 'pharmacy-products', ids)
  return ids.length
}
