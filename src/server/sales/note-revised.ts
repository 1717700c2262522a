import type { Changes } from '#server/hints/changes.ts'
import type { TouchedClients } from '#server/sales/shop.ts'

/**
 * Notes the lists that got new revisions from a closed or undone sale: always the products; clients and payers when the
 * sale touched them.
 */
export function noteRevised({ revised }: Changes, touched: TouchedClients): void {
  revised.add('pharmacy-products')
  for (const list of ['persons', 'organizations', 'companies'] as const) if (touched[list].length > 0) revised.add(list)
}
