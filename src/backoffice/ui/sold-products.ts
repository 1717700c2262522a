import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { ReadSale } from '#shared/contract/sales.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'

/**
 * The product of each sold lot, also for units of an opened box: a record names only its lot. Iterates over the product
 * list once per shown sale.
 */
export function useProductsOf(sale: ReadSale): ReadonlyMap<string, string> {
  const products = useAtomValue(productsAtom)
  return useMemo(() => {
    const wanted = new Set(sale.records.map(({ stockItemId }) => stockItemId))
    const boxes = new Map(
      sale.records.flatMap(({ opens }) =>
        opens ? [[opens.stockItemId, unitItemIdOf(opens.stockItemId)] as const] : [],
      ),
    )
    const found = new Map<string, string>()
    for (const product of products.values()) {
      for (const { id } of product.stockItems) {
        if (wanted.has(id)) found.set(id, product.id)
        if (boxes.has(id)) found.set(boxes.get(id)!, product.id)
      }
      if (found.size === wanted.size) break
    }
    return found
  }, [products, sale])
}
