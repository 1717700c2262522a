import { type Supplier, suppliers } from '#shared/contract/suppliers.ts'
import { returnWords, supplierRecord } from '#backoffice/suppliers/supplier-record.ts'
import { archivedColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'

const supplierList = list({
  home: '/fournisseurs',
  title: 'Fournisseurs',
  noun: supplierRecord.noun,
  source: serverPages(suppliers.list),
  useColumns: ({ search }) =>
    sortedByServer([
      textColumn('name', 'Nom', ({ name }: Supplier) => name, { strong: true, width: 260, grow: 1, search }),
      textColumn('returnDays', 'Reprend les lots', returnWords, { width: 240, grow: 0.6 }),
      archivedColumn<Supplier>('Archivé'),
    ]),
  filters: [searchFilter<QueryOf<typeof suppliers.list>>('Filtrer les fournisseurs')],
  open: { panel: recordPanel(supplierRecord), needs: supplierRecord.needs },
  create: { panel: newRecordPanel(supplierRecord), needs: supplierRecord.needs },
  words: { empty: 'Aucun fournisseur. Un lot a le sien, qui le reprend avant sa péremption.' },
})

/** The suppliers of the pharmacy, and until when each takes a lot back. */
export function SuppliersScreen() {
  return <ListScreen list={supplierList} />
}
