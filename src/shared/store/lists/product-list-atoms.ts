import { atom } from 'jotai'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { SearchItem } from '#shared/domain/search/search-index.ts'
import { listView } from '#shared/store/lists/list-view.ts'
import type { ListName } from '#shared/store/lists/list-meta.ts'

export const productView = listView<PharmacyProduct>('pharmacy-products', (product) =>
  product.archived ? null : searchItem(product),
)

/** Every product of the pharmacy by id, as last known on disk; empty until the first load is complete. */
export const productsAtom = productView.rowsAtom
/** The index over them (archived ones left out): `get(productIndexAtom)?.index.find('amoxi')`. */
export const productIndexAtom = productView.indexAtom
export const listStateAtom = productView.stateAtom

/** « Réessayer »: whichever window leads asks the server again, for one list (none named: the products). Set by the session; null before. */
export const listRetryAtom = atom<{ retry: (list?: ListName) => void } | null>(null)

/** What the counter searches by: label, INN and brand; codes whole. In stock before out of stock. */
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
