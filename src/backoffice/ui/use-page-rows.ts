import { useLocation, useRouter } from 'wouter'

/**
 * For a table inside a page: each row opens a page, and is a link to it. A row without a page (null) opens nothing.
 * Spread into a `DataTable`.
 */
export function usePageRows<Row>(pageOf: (row: Row) => string | null) {
  const [, go] = useLocation()
  const { base } = useRouter()
  return {
    onOpen: (row: Row) => {
      const page = pageOf(row)
      if (page !== null) go(page)
    },
    hrefOf: (row: Row) => {
      const page = pageOf(row)
      return page === null ? undefined : base + page
    },
  }
}
