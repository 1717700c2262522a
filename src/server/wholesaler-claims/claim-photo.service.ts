import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { ClaimPhoto, wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { photoIssue, refusalOfRoom } from '#server/photos/photo-bytes.ts'
import {
  claimOfPhoto,
  deleteClaimPhoto,
  insertClaimPhoto,
  photosOfClaim,
} from '#server/wholesaler-claims/claim-photo.repo.ts'
import { checkClaim } from '#server/wholesaler-claims/wholesaler-claim.service.ts'

/** Of one claim: all of them are attached to one e-mail. */
const mostPhotos = 20

/** Throws `requests:notFound`. */
export function listClaimPhotos(context: Context, claimId: string): Promise<ClaimPhoto[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    await checkClaim(tx, pharmacyId, claimId, { mayBeCanceled: true })
    const photos = await photosOfClaim(tx, pharmacyId, claimId)
    return photos.map(({ bytes, addedAt, ...photo }) => ({
      ...photo,
      addedAt: addedAt.toISOString(),
      data: bytes.toString('base64'),
    }))
  })
}

/**
 * Once by its id. Throws `requests:invalid` for bytes that are no picture and for a line that is not there,
 * `wholesalerClaims:notAllowed` for a canceled claim, `wholesalerClaims:tooManyPhotos`, `photos:noRoom`, `requests:conflict`.
 */
export async function addClaimPhoto(
  context: Context,
  claimId: string,
  { id, position, mime, data }: HandlerInput<typeof wholesalerClaims.addPhoto>['body'],
): Promise<{ id: string }> {
  const issue = photoIssue({ mime, data })
  if (issue) refuseFields([{ path: 'body.data', message: issue }])
  return changing(context, async (tx, pharmacyId) => {
    const { lines } = await checkClaim(tx, pharmacyId, claimId, { mayBeCanceled: false })
    if (!lines.some((line) => line.position === position)) refuseFields([{ path: 'body.position', message: 'unknown' }])
    const known = await claimOfPhoto(tx, pharmacyId, id)
    if (known && (known.claimId !== claimId || known.position !== position)) throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      if (lines.reduce((sum, { photos }) => sum + photos, 0) >= mostPhotos)
        throw new AppError('wholesalerClaims:tooManyPhotos', { most: mostPhotos })
      const refusal = await refusalOfRoom(tx, pharmacyId, data)
      if (refusal) throw new AppError(refusal.message, refusal.details)
      const by = { userId: context.actor.userId, at: context.now }
      await insertClaimPhoto(tx, pharmacyId, claimId, { id, position, mime, bytes: Buffer.from(data, 'base64') }, by)
    }
    return { id }
  })
}

/** Removed twice is removed once. Throws `wholesalerClaims:notAllowed` once the claim was sent: it is evidence then. */
export function removeClaimPhoto(
  context: Context,
  { id, photoId }: { id: string; photoId: string },
): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId) => {
    const { state } = await checkClaim(tx, pharmacyId, id, { mayBeCanceled: false })
    if (state !== 'draft') throw new AppError('wholesalerClaims:notAllowed', { state })
    context.changes.made = await deleteClaimPhoto(tx, pharmacyId, id, photoId)
    return { id: photoId }
  })
}

/** The photos as attachments of an e-mail, named by the line that they prove. */
export async function claimPhotoFiles(
  tx: Tx,
  pharmacyId: string,
  claimId: string,
): Promise<{ name: string; mime: string; content: Buffer }[]> {
  const photos = await photosOfClaim(tx, pharmacyId, claimId)
  return photos.map(({ position, mime, bytes }, index) => ({
    name: `ligne-${position}-photo-${index + 1}.${mime === 'image/jpeg' ? 'jpg' : 'webp'}`,
    mime,
    content: bytes,
  }))
}
