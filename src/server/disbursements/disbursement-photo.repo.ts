import type { NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import type { Tx } from '#server/db/database.ts'

export async function isPhotoKnown(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('disbursement_photos')
      .select('id')
      .where('pharmacy_id', '=', pharmacyId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  )
}

export async function insertPhoto(
  tx: Tx,
  pharmacyId: string,
  { id, disbursementId, mime, data, sellerId, takenAt }: NewDisbursementPhoto,
  receivedAt: Date,
): Promise<void> {
  await tx
    .insertInto('disbursement_photos')
    .values({
      pharmacy_id: pharmacyId,
      id,
      disbursement_id: disbursementId,
      mime,
      bytes: Buffer.from(data, 'base64'),
      user_id: sellerId,
      taken_at: new Date(takenAt),
      received_at: receivedAt,
    })
    .execute()
}

/** Photos, oldest first. */
export function photosOf(
  tx: Tx,
  pharmacyId: string,
  disbursementId: string,
): Promise<{ id: string; mime: NewDisbursementPhoto['mime']; bytes: Uint8Array; takenAt: Date }[]> {
  return tx
    .selectFrom('disbursement_photos')
    .select(['id', 'mime', 'bytes', 'taken_at as takenAt'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('disbursement_id', '=', disbursementId)
    .orderBy('taken_at')
    .orderBy('id')
    .execute()
}
