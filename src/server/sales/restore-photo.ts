import type { NewSalePhoto } from '#shared/contract/sales.ts'
import type { Tx } from '#server/db/database.ts'
import { contentHash } from '#server/inbox/content-hash.ts'
import { restoreAnswer } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
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
    const payload: NewSalePhoto = { ...(accepted.answer as KeptPhoto), data: Buffer.from(bytes).toString('base64') }
    return { pharmacyId, userId: payload.sellerId, kind: 'photo', payload, answer: { id }, at: accepted.at.toISOString() }
  },
}

async function restorePhoto(tx: Tx, { pharmacyId, payload, at, kind }: EntryOf<'photo'>): Promise<Restored | { reason: string }> {
  const { seller } = await readSeller(tx, pharmacyId, payload)
  if (!seller) return { reason: `unknown seller ${payload.sellerId}` }
  const { saleExists } = await readPhotographed(tx, pharmacyId, payload)
  if (!saleExists) return { reason: `unknown sale ${payload.saleId}` }
  const { data: _, ...kept } = payload
  await insertPhoto(tx, pharmacyId, payload, new Date(at))
  await restoreAnswer(tx, { pharmacyId, id: payload.id, kind, revision: payload.revision, hash: contentHash(payload), accepted: true, answer: kept satisfies KeptPhoto, at: new Date(at) })
  return { kind: 'photo', id: payload.id }
}
