import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { fefoProposal, sameLot } from '#shared/domain/fefo.ts'
import type { ScannedCode } from '#shared/domain/scan.ts'
import { isExpired } from '#shared/domain/stock.ts'
import type { LeftOf } from '#kiosk/counter/sale/counter-atoms.ts'
import { boxesOf } from '#kiosk/counter/sale/opened-lots.ts'

/** What a scanned code does at the counter. */
export type ScanOutcome =
  | { kind: 'add'; product: PharmacyProduct; item: StockItem; note: 'lot-not-listed' | 'expired-allowed' | null }
  | { kind: 'choose'; products: readonly PharmacyProduct[] }
  | { kind: 'unknown' }
  | { kind: 'expired'; product: PharmacyProduct; expiresOn: string }
  /** Archived: a recall takes its lots off sale like that. */
  | { kind: 'withdrawn'; product: PharmacyProduct; lot: string }
  | { kind: 'nothing-to-sell'; product: PharmacyProduct }

export type ScanFacts = { today: string; maySellExpired: boolean; leftOf: LeftOf }
/** What the box says beside its code. */
export type BoxSays = Pick<ScannedCode, 'lot' | 'expiresOn'>

/**
 * The scanned lot wins; one that was taken off sale is refused; a lot the list does not know gives the lot that goes out first, with a note; an expired box is refused, whether its
 * code says so or the list, unless the seller may sell it.
 */
export function outcomeOf(products: readonly PharmacyProduct[], box: BoxSays, facts: ScanFacts): ScanOutcome {
  const [product] = products
  if (!product) return { kind: 'unknown' }
  return products.length > 1 ? { kind: 'choose', products } : boxOutcome(product, box, facts)
}

export function boxOutcome(
  product: PharmacyProduct,
  box: BoxSays,
  { today, maySellExpired, leftOf }: ScanFacts,
): ScanOutcome {
  const { lot } = box
  const ofLot = lot === null ? [] : boxesOf(product).filter((item) => item.lot !== null && sameLot(item.lot, lot))
  const own = ofLot.find(({ archived }) => !archived)
  if (!own && lot !== null && ofLot.length > 0) return { kind: 'withdrawn', product, lot }
  const expiresOn = own?.expiresOn ?? box.expiresOn
  if (expiresOn !== null && isExpired(expiresOn, today))
    return own && maySellExpired
      ? { kind: 'add', product, item: own, note: 'expired-allowed' }
      : { kind: 'expired', product, expiresOn }
  const item = proposalOf(product, { today, leftOf }, lot)
  if (!item) return { kind: 'nothing-to-sell', product }
  return { kind: 'add', product, item, note: lot !== null && !own ? 'lot-not-listed' : null }
}

/** The lot that goes out first, by what this terminal believes is left of each: a box, or loose units where no box may be sold. */
export function proposalOf(
  product: PharmacyProduct,
  { today, leftOf }: Pick<ScanFacts, 'today' | 'leftOf'>,
  scannedLot: string | null = null,
): StockItem | null {
  const firstOf = (items: readonly StockItem[]) =>
    fefoProposal(
      items.map((item) => ({ ...item, quantity: leftOf(item) })),
      { today, scannedLot },
    )
  const proposal = firstOf(boxesOf(product)) ?? firstOf(product.stockItems)
  return product.stockItems.find(({ id }) => id === proposal?.id) ?? null
}
