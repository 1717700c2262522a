import { NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import { NewSalePhoto } from '#shared/contract/sale-photos.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { LocalPhoto, SalesTx } from '#shared/store/sales/sales-rows.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** A photo, already shrunk; `paymentId` is the payment whose voucher it shows. */
export type NewPhoto = Pick<LocalPhoto, 'saleId' | 'paymentId' | 'mime' | 'bytes'>
export type NewReceiptPhoto = Pick<LocalPhoto, 'mime' | 'bytes'> & { disbursementId: string }
/** Author, terminal and session of a record made at the counter. */
export type NotingFacts = Pick<NewSalePhoto, 'terminalId' | 'sessionId' | 'sellerId' | 'sellerRoles'>

/** The outbox row of a photo has no bytes; they are read when it is sent. */
const PhotoNote = NewSalePhoto.omit({ data: true })
const ReceiptPhotoNote = NewDisbursementPhoto.omit({ data: true })

/** 900,000 base64 characters, the contract's maximum. */
export const largestPhotoBytes = 675_000

/** The part of the sales database that stores photos until the server has them. */
export function photoStore({ read, write }: SalesDatabase) {
  return {
    /**
     * Stores a photo and queues it in one strict transaction; it is sent after its sale. Throws RangeError when it is
     * empty or larger than `largestPhotoBytes`.
     */
    async notePhoto({ saleId, paymentId, mime, bytes }: NewPhoto, facts: NotingFacts): Promise<LocalPhoto> {
      demandShrunk(bytes)
      const now = new Date()
      const note = PhotoNote.parse({
        ...facts,
        id: uuid7(now.getTime()),
        revision: 1,
        saleId,
        paymentId,
        mime,
        takenAt: now.toISOString(),
      })
      const sealed = frozen(note)
      const { terminalId: _, revision, ...kept } = note
      const photo: LocalPhoto = { ...kept, bytes }
      return write(async (tx) => {
        await tx.objectStore('photos').put(photo)
        await enqueue(tx, { saleId: photo.id, kind: 'photo', revision, ...sealed, sessionId: note.sessionId })
        return photo
      })
    },

    /** Stores and queues the photo of the receipt of a disbursement, like `notePhoto`. */
    async noteReceiptPhoto({ disbursementId, mime, bytes }: NewReceiptPhoto, facts: NotingFacts): Promise<LocalPhoto> {
      demandShrunk(bytes)
      const now = new Date()
      const note = ReceiptPhotoNote.parse({
        ...facts,
        id: uuid7(now.getTime()),
        revision: 1,
        disbursementId,
        mime,
        takenAt: now.toISOString(),
      })
      const { id, takenAt, sessionId, sellerId, sellerRoles, revision } = note
      const photo: LocalPhoto = {
        id,
        saleId: disbursementId,
        paymentId: null,
        mime,
        bytes,
        takenAt,
        sessionId,
        sellerId,
        sellerRoles,
      }
      return write(async (tx) => {
        await tx.objectStore('photos').put(photo)
        await enqueue(tx, { saleId: id, kind: 'disbursement-photo', revision, ...frozen(note), sessionId })
        return photo
      })
    },

    /** Deletes a waiting photo; a photo that the server has stays there. */
    forgetPhoto(id: string): Promise<void> {
      return write(async (tx) => {
        await tx.objectStore('photos').delete(id)
        await tx.objectStore('outbox').delete(id)
      })
    },

    readPhoto(id: string): Promise<LocalPhoto | undefined> {
      return read((database) => database.get('photos', id))
    },
  }
}

function demandShrunk(bytes: Uint8Array): void {
  if (bytes.length === 0 || bytes.length > largestPhotoBytes)
    throw new RangeError(`not a photo that can be sent: ${bytes.length} bytes`)
}

/** Deletes the waiting photos of a sale that is deleted. */
export async function dropPhotosOf(tx: SalesTx, saleId: string): Promise<void> {
  for (const photo of await tx.objectStore('photos').getAll()) {
    if (photo.saleId !== saleId) continue
    await tx.objectStore('photos').delete(photo.id)
    await tx.objectStore('outbox').delete(photo.id)
  }
}
