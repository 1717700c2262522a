import type { Hints } from '#server/hints/hints.ts'
import type { TouchedClients } from '#server/sales/shop.ts'

/** Tells the pharmacy's windows that a sale was made or undone, and whose rows changed with it. */
export function publishSale(hints: Hints, pharmacyId: string, touched: TouchedClients | undefined): void {
  const changed = (['persons', 'organizations', 'companies'] as const).filter(
    (list) => touched !== undefined && touched[list].length > 0,
  )
  for (const list of ['sales', 'pharmacy-products', 'cash-registers', ...changed] as const)
    hints.publish(pharmacyId, list)
}
