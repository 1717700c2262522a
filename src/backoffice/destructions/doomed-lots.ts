import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { isBlockedLot } from '#shared/domain/recalled-lots.ts'
import { isExpired, isOnShelf } from '#shared/domain/stock.ts'
import type { DestructionReason } from '#shared/domain/stock-reasons.ts'
import type { TickableLot } from '#backoffice/ui/forms/ticked-lots.tsx'

export type DoomedLot = TickableLot<DestructionReason>

/**
 * The lots that a destruction proposes: expired or recalled ones in stock, and the lots of the named products. By label,
 * then expiry date.
 */
export function doomedLots(
  products: Iterable<PharmacyProduct>,
  { today, productIds }: { today: string; productIds: readonly string[] },
): DoomedLot[] {
  return [...products]
    .flatMap(({ id, label, stockItems }) =>
      stockItems
        .filter((lot) => isOnShelf(lot) && (isExpiredLot(lot, today) || isBlockedLot(lot) || productIds.includes(id)))
        .map((lot) => ({ ...lot, label, reason: reasonOf(lot, today) })),
    )
    .sort(
      (a, b) =>
        compareTexts(a.label, b.label) ||
        compareTexts(a.expiresOn ?? '9999', b.expiresOn ?? '9999') ||
        compareTexts(a.id, b.id),
    )
}

function reasonOf(lot: StockItem, today: string): DestructionReason {
  if (lot.blocked === 'recall') return 'recalled'
  return isExpiredLot(lot, today) ? 'expired' : 'damaged'
}

function isExpiredLot({ expiresOn }: StockItem, today: string): boolean {
  return expiresOn !== null && isExpired(expiresOn, today)
}
