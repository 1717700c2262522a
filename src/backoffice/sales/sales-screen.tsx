import { sales } from '#shared/contract/sales.ts'
import { saleFilters } from '#backoffice/sales/sale-filters.ts'
import { SalePanel } from '#backoffice/sales/sale-panel.tsx'
import { hasSums, SaleSums } from '#backoffice/sales/sale-sums.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { serverPages } from '#backoffice/ui/lists/list-source.ts'
import { saleColumns } from '#backoffice/ui/sale-columns.tsx'

const columns = saleColumns.map((column) => ({ ...column, sortable: true }))

const saleList = list({
  home: '/ventes',
  title: 'Ventes',
  noun: noun('vente', 'f'),
  source: serverPages(sales.list),
  useColumns: () => columns,
  filters: saleFilters,
  sums: (sums) => hasSums(sums) && <SaleSums {...sums} />,
  open: { panel: SalePanel },
  keys: [{ keys: ['D'], label: 'Corriger la date', needs: sales.setDate.permission, inPanel: true }],
  words: {
    error: 'Les ventes n’ont pas pu être chargées. Le comptoir continue de vendre.',
    empty: 'Aucune vente enregistrée.',
  },
})

/** All sales on the server, newest first. The sale in the address is open beside the list. */
export function SalesScreen() {
  return <ListScreen list={saleList} />
}
