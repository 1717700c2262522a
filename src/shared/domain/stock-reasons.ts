/** Reasons of a stock adjustment. `other` needs a note. */
export const adjustmentReasons = [
  'breakage',
  'theft',
  'entry-error',
  'delivery-error',
  'expiry',
  'spot-count',
  'other',
] as const
export type AdjustmentReason = (typeof adjustmentReasons)[number]

/** Reasons of a destruction. */
export const destructionReasons = ['expired', 'damaged', 'recalled', 'other'] as const
export type DestructionReason = (typeof destructionReasons)[number]

/** Reasons of a return to a supplier. `wrong`: not what was ordered; `surplus`: more than was ordered or than sells. */
export const supplierReturnReasons = ['expired', 'damaged', 'non-compliant', 'wrong', 'surplus', 'recalled'] as const
export type SupplierReturnReason = (typeof supplierReturnReasons)[number]

/** The reason of the movement that takes back one that a closed count has seen already. No member gives it. */
export const seenByCount = 'seen-by-count'

/** French words of all reasons of the stock ledger. */
export const stockReasonWords: Readonly<
  Record<AdjustmentReason | DestructionReason | SupplierReturnReason | typeof seenByCount, string>
> = {
  breakage: 'Casse',
  theft: 'Vol',
  'entry-error': 'Erreur de saisie',
  'delivery-error': 'Erreur de réception',
  expiry: 'Péremption',
  'spot-count': 'Inventaire ponctuel',
  expired: 'Périmé',
  damaged: 'Abîmé',
  recalled: 'Rappelé',
  'non-compliant': 'Non conforme',
  wrong: 'Erreur de livraison',
  surplus: 'Excédent',
  other: 'Autre',
  [seenByCount]: 'Déjà vu par un comptage',
}

/** The words of a reason as stored; null for a reason that no act of the stock gives. */
export function wordsOfStockReason(reason: string): string | null {
  return Object.hasOwn(stockReasonWords, reason) ? stockReasonWords[reason as keyof typeof stockReasonWords] : null
}
