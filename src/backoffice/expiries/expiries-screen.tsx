import { expiries } from '#shared/contract/expiries.ts'
import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { expiryGestures } from '#shared/domain/expiries/expiry-proposal.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { expiryColumns, taskColumns } from '#backoffice/expiries/expiry-columns.tsx'
import { ExpiryPanel } from '#backoffice/expiries/expiry-panel.tsx'
import { gestureWords } from '#backoffice/expiries/expiry-words.ts'
import { SavedMonths } from '#backoffice/expiries/saved-months.tsx'
import { TaskPanel } from '#backoffice/expiries/task-panel.tsx'
import type { Filter } from '#backoffice/ui/lists/filter.ts'
import {
  choiceFilter,
  flagFilter,
  rowFilter,
  searchFilter,
  severalFilter,
  textFilter,
} from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { listView, ListViews } from '#backoffice/ui/lists/list-views.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useStorageNames } from '#backoffice/ui/use-storage-names.ts'

type Query = QueryOf<typeof expiries.list>
type TaskQuery = QueryOf<typeof expiryTasks.list>

const gestureChoices = expiryGestures.map((kind) => ({ value: kind, label: gestureWords[kind], asked: kind }))
const monthName = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const isMonth = (text: string | undefined): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '')

/** A window of days; a link of the dashboard may give a month instead. */
function windowFilter(): Filter<Query> {
  const choice = choiceFilter<Query>({
    key: 'expire',
    label: 'Péremption',
    all: 'Expirés et sous six mois',
    choices: [
      { value: 'expires', label: 'Expirés', query: { within: 'expired' } },
      { value: '30', label: 'Sous 30\u00a0jours', query: { within: '30' } },
      { value: '60', label: 'Sous 60\u00a0jours', query: { within: '60' } },
      { value: '90', label: 'Sous 90\u00a0jours', query: { within: '90' } },
      { value: '180', label: 'Sous 180\u00a0jours', query: { within: '180' } },
    ],
  })
  return {
    ...choice,
    query: (values, today) => (isMonth(values['expire']) ? { month: values['expire'] } : choice.query(values, today)),
    chip: (values, asked) =>
      isMonth(values['expire'])
        ? `Expire en ${monthName.format(new Date(`${values['expire']}-01`))}`
        : choice.chip(values, asked),
  }
}

const lots = list({
  home: '/peremptions',
  title: 'Péremptions',
  noun: noun('lot', 'm'),
  source: serverPages(expiries.list, { usual: { column: 'expiresOn', direction: 'ascending' } }),
  useColumns: ({ search }) => expiryColumns(search),
  filters: [
    searchFilter<Query>('Filtrer les lots'),
    windowFilter(),
    severalFilter<Query>({
      key: 'proposition',
      label: 'Proposition',
      all: 'Toutes',
      many: 'propositions',
      choices: [...gestureChoices, { value: 'aucune', label: 'Rien à faire', asked: 'none' }],
      query: (proposal) => ({ proposal }),
    }),
    flagFilter<Query>({ key: 'sans-decision', label: 'Sans décision', query: { undecided: 'only' } }),
    textFilter<Query>({
      key: 'rangement',
      label: 'Rangement',
      all: 'Tous',
      none: 'Aucun rangement',
      useChoices: useStorageNames,
      query: (storage) => ({ storage }),
    }),
    rowFilter<Query>({
      key: 'fournisseur',
      label: 'Fournisseur',
      all: 'Tous',
      none: 'Aucun fournisseur',
      unknown: 'Un fournisseur',
      useChoices: useSuppliers,
      query: (supplierId) => ({ supplierId }),
    }),
  ],
  facts: ({ total, sums }) => (
    <>
      {plural(total, 'lot')}, risque <Money amount={sums.riskCost ?? sums.riskPrice} unit />{' '}
      {sums.riskCost === null ? 'au prix de vente' : 'au coût'}
    </>
  ),
  Above: SavedMonths,
  open: { panel: ExpiryPanel },
  words: {
    empty: 'Aucun lot n’expire dans les six mois.',
    filtered: 'Aucun lot ne correspond.',
  },
})

const work = list({
  home: '/peremptions',
  layoutKey: '/peremptions/travail',
  title: 'Péremptions',
  noun: noun('action', 'f'),
  source: serverPages(expiryTasks.list, { usual: { column: 'createdAt', direction: 'descending' } }),
  useColumns: ({ search }) => taskColumns(search),
  filters: [
    searchFilter<TaskQuery>('Filtrer les actions'),
    severalFilter<TaskQuery>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: [
        { value: 'en-cours', label: 'En cours', asked: 'open' },
        { value: 'fait', label: 'Fait', asked: 'done' },
        { value: 'annule', label: 'Annulé', asked: 'canceled' },
      ],
      query: (state) => ({ state }),
    }),
    severalFilter<TaskQuery>({
      key: 'geste',
      label: 'Action',
      all: 'Tous',
      many: 'gestes',
      choices: gestureChoices,
      query: (kind) => ({ kind }),
    }),
  ],
  sums: ({ saved }) =>
    saved !== null && (
      <>
        pertes évitées <Money amount={saved} unit />
      </>
    ),
  Above: SavedMonths,
  open: { panel: TaskPanel },
  words: {
    empty: 'Aucune action. Une proposition acceptée devient une action.',
    exportName: 'Actions sur les péremptions',
  },
})

const views = [listView('', 'Lots', lots), listView('travail', 'Actions en cours', work)] as const

/** What will expire, what can be done with it, and what that saved. */
export function ExpiriesScreen() {
  return <ListViews views={views} />
}

function useSuppliers() {
  const rows = useAnswer(suppliers.list, { query: { size: 2000 } }).data?.items ?? []
  return rows.map(({ id, name, archived }) => ({ value: id, label: name, archived }))
}
