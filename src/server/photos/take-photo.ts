import type { NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import type { NewSalePhoto } from '#shared/contract/sale-photos.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { doneAt } from '#server/base/done-at.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { photoIssue, refusalOfRoom } from '#server/photos/photo-bytes.ts'

/** The parts that differ between photos of sales and photos of disbursements. */
type Taking<Photo> = {
  kind: 'photo' | 'disbursement-photo'
  /** Why the photo is refused: a missing right, or a subject that does not exist. */
  refusalOf: (tx: Tx, context: Context, photo: Photo) => Promise<Refusal | null>
  insert: (tx: Tx, pharmacyId: string, photo: Photo, receivedAt: Date) => Promise<void>
}

/**
 * Stores a photo, exactly once. Throws `requests:invalid` when the data is not a picture, the refusals of `refusalOf`,
 * and `photos:noRoom`; not for the photo of a sale, which is a proof.
 */
export async function takePhoto<Photo extends NewSalePhoto | NewDisbursementPhoto>(
  context: Context,
  photo: Photo,
  { kind, refusalOf, insert }: Taking<Photo>,
): Promise<{ id: string }> {
  const pharmacyId = pharmacyOf(context)
  const issue = photoIssue(photo)
  if (issue) refuseFields([{ path: 'body.data', message: issue }])
  return acceptOnce<{ id: string }>(context, {
    pharmacyId,
    kind,
    payload: photo,
    async judge(tx) {
      const refusal =
        (await refusalOf(tx, context, photo)) ??
        (kind === 'photo' ? null : await refusalOfRoom(tx, pharmacyId, photo.data))
      if (refusal) return { accepted: false, refusal }
      await insert(tx, pharmacyId, { ...photo, takenAt: doneAt(photo.takenAt, context) }, context.now)
      return { accepted: true, answer: { id: photo.id } }
    },
  })
}
