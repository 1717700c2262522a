import { atom } from 'jotai'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { SearchItem } from '#shared/domain/search/search-index.ts'
import { listView } from '#shared/store/lists/list-view.ts'
import type { ListName } from '#shared/store/lists/list-meta.ts'

export const productView = listView<PharmacyProduct>('pharmacy-products', (product) =>
  product.archived ? null : searchItem(product),
)

/** All products of the pharmacy by id, as last stored on disk; empty until the first load is complete. */
export const productsAtom = productView.rowsAtom
/** The search index over the products that are not archived: `get(productIndexAtom)?.index.find('amoxi')`. */
export const productIndexAtom = productView.indexAtom
export const listStateAtom = productView.stateAtom

/** « Réessayer »: the leading window refreshes one list (default: the products). Set by the session; null before. */
export const listRetryAtom = atom<{ retry: (list?: ListName) => void } | null>(null)

/** The searchable item of a product: label, INN and brand by words, codes as a whole. Products in stock rank first. */
export function searchItem(product: PharmacyProduct): SearchItem {
  const isInStock = product.stockItems.some((item) => !item.archived && item.quantity > 0)
  return {
    id: product.id,
    label: product.label,
    texts: [product.inn, product.brand ?? ''],
    codes: product.codes,
    rank: isInStock ? 1 : 0,
  }
}
