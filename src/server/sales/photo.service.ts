import type { NewSalePhoto, SalePhoto } from '#shared/contract/sale-photos.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { takePhoto } from '#server/photos/take-photo.ts'
import { insertPhoto, photosOf, readPhotographed } from '#server/sales/photo.repo.ts'
import { readActor, refusalOfActing } from '#server/sellers/acting.ts'

/**
 * Attaches a photo to a sale, exactly once. Checks the rights of the seller. Throws
 * `requests:invalid` when the data is not a picture, `requests:notFound` when the sale does not exist (a terminal sends
 * the sale first).
 */
export function addPhoto(context: Context, body: NewSalePhoto): Promise<{ id: string }> {
  return takePhoto(context, body, { kind: 'photo', refusalOf, insert: insertPhoto })
}

/** Photos, oldest first. Throws `requests:notFound` when the pharmacy has no such sale. */
export async function listPhotos(context: Context, saleId: string): Promise<SalePhoto[]> {
  const pharmacyId = pharmacyOf(context)
  const photos = await context.database.read(pharmacyId, (tx) => photosOf(tx, pharmacyId, saleId))
  if (!photos) throw new AppError('requests:notFound')
  return photos.map(({ bytes, takenAt, ...photo }) => ({
    ...photo,
    takenAt: takenAt.toISOString(),
    data: Buffer.from(bytes).toString('base64'),
  }))
}

async function refusalOf(tx: Tx, context: Context, photo: NewSalePhoto): Promise<Refusal | null> {
  const pharmacyId = pharmacyOf(context)
  const refusal = refusalOfActing(
    await readActor(tx, context, { ...photo, at: photo.takenAt }),
    photo.sellerId,
    'sale.sell',
  )
  if (refusal) return refusal
  const { photoExists, saleExists, paymentExists } = await readPhotographed(tx, pharmacyId, photo)
  if (!saleExists) return { message: 'requests:notFound' }
  if (photoExists) return { message: 'requests:conflict' }
  if (photo.paymentId === null || paymentExists) return null
  return { message: 'requests:invalid', details: { issues: [{ path: 'body.paymentId', message: 'unknown' }] } }
}
