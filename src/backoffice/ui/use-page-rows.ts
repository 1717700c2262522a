import { useLocation, useRouter } from 'wouter'

/** For a table inside a page: each row opens a page, and is a link to it. Spread into a `DataTable`. */
export function usePageRows<Row>(pageOf: (row: Row) => string) {
  const [, go] = useLocation()
  const { base } = useRouter()
  return {
    onOpen: (row: Row) => go(pageOf(row)),
    hrefOf: (row: Row) => base + pageOf(row),
  }
}
