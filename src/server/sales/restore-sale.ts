import { NewSale, type Sale } from '#shared/contract/sales.ts'
import { displayName } from '#shared/domain/person.ts'
import { parcelAnswered } from '#server/cash-registers/close-register.ts'
import type { Tx } from '#server/db/database.ts'
import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { acceptedAnswer } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { findSale, readShop } from '#server/sales/closing.repo.ts'
import { findSellerRoles, idsHeld } from '#server/sales/sale.repo.ts'
import { refusalOfUndoing, undoReplaced, writeSale } from '#server/sales/accept-sale.ts'
import type { Shop } from '#server/sales/shop.ts'

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
    return {
      pharmacyId,
      userId: answer.sellerId,
      kind: 'sale',
      payload: NewSale.parse({ ...answer, sellerRoles }),
      answer,
      at: accepted.at.toISOString(),
    }
  },
}

async function restoreSale(
  tx: Tx,
  { pharmacyId, payload, answer, kind }: EntryOf<'sale'>,
): Promise<Restored | { reason: string }> {
  const shop = await readShop(tx, pharmacyId, payload, new Date(answer.receivedAt))
  const reason = whyNot(payload, shop)
  if (reason !== null) return { reason }

  if (payload.replaces) await undoReplaced(tx, { pharmacyId, sale: payload, shop, at: answer.receivedAt })
  const taken = await findSale(tx, pharmacyId, { number: answer.number })
  const number = taken ? shop.lastNumber + 1 : answer.number
  const restored = {
    ...answer,
    number,
    sellerName: displayName(shop.seller!),
    flags: taken ? [...answer.flags, 'number:changed'] : answer.flags,
  }
  // what the version before it changed, this one changes again
  await writeSale(tx, {
    pharmacyId,
    payload,
    answer: restored,
    shop: payload.replaces ? await readShop(tx, pharmacyId, payload, new Date(answer.receivedAt)) : shop,
  })
  await restoreAccepted(tx, { pharmacyId, kind, payload, answer: restored, at: answer.receivedAt })
  await parcelAnswered(tx, pharmacyId, { id: payload.id, refusal: null, now: new Date(answer.receivedAt) })
  return { kind: 'sale', id: payload.id, number, previousNumber: answer.number }
}

/** What a sale names and this database does not hold; a version that somebody undid meanwhile is not undone twice. */
function whyNot(
  { sellerId, patientId, records, replaces }: NewSale,
  { seller, patient, stockItems, replaced }: Shop,
): string | null {
  if (!seller) return `unknown seller ${sellerId}`
  if (patientId !== null && !patient) return `unknown patient ${patientId}`
  const unknown = records.find(({ stockItemId }) => !stockItems.some(({ id }) => id === stockItemId))
  if (unknown) return `unknown stock item ${unknown.stockItemId}`
  if (!replaces) return null
  if (!replaced) return `unknown sale ${replaces}`
  const refusal = refusalOfUndoing(replaced)
  return refusal && `the sale ${replaces} cannot be replaced: ${refusal.message}`
}
