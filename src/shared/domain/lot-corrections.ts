import { leavesFirst, sameLot } from '#shared/domain/fefo.ts'
import type { Printed } from '#shared/domain/lot-tracing.ts'
import { scanOf } from '#shared/domain/scan.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

/** Why the number or the expiry of a lot is corrected. `other` needs a note. */
export const correctionReasons = ['read-on-box', 'entry-error', 'delivery-error', 'other'] as const
export type CorrectionReason = (typeof correctionReasons)[number]

export const correctionReasonWords: Readonly<Record<CorrectionReason, string>> = {
  'read-on-box': 'Lu sur la boîte',
  'entry-error': 'Erreur de saisie',
  'delivery-error': 'Erreur du bon de livraison',
  other: 'Autre',
}

/** `from`: what the lot said when it was read, so that two members who correct it at once do not overwrite each other. */
export type LotCorrection = Printed & { stockItemId: string; from: Printed }

type Lot = Printed & { id: string; packaging: string; quantity: number; archived: boolean }
type Product<Item extends Lot> = { label: string; codes: readonly string[]; stockItems: readonly Item[] }

/** Whether two prints are equal, however the number is written. */
export function samePrint(a: Printed, b: Printed): boolean {
  const isSameLot = a.lot === null || b.lot === null ? a.lot === b.lot : sameLot(a.lot, b.lot)
  return isSameLot && a.expiresOn === b.expiresOn
}

/**
 * Another lot of the packaging with this number, or without a number with this expiry: the member is told, because
 * boxes of two deliveries may have the same number. Null when there is none.
 */
export function twinOf<Item extends Omit<Lot, 'quantity'>>(
  lots: readonly Item[],
  lot: { id: string | null; packaging: string },
  { lot: number, expiresOn }: Printed,
): Item | null {
  return (
    lots.find(
      (other) =>
        other.id !== lot.id &&
        !other.archived &&
        other.packaging === lot.packaging &&
        (number === null || other.lot === null
          ? number === other.lot && expiresOn === other.expiresOn
          : sameLot(number, other.lot)),
    ) ?? null
  )
}

export type BoxScan = { kind: 'printed'; printed: Printed } | { kind: 'other-product' | 'no-print' }

/** What the code of a box says of the lot that is being corrected. `codes`: those of its product. */
export function readBoxScan(text: string, today: string, codes: readonly string[]): BoxScan {
  const scan = scanOf(text, today)
  if (scan.kind !== 'code') return { kind: 'no-print' }
  if (!scan.codes.some((code) => codes.includes(code))) return { kind: 'other-product' }
  if (scan.lot === null && scan.expiresOn === null) return { kind: 'no-print' }
  return { kind: 'printed', printed: { lot: scan.lot, expiresOn: scan.expiresOn } }
}

export type ShelfScan =
  | { kind: 'correct'; label: string; correction: LotCorrection; undo: LotCorrection }
  | { kind: 'no-print'; label: string }
  /** `known`: the lot is there with its number and expiry. Otherwise every lot of the product has its own. */
  | { kind: 'complete'; label: string; isKnown: boolean; lot: string | null }
  | { kind: 'unknown' | 'several' }

/**
 * What a box scanned on the shelf says: its number and expiry go to the lot of its product that lacks them. What a lot
 * has is never replaced. A lot that has the scanned number already comes first, then the one that leaves first.
 * `productsOf`: the products that have one of these codes.
 */
export function readShelfScan<Item extends Lot>(
  text: string,
  { today, productsOf }: { today: string; productsOf: (codes: readonly string[]) => readonly Product<Item>[] },
): ShelfScan {
  const scan = scanOf(text, today)
  const products = scan.kind === 'code' ? productsOf(scan.codes) : []
  if (scan.kind !== 'code' || products.length === 0) return { kind: 'unknown' }
  if (products.length > 1) return { kind: 'several' }
  const { label, stockItems } = products[0]!
  if (scan.lot === null && scan.expiresOn === null) return { kind: 'no-print', label }
  const units = new Set(stockItems.map(({ id }) => unitItemIdOf(id)))
  const lots = stockItems.filter(({ id, archived, quantity }) => !archived && quantity > 0 && !units.has(id))
  const isKnown = lots.some((lot) => samePrint(lot, scan))
  const [lot] = isKnown
    ? []
    : lots
        .filter((each) => isFilledBy(each, scan))
        .toSorted((a, b) => Number(b.lot !== null) - Number(a.lot !== null) || leavesFirst(a, b))
  if (!lot) return { kind: 'complete', label, isKnown, lot: scan.lot }
  const from = { lot: lot.lot, expiresOn: lot.expiresOn }
  const to = { lot: lot.lot ?? scan.lot, expiresOn: lot.expiresOn ?? scan.expiresOn }
  return {
    kind: 'correct',
    label,
    correction: { stockItemId: lot.id, ...to, from },
    undo: { stockItemId: lot.id, ...from, from: to },
  }
}

/** Whether a scan adds to what a lot says, and contradicts nothing of it. */
function isFilledBy(lot: Printed, scan: Printed): boolean {
  const fits =
    (lot.lot === null || scan.lot === null || sameLot(lot.lot, scan.lot)) &&
    (lot.expiresOn === null || scan.expiresOn === null || lot.expiresOn === scan.expiresOn)
  const adds = (lot.lot === null && scan.lot !== null) || (lot.expiresOn === null && scan.expiresOn !== null)
  return fits && adds
}

/** What a scan that corrects nothing says; null for one that does. */
export function shelfScanWords(scan: ShelfScan): string | null {
  switch (scan.kind) {
    case 'correct':
      return null
    case 'no-print':
      return `${scan.label}\u00a0: ce code ne dit ni lot ni péremption. Scannez le DataMatrix de la boîte.`
    case 'complete':
      return scan.isKnown
        ? `${scan.label}, lot\u00a0${scan.lot}\u00a0: rien ne manque à ce lot.`
        : `${scan.label}\u00a0: aucun lot en stock n’attend ce numéro ni cette date.`
    case 'several':
      return 'Plusieurs produits ont ce code. Rien n’a été modifié.'
    case 'unknown':
      return 'Ce code n’est celui d’aucun produit de la pharmacie.'
  }
}

/** These lots, and their loose units, after corrections; the same array if none changes. */
export function withCorrections<Item extends Printed & { id: string }>(
  items: readonly Item[],
  corrections: readonly (Printed & { stockItemId: string })[],
): readonly Item[] {
  const after = items.map((item) => {
    const last = corrections.findLast(
      ({ stockItemId }) => stockItemId === item.id || unitItemIdOf(stockItemId) === item.id,
    )
    return last && (last.lot !== item.lot || last.expiresOn !== item.expiresOn)
      ? { ...item, lot: last.lot, expiresOn: last.expiresOn }
      : item
  })
  return after.some((item, place) => item !== items[place]) ? after : items
}
