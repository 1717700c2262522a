import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { fefoProposal, sameLot } from '#shared/domain/fefo.ts'
import { blockOfScannedLot, type LotBlock } from '#shared/domain/recalled-lots.ts'
import { plainCode } from '#shared/domain/search/word-index.ts'
import type { ScannedCode } from '#shared/domain/scan.ts'
import { isExpired } from '#shared/domain/stock.ts'
import type { LeftOf } from '#kiosk/counter/sale/counter-atoms.ts'
import { boxesOf } from '#kiosk/counter/sale/opened-lots.ts'

type ScanNote = 'lot-not-listed' | 'unread'

/** The result of a scanned code at the counter. */
export type ScanOutcome =
  | { kind: 'add'; product: PharmacyProduct; item: StockItem; note: ScanNote | null }
  | { kind: 'choose'; products: readonly PharmacyProduct[] }
  | { kind: 'unknown' }
  /** The lot expired, and this seller may sell it after confirming. */
  | { kind: 'confirm-expired'; product: PharmacyProduct; item: StockItem; expiresOn: string }
  | { kind: 'expired'; product: PharmacyProduct; expiresOn: string }
  /** The lot is recalled or in quarantine; a recalled lot need not be in stock. */
  | { kind: 'blocked'; product: PharmacyProduct; lot: string; block: LotBlock }
  /** The lot is archived. */
  | { kind: 'withdrawn'; product: PharmacyProduct; lot: string }
  | { kind: 'nothing-to-sell'; product: PharmacyProduct }
  /** The sale has a box of this product with the same serial number: scanned twice, or a copy. */
  | { kind: 'same-box'; product: PharmacyProduct; item: StockItem; serial: string }

export type ScanFacts = { today: string; maySellExpired: boolean; leftOf: LeftOf; isScanned: IsScanned }
/** Whether the sale has the box of a product with this serial number already. */
export type IsScanned = (product: PharmacyProduct, serial: string) => boolean
/** The lot, expiry date and serial number that the code of the box contains, and which of them could not be read. */
export type BoxSays = Pick<ScannedCode, 'lot' | 'expiresOn' | 'serial' | 'unread'>

/**
 * The scanned lot is sold. If it is recalled, in quarantine or withdrawn, it is refused. If the list does not contain it, the lot to sell first
 * is added, with a note. If the code or the list says that it expired, it is refused; a seller who may
 * sell expired lots is asked instead.
 */
export function outcomeOf(products: readonly PharmacyProduct[], box: BoxSays, facts: ScanFacts): ScanOutcome {
  const [product] = products
  if (!product) return { kind: 'unknown' }
  return products.length > 1 ? { kind: 'choose', products } : boxOutcome(product, box, facts)
}

export function boxOutcome(
  product: PharmacyProduct,
  box: BoxSays,
  { today, maySellExpired, leftOf, isScanned }: ScanFacts,
): ScanOutcome {
  const { lot } = box
  const block = lot === null ? null : blockOfScannedLot(product, lot)
  if (lot !== null && block !== null) return { kind: 'blocked', product, lot, block }
  const ofLot = lot === null ? [] : boxesOf(product).filter((item) => item.lot !== null && sameLot(item.lot, lot))
  const own = ofLot.find(({ archived }) => !archived)
  if (!own && lot !== null && ofLot.length > 0) return { kind: 'withdrawn', product, lot }
  const expiresOn = own?.expiresOn ?? box.expiresOn
  if (expiresOn !== null && isExpired(expiresOn, today))
    return own && maySellExpired
      ? { kind: 'confirm-expired', product, item: own, expiresOn }
      : { kind: 'expired', product, expiresOn }
  const item = proposalOf(product, { today, leftOf }, lot)
  if (!item) return { kind: 'nothing-to-sell', product }
  if (box.serial !== null && isScanned(product, box.serial))
    return { kind: 'same-box', product, item, serial: box.serial }
  const unread = box.unread.length > 0 ? 'unread' : null
  return { kind: 'add', product, item, note: lot !== null && !own ? 'lot-not-listed' : unread }
}

/** The lot of the product whose number the search text is; null when it is something else. */
export function lotNamed({ stockItems }: PharmacyProduct, text: string): string | null {
  if (text === '') return null
  return (
    stockItems.find(({ lot, archived }) => !archived && lot !== null && plainCode(lot) === plainCode(text))?.lot ?? null
  )
}

/** The lot to sell first, by what this terminal believes to be left: a box, or loose units if no box can be sold. */
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
