import { NewSale, type Sale } from '#shared/contract/sales.ts'
import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { contentHash } from '#server/inbox/content-hash.ts'
import { restoreAnswer } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { acceptedAnswer } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { findSale, readShop, recordSale } from '#server/sales/closing.repo.ts'
import { touchedClients } from '#server/sales/coverage-of-sale.ts'
import { findSellerRoles, idsHeld } from '#server/sales/sale.repo.ts'

/** A sale comes back with its own times and number; with the next number where another sale has taken it, and it says so. */
export const saleRestorer: Restorer<EntryOf<'sale'>> = {
  name: ({ answer: { id, number } }) => ({ kind: 'sale', id, number }),
  held: idsHeld,
  restore: restoreSale,
  async entryOf(tx, pharmacyId, id) {
    const accepted = await acceptedAnswer(tx, pharmacyId, id)
    const sellerRoles = await findSellerRoles(tx, pharmacyId, id)
    if (!accepted || !sellerRoles) return undefined
    const answer = accepted.answer as Sale
    // The payload is the answer without what the server added: the schema strips that.
    return { pharmacyId, userId: answer.sellerId, kind: 'sale', payload: NewSale.parse({ ...answer, sellerRoles }), answer, at: accepted.at.toISOString() }
  },
}

async function restoreSale(tx: Tx, { pharmacyId, payload, answer, kind }: EntryOf<'sale'>): Promise<Restored | { reason: string }> {
  const shop = await readShop(tx, pharmacyId, payload, new Date(answer.receivedAt))
  if (!shop.seller) return { reason: `unknown seller ${payload.sellerId}` }
  if (payload.patientId !== null && !shop.patient) return { reason: `unknown patient ${payload.patientId}` }
  const unknown = payload.records.find(({ stockItemId }) => !shop.stockItems.some(({ id }) => id === stockItemId))
  if (unknown) return { reason: `unknown stock item ${unknown.stockItemId}` }

  const taken = await findSale(tx, pharmacyId, { number: answer.number })
  const number = taken ? shop.lastNumber + 1 : answer.number
  const restored = { ...answer, number, sellerName: displayName(shop.seller), flags: taken ? [...answer.flags, 'number:changed'] : answer.flags }
  await recordSale(tx, { pharmacyId, payload, answer: restored, rev: shop.lastRev + 1, touched: touchedClients(payload, shop) })
  await restoreAnswer(tx, { pharmacyId, id: payload.id, kind, revision: payload.revision, hash: contentHash(payload), accepted: true, answer: restored, at: new Date(answer.receivedAt) })
  return { kind: 'sale', id: payload.id, number, previousNumber: answer.number }
}
