import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'

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
  const pharmacies = await tx.selectFrom('pharmacies').select('id').orderBy('id').execute()
  let touched = 0
  for (const { id } of pharmacies) {
    await enterPharmacy(tx, id)
    touched += await touchOnePharmacy(tx, id, productIds)
  }
  return touched
}

async function touchOnePharmacy(tx: Tx, pharmacyId: string, productIds: readonly string[]): Promise<number> {
  const rows = await sql<{ id: string }>`
    select pharmacy_products.id from pharmacy_products
    join ${jsonRows(productIds.map((id) => ({ id })))} as r(id uuid) on r.id = pharmacy_products.product_id
    where pharmacy_products.pharmacy_id = ${pharmacyId} order by pharmacy_products.id`.execute(tx)
  if (rows.rows.length === 0) return 0
  const before = await takeRevisions(tx, pharmacyId, rows.rows.length)
  const revisions = rows.rows.map(({ id }, index) => ({ id, rev: before + index + 1 }))
  await sql`
    update pharmacy_products set rev = r.rev from ${jsonRows(revisions)} as r(id uuid, rev bigint)
    where pharmacy_products.pharmacy_id = ${pharmacyId} and pharmacy_products.id = r.id`.execute(tx)
  return revisions.length
}
