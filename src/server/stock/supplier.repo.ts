import type { Tx } from '#server/db/database.ts'

/** Whether the pharmacy has this supplier, and did not archive it. */
export async function isSupplierInUse(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('suppliers')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .where('archived', '=', false)
    .executeTakeFirst()
  return row !== undefined
}
