import type { DeliveredGoods } from '#shared/domain/statements/agreed-line.ts'

/** Boxes that went back, and the credit that they are worth. */
export type Returned = { returnId: string; numbers: readonly string[]; value: number }
/** A claim that the supplier accepted; `awaited`: what it has not credited yet. */
export type Claimed = { claimId: string; numbers: readonly string[]; awaited: number }
/** What earlier statements billed: boxes of a delivery, by product; a delivery in one amount, in minor units; a return or claim. */
export type Billed = {
  boxes: readonly { deliveryId: string; productId: string; quantity: number; statement: string }[]
  deliveries: readonly { deliveryId: string; amount: number; statement: string }[]
  credits: readonly string[]
}
export type StatementFacts = {
  goods: readonly DeliveredGoods[]
  /** AIB that the invoice of a delivery adds, by delivery, in minor units. */
  levies: ReadonlyMap<string, number>
  returns: readonly Returned[]
  claims: readonly Claimed[]
  billed: Billed
  /** Products that were ordered from the supplier, delivered or not. */
  orderedProducts: ReadonlySet<string>
}

export type Match = { kind: 'goods' | 'note' | 'return' | 'claim'; id: string; productId: string | null }
/** How a match was found, or why there is none. */
export const matchReasons = [
  'same-note',
  'note-without-product',
  'near-number',
  'other-note',
  'same-amount',
  'billed-before',
  'not-received',
  'not-on-note',
  'unknown-note',
  'unknown-credit',
] as const
export type MatchReason = (typeof matchReasons)[number]
