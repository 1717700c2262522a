import type { NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import { findDisbursement } from '#server/disbursements/disbursement.repo.ts'
import { bytesOf, insertPhoto, photoIdsHeld } from '#server/disbursements/disbursement-photo.repo.ts'
import { photoRestorer } from '#server/photos/photo-restorer.ts'
import { isMember } from '#server/sales/reverse-sale.repo.ts'

/** The photo of a receipt comes back after its disbursement. */
export const disbursementPhotoRestorer = photoRestorer<NewDisbursementPhoto>({
  kind: 'disbursement-photo',
  held: photoIdsHeld,
  bytesOf,
  insert: insertPhoto,
  async missing(tx, pharmacyId, kept) {
    if (!(await isMember(tx, pharmacyId, kept.sellerId))) return `unknown member ${kept.sellerId}`
    return (await findDisbursement(tx, pharmacyId, kept.disbursementId))
      ? undefined
      : `unknown disbursement ${kept.disbursementId}`
  },
})
