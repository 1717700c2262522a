import type { NewSalePhoto, SalePhoto } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/field-issues.ts'
import { fileNameOf } from '#server/inbox/journal-files.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { photoIssue } from '#server/sales/photo-bytes.ts'
import { insertPhoto, photoIdsHeld, photosOf, readPhotographed } from '#server/sales/photo.repo.ts'
import { sellerRights } from '#server/sales/seller-rights.ts'
import { readSeller } from '#server/sales/seller.repo.ts'

/** What the inbox keeps: all but the picture, which has its own table. */
export type KeptPhoto = Omit<NewSalePhoto, 'data'>

/**
 * Attaches a photo to a sale, exactly once; the right is that of the seller whom the body names. Throws `requests:invalid` for what is no picture,
 * `requests:notFound` for no sale: a terminal sends its sale first.
 */
export async function addPhoto(context: Context, body: NewSalePhoto): Promise<{ id: string }> {
  const { actor, now, hints } = context
  const pharmacyId = pharmacyOf(context)
  const issue = photoIssue(body)
  if (issue) refuseFields([{ path: 'body.data', message: issue }])
  const { data, ...note } = body
  const answer = { id: body.id }
  await acceptOnce<KeptPhoto>(context, {
    pharmacyId, kind: 'photo', payload: body,
    async judge(tx) {
      const refusal = await refusalOf(tx, pharmacyId, body)
      if (refusal) return { accepted: false, refusal }
      await insertPhoto(tx, pharmacyId, body, now)
      return { accepted: true, answer: note }
    },
    told() {
      const bytes = Buffer.from(data, 'base64')
      return [{ pharmacyId, userId: actor.userId, kind: 'photo', payload: { ...note, sha256: fileNameOf(bytes) }, answer, at: now.toISOString() }, bytes]
    },
    publish: () => hints.publish(pharmacyId, 'sales'),
  })
  return answer
}

/** Oldest first. Throws `requests:notFound` for what is not a sale of this pharmacy. */
export async function listPhotos(context: Context, saleId: string): Promise<SalePhoto[]> {
  const pharmacyId = pharmacyOf(context)
  const photos = await context.database.read(pharmacyId, (tx) => photosOf(tx, pharmacyId, saleId))
  if (!photos) throw new AppError('requests:notFound')
  return photos.map(({ bytes, takenAt, ...photo }) => ({ ...photo, takenAt: takenAt.toISOString(), data: Buffer.from(bytes).toString('base64') }))
}

async function refusalOf(tx: Tx, pharmacyId: string, photo: NewSalePhoto): Promise<Refusal | null> {
  const { seller, rolesGive } = await readSeller(tx, pharmacyId, photo)
  if (!seller) return { message: 'sales:unknownSeller', details: { sellerId: photo.sellerId } }
  // A right that was revoked while the photo waited to be sent still counts: the voucher was there.
  if (!sellerRights(seller, rolesGive).may('sale.sell')) return { message: 'auth:forbidden', details: { permission: 'sale.sell' } }
  const { saleExists, paymentExists } = await readPhotographed(tx, pharmacyId, photo)
  if (!saleExists) return { message: 'requests:notFound' }
  if ((await photoIdsHeld(tx, pharmacyId, [photo.id])).length > 0) return { message: 'requests:conflict' }
  if (photo.paymentId === null || paymentExists) return null
  return { message: 'requests:invalid', details: { issues: [{ path: 'body.paymentId', message: 'unknown' }] } }
}
