import type { Tx } from '#server/db/database.ts'

/** ISO, two letters. */
export async function pharmacyCountry(tx: Tx, pharmacyId: string): Promise<string> {
  const { country_code } = await tx.selectFrom('pharmacies').select('country_code').where('id', '=', pharmacyId).executeTakeFirstOrThrow()
  return country_code
}
