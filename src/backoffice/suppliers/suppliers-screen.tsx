import { type Supplier, suppliers } from '#shared/contract/suppliers.ts'
import { daysWords } from '#backoffice/suppliers/delivery-days.tsx'
import { returnWords, supplierRecord } from '#backoffice/suppliers/supplier-record.ts'
import { archivedColumn, numberColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
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
      textColumn('customerNumber', 'N° de client', ({ customerNumber }: Supplier) => customerNumber, {
        width: 120,
        priority: 2,
      }),
      textColumn('phone', 'Téléphone', ({ phone }: Supplier) => phone, { width: 150, priority: 2 }),
      textColumn('deliveryDays', 'Livre le', ({ deliveryDays }: Supplier) => daysWords(deliveryDays), {
        width: 150,
        priority: 2,
      }),
      numberColumn('paymentDays', 'Paiement (j)', ({ paymentDays }: Supplier) => paymentDays, {
        width: 110,
        priority: 2,
      }),
      textColumn('returnDays', 'Reprend les lots', returnWords, { width: 240, grow: 0.6 }),
      archivedColumn<Supplier>('Archivé'),
    ]),
  filters: [searchFilter<QueryOf<typeof suppliers.list>>('Filtrer les fournisseurs')],
  open: { panel: recordPanel(supplierRecord), needs: supplierRecord.needs },
  create: { panel: newRecordPanel(supplierRecord), needs: supplierRecord.needs },
  words: { empty: 'Aucun fournisseur. Chaque lot a un fournisseur, qui peut le reprendre avant sa péremption.' },
})

/** The suppliers of the pharmacy: when each delivers, is paid, and takes a lot back. */
export function SuppliersScreen() {
  return <ListScreen list={supplierList} />
}
