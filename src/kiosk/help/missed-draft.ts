import { proposalOf, type ScanFacts } from '#kiosk/counter/scan/counter-scan.ts'
import type { MissedSubject } from '#kiosk/counter/sale/help-ask.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { TypedMissedSale } from '#shared/store/sales/missed-sale-store.ts'

export type MissedDraft = Omit<TypedMissedSale, 'reason'>

/** The contract's limit for a label. */
const longest = 200
/** The contract's limit for the quantity of a missed sale. */
export const mostMissed = 10_000

/** The initial values of the panel: the product at today's price, or the typed text. */
export function missedDraftOf(subject: MissedSubject, facts: Pick<ScanFacts, 'today' | 'leftOf'>): MissedDraft {
  if ('text' in subject)
    return {
      pharmacyProductId: null,
      label: subject.text.trim().slice(0, longest),
      quantity: Math.min(subject.quantity ?? 1, mostMissed),
      price: null,
    }
  const { product, line } = subject
  if (line)
    return {
      pharmacyProductId: product.id,
      label: line.label,
      quantity: Math.min(line.quantity, mostMissed),
      price: line.price,
    }
  return {
    pharmacyProductId: product.id,
    label: product.label.slice(0, longest),
    quantity: 1,
    price: priceOf(product, facts),
  }
}

/** The price of the lot to sell first. If no lot can be sold, the last price of the product; archived lots have none. */
function priceOf(product: PharmacyProduct, facts: Pick<ScanFacts, 'today' | 'leftOf'>): number | null {
  const last = product.stockItems
    .filter(({ archived }) => !archived)
    .reduce<StockItem | null>(
      (latest, item) => (latest === null || (item.expiresOn ?? '') > (latest.expiresOn ?? '') ? item : latest),
      null,
    )
  return (proposalOf(product, facts) ?? last)?.salePrice ?? null
}
