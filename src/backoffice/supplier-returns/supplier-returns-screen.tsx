import { supplierReturns } from '#shared/contract/supplier-returns.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { NewReturnPanel } from '#backoffice/supplier-returns/new-return-panel.tsx'
import { returnColumns } from '#backoffice/supplier-returns/return-columns.tsx'
import { ReturnPanel } from '#backoffice/supplier-returns/return-panel.tsx'
import { searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { supplierFilter } from '#backoffice/ui/lists/supplier-filter.ts'

type Query = QueryOf<typeof supplierReturns.list>

const returnList = list({
  home: '/retours',
  title: 'Retours fournisseurs',
  noun: noun('retour', 'm'),
  source: serverPages(supplierReturns.list),
  useColumns: () => returnColumns,
  filters: [
    searchFilter<Query>('Filtrer les retours'),
    switchFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      choices: [
        { value: 'attendus', label: 'Avoir attendu', query: { state: 'sent' } },
        { value: 'recus', label: 'Avoir reçu', query: { state: 'credited' } },
      ],
    }),
    supplierFilter<Query>(),
  ],
  facts: ({ total, awaited }) => (
    <>
      {plural(total, 'retour')}, avoirs attendus <Money amount={awaited} unit />
    </>
  ),
  open: { panel: ReturnPanel },
  create: { needs: supplierReturns.create.permission, panel: NewReturnPanel },
  words: { empty: 'Aucun retour. Un retour fait sortir les boîtes du stock et attend l’avoir du fournisseur.' },
})

/** Boxes that went back to suppliers, and the credits that are awaited for them. */
export function SupplierReturnsScreen() {
  return <ListScreen list={returnList} />
}
