import type { DisbursementPhoto, NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { findDisbursement } from '#server/disbursements/disbursement.repo.ts'
import { insertPhoto, isPhotoKnown, photosOf } from '#server/disbursements/disbursement-photo.repo.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { takePhoto } from '#server/photos/take-photo.ts'
import { readActor, refusalOfActing } from '#server/sellers/acting.ts'

/**
 * Attaches the photo of a receipt, exactly once. Checks the rights of the member. Throws
 * `requests:invalid` when the data is not a picture, `requests:notFound` when the disbursement does not exist (a
 * terminal sends the disbursement first).
 */
export function addPhoto(context: Context, body: NewDisbursementPhoto): Promise<{ id: string }> {
  return takePhoto(context, body, { kind: 'disbursement-photo', refusalOf, insert: insertPhoto })
}

/** Photos, oldest first. Throws `requests:notFound` when the pharmacy has no such disbursement. */
export async function listPhotos(context: Context, disbursementId: string): Promise<DisbursementPhoto[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    if (!(await findDisbursement(tx, pharmacyId, disbursementId))) throw new AppError('requests:notFound')
    const photos = await photosOf(tx, pharmacyId, disbursementId)
    return photos.map(({ bytes, takenAt, ...photo }) => ({
      ...photo,
      takenAt: takenAt.toISOString(),
      data: Buffer.from(bytes).toString('base64'),
    }))
  })
}

async function refusalOf(tx: Tx, context: Context, photo: NewDisbursementPhoto): Promise<Refusal | null> {
  const pharmacyId = pharmacyOf(context)
  const acting = await readActor(tx, context, { ...photo, at: photo.takenAt })
  const disbursement = await findDisbursement(tx, pharmacyId, photo.disbursementId)
  // The member who paid out adds the receipt, also when the right to pay out was lent.
  const isOwn = disbursement?.userId === photo.sellerId
  const refusal = refusalOfActing(acting, photo.sellerId, isOwn ? 'register.use' : 'disbursement.create')
  if (refusal) return refusal
  if (!disbursement) return { message: 'requests:notFound' }
  return (await isPhotoKnown(tx, pharmacyId, photo.id)) ? { message: 'requests:conflict' } : null
}
