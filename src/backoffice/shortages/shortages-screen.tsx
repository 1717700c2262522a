import { type Shortage, shortages } from '#shared/contract/shortages.ts'
import { shortPharmacyName } from '#shared/domain/short-pharmacy-name.ts'
import { sisterQuantity } from '#backoffice/ui/sister-quantity.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import {
  countColumn,
  dayColumn,
  moneyColumn,
  nothing,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { searchFilter, switchFilter, textFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useStorageNames } from '#backoffice/ui/use-storage-names.ts'

type Query = QueryOf<typeof shortages.list>

/** « 4 à Plateau Lagune »; null when no sister pharmacy has it. */
function sistersText(sisters: Shortage['sisters']): string | null {
  if (sisters.length === 0) return null
  return sisters.map((stock) => `${sisterQuantity(stock)} à\u00a0${shortPharmacyName(stock.pharmacy)}`).join(', ')
}

const decimal = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })

const columnsOf = (search: string) =>
  sortedByServer<Shortage>([
    textColumn('label', 'Produit', ({ label }) => label, { strong: true, width: 260, grow: 1, search }),
    textColumn('storage', 'Rangement', ({ storage }) => storage, { width: 120, priority: 3 }),
    countColumn('quantity', 'Stock', ({ quantity }) => quantity, { width: 76 }),
    stateColumn(
      'daysLeft',
      'Reste pour',
      ({ state, daysLeft }) =>
        state === 'out'
          ? { label: 'Rupture', tone: 'danger' }
          : { label: daysLeft === 0 ? 'moins d’un jour' : plural(daysLeft ?? 0, 'jour'), tone: 'warning' },
      { width: 120 },
    ),
    {
      ...numberColumn<Shortage>('perDay', 'Par jour', ({ perDay }) => perDay, { width: 84 }),
      render: ({ perDay }) => (perDay === null ? nothing : decimal.format(perDay)),
    },
    countColumn('sold30Days', 'Vendus 30\u00a0j', ({ sold30Days }) => sold30Days, { width: 104 }),
    countColumn('minimum', 'Mini', ({ minimum }) => minimum, { width: 72, priority: 2 }),
    dayColumn('since', 'Depuis', ({ since }) => since, { width: 104 }),
    moneyColumn('missed', 'Ventes manquées', ({ missed }) => missed || null, { strong: true, width: 140 }),
    textColumn('sisters', 'Autres pharmacies', ({ sisters }) => sistersText(sisters), { width: 170, priority: 1 }),
    {
      ...countColumn<Shortage>('onItsWay', 'En route', ({ onItsWay }) => onItsWay, { width: 90, priority: 2 }),
      render: ({ onItsWay }) => onItsWay || nothing,
    },
  ])

const shortageList = list({
  home: '/ruptures',
  title: 'Ruptures',
  noun: noun('produit', 'm'),
  source: serverPages(shortages.list, { usual: { column: 'missed', direction: 'descending' } }),
  useColumns: ({ search }) => columnsOf(search),
  filters: [
    searchFilter<Query>('Filtrer les ruptures'),
    switchFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      choices: [
        { value: 'rupture', label: 'En rupture', query: { state: 'out' } },
        { value: 'bientot', label: 'Bientôt', query: { state: 'soon' } },
      ],
    }),
    textFilter<Query>({
      key: 'rangement',
      label: 'Rangement',
      all: 'Tous',
      none: 'Aucun rangement',
      useChoices: useStorageNames,
      query: (storage) => ({ storage }),
    }),
  ],
  facts: ({ total, out, missed }) => (
    <>
      {plural(out, 'rupture')}, {total - out} bientôt, ventes manquées <Money amount={missed} unit />
    </>
  ),
  open: { page: ({ id }) => `/stock/${id}` },
  words: { empty: 'Aucune rupture prévue dans les deux semaines.' },
})

/** What is out of stock or will be within two weeks, with the turnover missed. */
export function ShortagesScreen() {
  return <ListScreen list={shortageList} />
}
