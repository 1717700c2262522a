import type { NewSalePhoto } from '#shared/contract/sales.ts'
import type { Tx } from '#server/db/database.ts'
import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { fileNameOf, type JournalFiles } from '#server/inbox/journal-files.ts'
import { acceptedAnswer } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { bytesOf, insertPhoto, photoIdsHeld, readPhotographed } from '#server/sales/photo.repo.ts'
import type { KeptPhoto } from '#server/sales/photo.service.ts'
import { readSeller } from '#server/sales/seller.repo.ts'

/** A photo comes back after the sale whose voucher it shows. */
export const photoRestorer: Restorer<EntryOf<'photo'>> = {
  name: ({ payload: { id } }) => ({ kind: 'photo', id }),
  held: photoIdsHeld,
  restore: restorePhoto,
  async entryOf(tx, pharmacyId, id) {
    const accepted = await acceptedAnswer(tx, pharmacyId, id)
    const bytes = await bytesOf(tx, pharmacyId, id)
    if (!accepted || !bytes) return undefined
    const kept = accepted.answer as KeptPhoto
    return { pharmacyId, userId: kept.sellerId, kind: 'photo', payload: { ...kept, sha256: fileNameOf(bytes) }, answer: { id }, at: accepted.at.toISOString() }
  },
  bytesOf,
}

async function restorePhoto(tx: Tx, { pharmacyId, payload: { sha256, ...kept }, at, kind }: EntryOf<'photo'>, files: JournalFiles): Promise<Restored | { reason: string }> {
  const { seller } = await readSeller(tx, pharmacyId, kept)
  if (!seller) return { reason: `unknown seller ${kept.sellerId}` }
  const { saleExists } = await readPhotographed(tx, pharmacyId, kept)
  if (!saleExists) return { reason: `unknown sale ${kept.saleId}` }
  const file = await files.read(sha256)
  if (!file.ok) return { reason: file.reason }
  const photo: NewSalePhoto = { ...kept, data: file.bytes.toString('base64') }
  await insertPhoto(tx, pharmacyId, photo, new Date(at))
  await restoreAccepted(tx, { pharmacyId, kind, payload: photo, answer: kept satisfies KeptPhoto, at })
  return { kind: 'photo', id: kept.id }
}
