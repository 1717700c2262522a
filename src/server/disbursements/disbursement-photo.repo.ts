import { sql } from 'kysely'
import type { NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import type { Tx } from '#server/db/database.ts'

/** Of these ids, those that a pharmacy has. */
export async function photoIdsHeld(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from disbursement_photos where pharmacy_id = ${pharmacyId} and id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertPhoto(
  tx: Tx,
  pharmacyId: string,
  { id, disbursementId, mime, data, sellerId, takenAt }: NewDisbursementPhoto,
  receivedAt: Date,
): Promise<void> {
  // The clock of a till that is ahead takes nothing in the future.
  const taken_at = new Date(Math.min(Date.parse(takenAt), receivedAt.getTime()))
  await tx
    .insertInto('disbursement_photos')
    .values({
      pharmacy_id: pharmacyId,
      id,
      disbursement_id: disbursementId,
      mime,
      bytes: Buffer.from(data, 'base64'),
      user_id: sellerId,
      taken_at,
      received_at: receivedAt,
    })
    .execute()
}

/** Oldest first. */
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

export async function bytesOf(tx: Tx, pharmacyId: string, id: string): Promise<Uint8Array | undefined> {
  const row = await tx
    .selectFrom('disbursement_photos')
    .select('bytes')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.bytes
}
