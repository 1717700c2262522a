import { lotsOpened, parcelOf } from '#shared/store/outbox/parcels.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'

/**
 * For each row: ids of the queued sales that open boxes of units which the row sells, because the server may get those
 * units only by that opening. Excludes the row itself, and a new version of it, which waits for the row.
 */
export function openingSales(rows: readonly OutboxRow[]): (row: OutboxRow) => string[] {
  const byLot = new Map<string, OutboxRow[]>()
  for (const row of rows) for (const lot of lotsOpened(row)) byLot.set(lot, [...(byLot.get(lot) ?? []), row])
  return (row) => {
    const opening = parcelOf(row)
      .needs(row)
      .flatMap((id) => byLot.get(id) ?? [])
    return opening
      .filter((other) => other !== row && !parcelOf(other).needs(other).includes(row.saleId))
      .map(({ saleId }) => saleId)
  }
}
