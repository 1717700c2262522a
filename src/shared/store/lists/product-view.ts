import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { SearchItem } from '#shared/domain/search/search-index.ts'
import { otherDosages } from '#shared/domain/search/dosages.ts'
import { atcWords } from '#shared/domain/search/atc-words.ts'
import { lotCode } from '#shared/domain/search/word-index.ts'
import { listView } from '#shared/store/lists/list-view.ts'

/** The list of products as last stored on disk. */
export const productView = listView<PharmacyProduct>('pharmacy-products', (product) =>
  product.archived ? null : searchItem(product),
)

/**
 * The searchable item of a product: label with the other way to write its dosages, INN, brand, form, category, and use
 * and class by words, codes and lot numbers as a whole. Products in stock rank first.
 */
export function searchItem(product: PharmacyProduct): SearchItem {
  const isInStock = product.stockItems.some((item) => !item.archived && item.quantity > 0)
  return {
    id: product.id,
    label: product.label,
    texts: [
      product.inn,
      product.brand ?? '',
      ...otherDosages(product.label),
      ...atcWords(product.atc),
      product.form ?? '',
      product.category ?? '',
    ],
    codes: [...product.codes, ...lotsOf(product).map(lotCode)],
    rank: isInStock ? 1 : 0,
  }
}

function lotsOf({ stockItems }: PharmacyProduct): string[] {
  return [...new Set(stockItems.flatMap(({ archived, lot }) => (archived || lot === null ? [] : [lot])))]
}
