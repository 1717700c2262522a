import { daysBetween } from '#shared/domain/dates.ts'
import { lotMovementsOfOpenings, lotMovementsOfSale } from '#shared/domain/stock-movements.ts'

/** A lot may be sold through its printed expiry day; it is expired on the next day. Days as `2026-11-21`. */
export function isExpired(expiresOn: string, today: string): boolean {
  return expiresOn < today
}

export type ExpiryState = { kind: 'none' } | { kind: 'expired' } | { kind: 'soon'; days: number } | { kind: 'fine' }

/**
 * Expiry state of a lot; `soon` in its last `soonDays` days (`days` 0: today is its last day). `none` without a date.
 */
export function expiryState(expiresOn: string | null, today: string, soonDays = 90): ExpiryState {
  if (expiresOn === null) return { kind: 'none' }
  if (isExpired(expiresOn, today)) return { kind: 'expired' }
  const days = daysBetween(today, expiresOn)
  return days <= soonDays ? { kind: 'soon', days } : { kind: 'fine' }
}

/** What a lot is, as far as it says whether it may be sold. Lists of earlier versions have no `blocked`. */
type Sellable = {
  quantity: number
  archived: boolean
  expiresOn: string | null
  blocked?: 'quarantine' | 'recall' | null | undefined
}

/** Whether a till sells the lot: neither archived, set aside nor expired. */
export function isForSale({ archived, blocked, expiresOn }: Omit<Sellable, 'quantity'>, today: string): boolean {
  return !archived && (blocked ?? null) === null && (expiresOn === null || !isExpired(expiresOn, today))
}

/**
 * What may be sold of a lot. A quantity below zero counts also when the lot itself is no longer for sale: boxes that were
 * sold before their delivery was entered are missing from the other lots. The database computes the same (`sellable`).
 */
export function sellableQuantity(lot: Sellable, today: string): number {
  return isForSale(lot, today) || (lot.quantity < 0 && !lot.archived) ? lot.quantity : 0
}

/** Whether boxes of the lot stand on the shelf, for sale or not; in the database `on_shelf`. */
export function isOnShelf({ archived, quantity }: Pick<Sellable, 'archived' | 'quantity'>): boolean {
  return !archived && quantity > 0
}

type SoldRecord = {
  stockItemId: string
  quantity: number
  opens?: { stockItemId: string; boxes: number } | null | undefined
}

/**
 * Changes of stock by stock item: sold quantities are subtracted; an opened box is subtracted as a box and added as
 * units. `unitsOf`: units per box of a lot, at least 1.
 */
export function stockChanges(
  records: readonly SoldRecord[],
  unitsOf: (boxItemId: string) => number,
): ReadonlyMap<string, number> {
  const opened = records.flatMap(({ opens }) => (opens ? [{ ...opens, units: unitsOf(opens.stockItemId) }] : []))
  const changes = new Map<string, number>()
  for (const { stockItemId, quantity } of [...lotMovementsOfSale(records), ...lotMovementsOfOpenings(opened)])
    changes.set(stockItemId, (changes.get(stockItemId) ?? 0) + quantity)
  return changes
}
