import { useLocation, useRouter, useSearch } from 'wouter'
import { useFilters } from '#backoffice/ui/use-filters.ts'

const openKeys = ['ligne'] as const

/**
 * For a table inside a page whose rows open a dialog: the address names the open row, and each row is a link to it.
 * `doors`: spread into a `DataTable`.
 */
export function useOpenRow<Row>(keyOf: (row: Row) => string) {
  const [{ ligne: openKey = null }, change] = useFilters(openKeys)
  const [path] = useLocation()
  const search = useSearch()
  const { base } = useRouter()
  const addressOf = (row: Row) => {
    const params = new URLSearchParams(search)
    params.set('ligne', keyOf(row))
    return `${base}${path}?${params.toString()}`
  }
  return {
    openKey,
    close: () => change({ ligne: null }),
    doors: { selectedKey: openKey, onOpen: (row: Row) => change({ ligne: keyOf(row) }), hrefOf: addressOf },
  }
}
