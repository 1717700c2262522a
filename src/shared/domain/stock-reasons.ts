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

/** French words of all reasons of the stock ledger. */
export const stockReasonWords: Readonly<Record<AdjustmentReason | DestructionReason, string>> = {
  breakage: 'Casse',
  theft: 'Vol',
  'entry-error': 'Erreur de saisie',
  'delivery-error': 'Erreur de réception',
  expiry: 'Péremption',
  'spot-count': 'Inventaire ponctuel',
  expired: 'Périmé',
  damaged: 'Abîmé',
  recalled: 'Rappelé',
  other: 'Autre',
}

/** The words of a reason as stored; null for a reason that no act of the stock gives. */
export function wordsOfStockReason(reason: string): string | null {
  return Object.hasOwn(stockReasonWords, reason) ? stockReasonWords[reason as keyof typeof stockReasonWords] : null
}
