import type { Tx } from '#server/db/database.ts'

/** Writes that windows of this version called; a later contact is kept. */
export async function writeContact(tx: Tx, pharmacyId: string, version: string, at: Date): Promise<void> {
  await tx
    .insertInto('pharmacy_contacts')
    .values({ pharmacy_id: pharmacyId, version, at })
    .onConflict((conflict) => conflict.columns(['pharmacy_id', 'version']).doUpdateSet({ at }))
    .execute()
}
