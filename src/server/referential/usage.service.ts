import { countOfProducts, productsUsing, type UsedTable } from '#server/referential/usage.repo.ts'

/**
 * How a family of the referential is used by products: their number beside each row, and which of them tills must read
 * again when a row changes.
 */
export function usedByProducts(table: UsedTable) {
  return {
    computed: { products: countOfProducts(table) },
    productsShowing: (tx: Parameters<typeof productsUsing>[0], id: string) => productsUsing(tx, table, id),
  }
}
