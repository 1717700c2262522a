import type { Changes } from '#server/hints/changes.ts'
import type { TouchedClients } from '#server/sales/shop.ts'

/** Notes of which lists a sale that was made or undone revised rows: the products always, clients and payers where it touched them. */
export function noteRevised({ revised }: Changes, touched: TouchedClients): void {
  revised.add('pharmacy-products')
  for (const list of ['persons', 'organizations', 'companies'] as const) if (touched[list].length > 0) revised.add(list)
}
