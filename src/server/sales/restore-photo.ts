import type { NewSalePhoto } from '#shared/contract/sales.ts'
import { photoRestorer } from '#server/photos/photo-restorer.ts'
import { bytesOf, insertPhoto, photoIdsHeld, readPhotographed } from '#server/sales/photo.repo.ts'
import { readSeller } from '#server/sales/seller.repo.ts'

/** A photo comes back after the sale whose voucher it shows. */
export const salePhotoRestorer = photoRestorer<NewSalePhoto>({
  kind: 'photo',
  held: photoIdsHeld,
  bytesOf,
  insert: insertPhoto,
  async missing(tx, pharmacyId, kept) {
    const { seller } = await readSeller(tx, pharmacyId, kept)
    if (!seller) return `unknown seller ${kept.sellerId}`
    const { saleExists } = await readPhotographed(tx, pharmacyId, kept)
    return saleExists ? undefined : `unknown sale ${kept.saleId}`
  },
})
