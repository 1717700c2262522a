import { sameLot } from '#shared/domain/fefo.ts'

/** Why no till sells a lot: a member set it aside, or its maker or the authority recalls it. */
export type LotBlock = 'quarantine' | 'recall'

/** Beside a lot that is not for sale. */
export const blockWords: Readonly<Record<LotBlock, string>> = { quarantine: 'quarantaine', recall: 'rappelé' }

export function isBlockedLot({ blocked }: { blocked?: LotBlock | null | undefined }): boolean {
  return blocked !== null && blocked !== undefined
}

type RecallableProduct = {
  recalledLots?: readonly string[]
  stockItems: readonly { lot: string | null; blocked?: LotBlock | null }[]
}

/**
 * Why a scanned lot of a product is not for sale, also when it is not in stock; null when nothing blocks it. A lot in
 * quarantine counts only when no package of that lot is free.
 */
export function blockOfScannedLot(
  { recalledLots = [], stockItems }: RecallableProduct,
  scannedLot: string,
): LotBlock | null {
  if (recalledLots.some((lot) => sameLot(lot, scannedLot))) return 'recall'
  const items = stockItems.filter(({ lot }) => lot !== null && sameLot(lot, scannedLot))
  if (items.some(({ blocked }) => blocked === 'recall')) return 'recall'
  return items.length > 0 && items.every(isBlockedLot) ? 'quarantine' : null
}
