import type { Purchase } from '#shared/contract/persons.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'

/** An ended sale of this terminal. `number` is 0 until the server assigned one. */
export type SoldHere = { id: string; number: number; soldAt: string; records: readonly SaleRecord[] }

/**
 * The last purchase of each product in these sales, newest first. Same shape as the server's answer, from the data of
 * one terminal.
 */
export function localPurchases(
  sales: readonly SoldHere[],
  productOf: (record: SaleRecord) => string | undefined,
): Purchase[] {
  const latest = new Map<string, Purchase>()
  for (const { id, number, soldAt, records } of sales.toSorted((a, b) => (a.soldAt < b.soldAt ? 1 : -1))) {
    for (const record of records) {
      const pharmacyProductId = productOf(record)
      if (pharmacyProductId === undefined) continue
      const { label, quantity, price, posology = null } = record
      const known = latest.get(pharmacyProductId)
      if (!known)
        latest.set(pharmacyProductId, {
          pharmacyProductId,
          label,
          quantity,
          price,
          soldAt,
          saleId: id,
          saleNumber: number,
          posology,
          times: 1,
        })
      // Boxes of two lots in one sale are one purchase.
      else if (known.saleId === id)
        latest.set(pharmacyProductId, {
          ...known,
          quantity: known.quantity + (label === known.label ? quantity : 0),
          posology: known.posology ?? posology,
        })
      else latest.set(pharmacyProductId, { ...known, times: known.times + 1 })
    }
  }
  return [...latest.values()]
}
