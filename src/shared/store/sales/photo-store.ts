import { NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import { NewSalePhoto } from '#shared/contract/sales.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { LocalPhoto, SalesTx } from '#shared/store/sales/sales-rows.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** What was taken, shrunk already; `paymentId` is the payment whose voucher it shows. */
export type NewPhoto = Pick<LocalPhoto, 'saleId' | 'paymentId' | 'mime' | 'bytes'>
export type NewReceiptPhoto = Pick<LocalPhoto, 'mime' | 'bytes'> & { disbursementId: string }
/** Who notes something at the counter, where and under which unlock. */
export type NotingFacts = Pick<NewSalePhoto, 'terminalId' | 'sessionId' | 'sellerId' | 'sellerRoles'>

/** What of a photo stands in the outbox: all but its bytes, which are read when it is sent. */
const PhotoNote = NewSalePhoto.omit({ data: true })
const ReceiptPhotoNote = NewDisbursementPhoto.omit({ data: true })

/** 900,000 characters of base64, the most that the contract takes. */
export const largestPhotoBytes = 675_000

/** The side of the sales database that keeps photos until the server has them. */
export function photoStore({ read, write }: SalesDatabase) {
  return {
    /** Keeps a photo and puts it behind what waits, in one strict transaction; it is sent after its sale. Throws RangeError when it was not shrunk. */
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

    /** The same of the receipt of a disbursement. Throws RangeError when it was not shrunk. */
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

    /** Lets go of a photo that still waits; one that the server has stays there. */
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

/** A sale that goes takes what was photographed for it along. */
export async function dropPhotosOf(tx: SalesTx, saleId: string): Promise<void> {
  for (const photo of await tx.objectStore('photos').getAll()) {
    if (photo.saleId !== saleId) continue
    await tx.objectStore('photos').delete(photo.id)
    await tx.objectStore('outbox').delete(photo.id)
  }
}
