import type { NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import type { Tx } from '#server/db/database.ts'
import { findDisbursement } from '#server/disbursements/disbursement.repo.ts'
import { bytesOf, insertPhoto, photoIdsHeld } from '#server/disbursements/disbursement-photo.repo.ts'
import type { KeptPhoto } from '#server/disbursements/disbursement-photo.service.ts'
import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { fileNameOf, type JournalFiles } from '#server/inbox/journal-files.ts'
import { acceptedAnswer } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { isMember } from '#server/sales/reverse-sale.repo.ts'

/** The photo of a receipt comes back after its disbursement. */
export const disbursementPhotoRestorer: Restorer<EntryOf<'disbursement-photo'>> = {
  name: ({ payload: { id } }) => ({ kind: 'disbursement-photo', id }),
  held: photoIdsHeld,
  restore: restorePhoto,
  async entryOf(tx, pharmacyId, id) {
    const accepted = await acceptedAnswer(tx, pharmacyId, id)
    const bytes = await bytesOf(tx, pharmacyId, id)
    if (!accepted || !bytes) return undefined
    const kept = accepted.answer as KeptPhoto
    return { pharmacyId, userId: kept.sellerId, kind: 'disbursement-photo', payload: { ...kept, sha256: fileNameOf(bytes) }, answer: { id }, at: accepted.at.toISOString() }
  },
  bytesOf,
}

async function restorePhoto(tx: Tx, { pharmacyId, payload: { sha256, ...kept }, at, kind }: EntryOf<'disbursement-photo'>, files: JournalFiles): Promise<Restored | { reason: string }> {
  if (!(await isMember(tx, pharmacyId, kept.sellerId))) return { reason: `unknown member ${kept.sellerId}` }
  if (!(await findDisbursement(tx, pharmacyId, kept.disbursementId))) return { reason: `unknown disbursement ${kept.disbursementId}` }
  const file = await files.read(sha256)
  if (!file.ok) return { reason: file.reason }
  const photo: NewDisbursementPhoto = { ...kept, data: file.bytes.toString('base64') }
  await insertPhoto(tx, pharmacyId, photo, new Date(at))
  await restoreAccepted(tx, { pharmacyId, kind, payload: photo, answer: kept satisfies KeptPhoto, at })
  return { kind, id: kept.id }
}
