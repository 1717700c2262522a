import { compareTexts } from '#shared/domain/compare-texts.ts'
import { isForSale } from '#shared/domain/stock.ts'

export type ProposableItem = {
  id: string
  packaging: string
  lot: string | null
  expiresOn: string | null
  quantity: number
  archived: boolean
  /** Set aside: never proposed. Lists of earlier versions do not have it. */
  blocked?: 'quarantine' | 'recall' | null
}
export type FefoQuestion = {
  /** The pharmacy's calendar day. */
  today: string
  /** Omitted: any packaging. */
  packaging?: string
  scannedLot?: string | null | undefined
}

/**
 * First expired, first out: among unexpired items of the packaging that are neither archived nor blocked, those in stock
 * first, then by expiry date. A scanned lot takes precedence. An expired or blocked lot is never proposed, even when
 * scanned. Null when no item
 * qualifies.
 */
export function fefoProposal<Item extends ProposableItem>(
  stockItems: readonly Item[],
  question: FefoQuestion,
): Item | null {
  const sellable = stockItems.filter(
    (item) =>
      isForSale(item, question.today) && (question.packaging === undefined || item.packaging === question.packaging),
  )
  const scannedLot = question.scannedLot ?? ''
  const scanned = sellable.filter((item) => item.lot !== null && scannedLot !== '' && sameLot(item.lot, scannedLot))
  const [first] = [...(scanned.length > 0 ? scanned : sellable)].sort(leavesFirst)
  return first ?? null
}

/**
 * Whether two lot numbers are equal, ignoring the case of A–Z and white space, because lots are typed and scanned. The
 * database compares them the same way (`plain_lot`).
 */
export function sameLot(a: string, b: string): boolean {
  return plainLot(a) === plainLot(b)
}

/** Equal for lot numbers that are equal by `sameLot`: a key to find them by. */
export function plainLot(lot: string): string {
  return lot.replaceAll(/\s/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
}

/**
 * The order in which lots leave: in stock first; then by expiry date, without a date last; then the smaller quantity, to
 * empty shelves; then by id, so that the order of the list does not matter.
 */
export function leavesFirst(a: ProposableItem, b: ProposableItem): number {
  return (
    Number(b.quantity > 0) - Number(a.quantity > 0) ||
    compareTexts(a.expiresOn ?? '9999', b.expiresOn ?? '9999') ||
    a.quantity - b.quantity ||
    compareTexts(a.id, b.id)
  )
}
