import { daysBetween } from '#shared/domain/dates.ts'

/** A lot may be sold through the last day printed on it; the day after it is expired. Days as `2026-11-21`. */
export function isExpired(expiresOn: string, today: string): boolean {
  return expiresOn < today
}

export type ExpiryState = { kind: 'none' } | { kind: 'expired' } | { kind: 'soon'; days: number } | { kind: 'fine' }

/** How a lot stands with its expiry; `soon` from 90 days before (0 = today is its last day). A lot without a date is `none`. */
export function expiryState(expiresOn: string | null, today: string, soonDays = 90): ExpiryState {
  if (expiresOn === null) return { kind: 'none' }
  if (isExpired(expiresOn, today)) return { kind: 'expired' }
  const days = daysBetween(today, expiresOn)
  return days <= soonDays ? { kind: 'soon', days } : { kind: 'fine' }
}

/** What a terminal shows of a lot: its last list minus what its own unsent sales took. May be below zero, and then says so. */
export function shownQuantity(stockItem: { id: string; quantity: number }, unsentSales: readonly { records: readonly { stockItemId: string; quantity: number }[] }[]): number {
  const taken = unsentSales.flatMap((sale) => sale.records).filter((record) => record.stockItemId === stockItem.id)
  return taken.reduce((quantity, record) => quantity - record.quantity, stockItem.quantity)
}
