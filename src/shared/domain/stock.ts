import { daysBetween } from '#shared/domain/dates.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

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
  const changes = new Map<string, number>()
  const change = (id: string, by: number) => changes.set(id, (changes.get(id) ?? 0) + by)
  for (const { stockItemId, quantity, opens } of records) {
    change(stockItemId, -quantity)
    if (!opens) continue
    change(opens.stockItemId, -opens.boxes)
    change(unitItemIdOf(opens.stockItemId), opens.boxes * unitsOf(opens.stockItemId))
  }
  return changes
}
