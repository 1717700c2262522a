import type { AdjustmentReason } from '#shared/domain/stock-reasons.ts'

/** How far back differences count. */
export const accuracyDays = 90

/**
 * The reasons of an adjustment that say that the recorded quantity was wrong. Breakage and expiry do not: the goods were
 * there until then.
 */
export const miscountReasons = [
  'theft',
  'entry-error',
  'delivery-error',
  'spot-count',
  'other',
] as const satisfies readonly AdjustmentReason[]

/**
 * The share of lots without a difference, in percent; null without lots. `wrong`: those with a difference, at most
 * `lots`. Rounded down: only a storage without any difference has 100.
 */
export function accuracyOf({ lots, wrong }: { lots: number; wrong: number }): number | null {
  return lots === 0 ? null : Math.floor(((lots - wrong) * 100) / lots)
}
