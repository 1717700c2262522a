import { compareTexts } from '#shared/domain/compare-texts.ts'
import { isExpired } from '#shared/domain/stock.ts'

export type ProposableItem = {
  id: string
  packaging: string
  lot: string | null
  expiresOn: string | null
  quantity: number
  archived: boolean
}
export type FefoQuestion = {
  /** Pharmacy's calendar day. */
  today: string
  /** Left out: any packaging, the first the product has in stock. */
  packaging?: string
  scannedLot?: string | null | undefined
}

/**
 * The lot that should leave first: among unexpired, unarchived items of the packaging the one that expires first, those in stock before
 * those without; a scanned lot wins over all of them. An expired lot is never proposed, scanned or not. null when nothing can be.
 */
export function fefoProposal<Item extends ProposableItem>(
  stockItems: readonly Item[],
  question: FefoQuestion,
): Item | null {
  const sellable = stockItems.filter(
    (item) =>
      !item.archived &&
      (item.expiresOn === null || !isExpired(item.expiresOn, question.today)) &&
      (question.packaging === undefined || item.packaging === question.packaging),
  )
  const scannedLot = question.scannedLot ?? ''
  const scanned = sellable.filter((item) => item.lot !== null && scannedLot !== '' && sameLot(item.lot, scannedLot))
  const [first] = [...(scanned.length > 0 ? scanned : sellable)].sort(leavesFirst)
  return first ?? null
}

/** Lots are read from boxes by hand and by scanner: neither case nor blanks make two of them. */
export function sameLot(a: string, b: string): boolean {
  const plain = (lot: string) => lot.replaceAll(/\s/g, '').toUpperCase()
  return plain(a) === plain(b)
}

// With stock before without; then first to expire, a lot without a date last; then the smaller rest, so that shelves empty; then by id,
// so that the order of the list never matters.
function leavesFirst(a: ProposableItem, b: ProposableItem): number {
  return (
    Number(b.quantity > 0) - Number(a.quantity > 0) ||
    compareTexts(a.expiresOn ?? '9999', b.expiresOn ?? '9999') ||
    a.quantity - b.quantity ||
    compareTexts(a.id, b.id)
  )
}
