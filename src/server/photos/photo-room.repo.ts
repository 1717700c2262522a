import type { Tx } from '#server/db/database.ts'

/** The bytes of all photos of the pharmacy; triggers of the tables of photos count them. */
export async function photoBytes(tx: Tx, pharmacyId: string): Promise<number> {
  const row = await tx
    .selectFrom('pharmacy_counters')
    .select('photo_bytes')
    .where('pharmacy_id', '=', pharmacyId)
    .executeTakeFirst()
  return row?.photo_bytes ?? 0
}
