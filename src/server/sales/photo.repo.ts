import { sql } from 'kysely'
import type { NewSalePhoto } from '#shared/contract/sale-photos.ts'
import type { Tx } from '#server/db/database.ts'

export type PhotoRow = {
  id: string
  paymentId: string | null
  mime: NewSalePhoto['mime']
  bytes: Uint8Array
  takenAt: Date
}

type Photographed = { photoExists: boolean; saleExists: boolean; paymentExists: boolean }

/** The facts that the rules of a photo need: the photo, the sale and the payment that it names. */
export async function readPhotographed(
  tx: Tx,
  pharmacyId: string,
  { id, saleId, paymentId }: Pick<NewSalePhoto, 'id' | 'saleId' | 'paymentId'>,
): Promise<Photographed> {
  const { rows } = await sql<Photographed>`
    select exists (select from sale_photos where pharmacy_id = ${pharmacyId} and id = ${id}) as "photoExists",
      exists (select from sales where pharmacy_id = ${pharmacyId} and id = ${saleId}) as "saleExists",
      exists (select from sale_payments where pharmacy_id = ${pharmacyId} and sale_id = ${saleId}
        and id = ${paymentId}) as "paymentExists"`.execute(tx)
  return rows[0]!
}

export async function insertPhoto(
  tx: Tx,
  pharmacyId: string,
  { id, saleId, paymentId, mime, data, sellerId, takenAt }: NewSalePhoto,
  receivedAt: Date,
): Promise<void> {
  await tx
    .insertInto('sale_photos')
    .values({
      pharmacy_id: pharmacyId,
      id,
      sale_id: saleId,
      payment_id: paymentId,
      mime,
      bytes: Buffer.from(data, 'base64'),
      user_id: sellerId,
      taken_at: new Date(takenAt),
      received_at: receivedAt,
    })
    .execute()
}

/** Photos, oldest first; undefined when the pharmacy has no such sale. */
export async function photosOf(tx: Tx, pharmacyId: string, saleId: string): Promise<PhotoRow[] | undefined> {
  const rows = await tx
    .selectFrom('sale_photos')
    .select(['id', 'payment_id as paymentId', 'mime', 'bytes', 'taken_at as takenAt'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('sale_id', '=', saleId)
    .orderBy('taken_at')
    .orderBy('id')
    .execute()
  if (rows.length > 0) return rows
  const sale = await tx
    .selectFrom('sales')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', saleId)
    .executeTakeFirst()
  return sale && []
}
