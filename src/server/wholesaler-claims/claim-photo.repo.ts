import { sql } from 'kysely'
import type { ClaimPhoto } from '#shared/contract/wholesaler-claims.ts'
import type { Tx } from '#server/db/database.ts'

export type NewClaimPhoto = { id: string; position: number; mime: ClaimPhoto['mime']; bytes: Buffer }
type Stored = Omit<NewClaimPhoto, 'bytes'> & { bytes: Buffer; addedAt: Date }

/** By line, oldest first. */
export async function photosOfClaim(tx: Tx, pharmacyId: string, claimId: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, position, mime, bytes, added_at as "addedAt" from wholesaler_claim_photos
    where pharmacy_id = ${pharmacyId} and claim_id = ${claimId} order by position, added_at, id`.execute(tx)
  return rows
}

/** Where the pharmacy has a photo of this id. */
export async function claimOfPhoto(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<{ claimId: string; position: number } | undefined> {
  const { rows } = await sql<{ claimId: string; position: number }>`
    select claim_id as "claimId", position from wholesaler_claim_photos
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]
}

export async function insertClaimPhoto(
  tx: Tx,
  pharmacyId: string,
  claimId: string,
  photo: NewClaimPhoto,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('wholesaler_claim_photos')
    .values({ pharmacy_id: pharmacyId, claim_id: claimId, ...photo, user_id: userId, added_at: at })
    .execute()
}

/** Returns false when the claim has no such photo. */
export async function deleteClaimPhoto(tx: Tx, pharmacyId: string, claimId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('wholesaler_claim_photos')
    .where('pharmacy_id', '=', pharmacyId)
    .where('claim_id', '=', claimId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
