import { type SharedWholesaler, wholesalers } from '#shared/contract/wholesalers.ts'
import { useCountryChoices } from '#backoffice/ui/country-choices.ts'
import { archivedColumn, countColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { textField } from '#backoffice/ui/records/record-fields.tsx'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'
import { selectField } from '#backoffice/ui/records/select-field.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'

type Query = QueryOf<typeof wholesalers.list>
type Values = { name: string; countryCode: string; phone: string; email: string }

const columns = sortedByServer<SharedWholesaler>([
  textColumn('name', 'Grossiste', ({ name }) => name, { strong: true, width: 260, grow: 1 }),
  textColumn('countryCode', 'Pays', ({ countryCode }) => countryCode, { width: 90 }),
  textColumn('phone', 'Téléphone', ({ phone }) => phone, { width: 160 }),
  textColumn('email', 'E-mail', ({ email }) => email, { width: 220, grow: 0.5, priority: 2 }),
  countColumn('products', 'Produits au tarif', ({ products }) => products, { width: 150 }),
  archivedColumn<SharedWholesaler>('Archivé', { width: 110 }),
])

const record: RecordDeclaration<SharedWholesaler, Values> = {
  noun: noun('grossiste', 'm'),
  calls: wholesalers,
  needs: wholesalers.patch.permission,
  nameOf: ({ name }) => name,
  nameField: 'name',
  initial: (name) => ({ name, countryCode: '', phone: '', email: '' }),
  valuesOf: ({ name, countryCode, phone, email }) => ({ name, countryCode, phone: phone ?? '', email: email ?? '' }),
  fields: [
    textField('name', 'Nom'),
    selectField('countryCode', 'Pays', useCountryChoices),
    textField('phone', 'Téléphone', { required: false, type: 'tel' }),
    textField('email', 'E-mail', { required: false, type: 'email' }),
  ],
  archive: { note: 'Les pharmacies le gardent comme fournisseur, sans tarif.' },
  Below: ToCatalogue,
}

function ToCatalogue({ row: { id } }: { row: SharedWholesaler }) {
  return <TextLink to={`/grossistes/${id}/tarif`}>Son tarif</TextLink>
}

const wholesalerList = list({
  home: '/grossistes',
  title: 'Grossistes',
  noun: record.noun,
  source: serverPages(wholesalers.list),
  useColumns: () => columns,
  filters: [searchFilter<Query>('Filtrer les grossistes')],
  open: { panel: recordPanel(record) },
  create: { needs: wholesalers.create.permission, panel: newRecordPanel(record) },
  words: { empty: 'Aucun grossiste. Avec leur tarif, les pharmacies voient où un produit est moins cher.' },
})

/** The wholesalers that all pharmacies share. */
export function WholesalersScreen() {
  return <ListScreen list={wholesalerList} />
}
