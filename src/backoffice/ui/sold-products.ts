import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { pharmacyProducts, type PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { ReadSale } from '#shared/contract/sales.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** As many lots as one call takes. */
const mostAsked = 500

/**
 * The product of each sold lot, also for units of an opened box: a record names only its lot. Iterates over the product
 * list once per shown sale; the server knows the lots that are empty for long and no longer in the list.
 */
export function useProductsOf(sale: ReadSale): ReadonlyMap<string, string> {
  const products = useAtomValue(productsAtom)
  const listed = useMemo(() => productsOf(sale, products.values()), [products, sale])
  const missing = sale.records.flatMap(({ stockItemId }) => (listed.has(stockItemId) ? [] : [stockItemId]))
  const { data } = useAnswer(
    pharmacyProducts.searchByIds,
    { body: { ids: [], stockItemIds: missing.slice(0, mostAsked) } },
    { enabled: missing.length > 0 && products.size > 0 },
  )
  return useMemo(
    () => (data && missing.length > 0 ? new Map([...productsOf(sale, data), ...listed]) : listed),
    [data, missing.length, sale, listed],
  )
}

function productsOf(sale: ReadSale, products: Iterable<PharmacyProduct>): ReadonlyMap<string, string> {
  const wanted = new Set(sale.records.map(({ stockItemId }) => stockItemId))
  const boxes = new Map(
    sale.records.flatMap(({ opens }) => (opens ? [[opens.stockItemId, unitItemIdOf(opens.stockItemId)] as const] : [])),
  )
  const found = new Map<string, string>()
  for (const product of products) {
    for (const { id } of product.stockItems) {
      if (wanted.has(id)) found.set(id, product.id)
      if (boxes.has(id)) found.set(boxes.get(id)!, product.id)
    }
    if (found.size === wanted.size) break
  }
  return found
}
