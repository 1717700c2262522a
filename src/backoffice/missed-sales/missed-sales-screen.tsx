import { type MissedProduct, type MissedSale, missedSales } from '#shared/contract/missed-sales.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { missedColumns, productColumns, reasonWords } from '#backoffice/missed-sales/missed-columns.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { listView, ListViews } from '#backoffice/ui/lists/list-views.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** What both views ask; each has columns of its own to sort by. */
type Query = Omit<QueryOf<typeof missedSales.list>, 'sort'>

const missed = {
  home: '/ventes/manquees',
  title: 'Ventes manquées',
  noun: noun('vente manquée', 'f', 'ventes manquées'),
  filters: [
    searchFilter<Query>('Filtrer les ventes manquées'),
    daysFilter<Query>(newestDay(missedSales.list, ({ missedAt }) => missedAt)),
    severalFilter<Query>({
      key: 'raison',
      label: 'Raison',
      all: 'Toutes',
      many: 'raisons',
      choices: [
        { value: 'absent', label: reasonWords.absent, asked: 'absent' },
        { value: 'cher', label: reasonWords['too-dear'], asked: 'too-dear' },
      ],
      query: (reason) => ({ reason }),
    }),
  ],
  facts: (_reply: unknown, query: Partial<Query>) => <Whole query={query} />,
  open: {
    // Links to the product in the stock; other products have no page.
    page: ({ pharmacyProductId }: Pick<MissedSale, 'pharmacyProductId'>) =>
      pharmacyProductId && `/stock/${pharmacyProductId}`,
  },
}
const words = { empty: 'Aucune vente manquée. Le comptoir les enregistre avec «\u00a0Noter la demande\u00a0».' }

const byProduct = list({
  ...missed,
  layoutKey: '/ventes/manquees/produits',
  source: serverPages(missedSales.byProduct, {
    idOf: ({ pharmacyProductId, label }: MissedProduct) => pharmacyProductId ?? label,
  }),
  useColumns: () => productColumns,
  words: { ...words, exportName: 'Ventes manquées par produit' },
})

const oneByOne = list({
  ...missed,
  source: serverPages(missedSales.list),
  useColumns: () => missedColumns,
  words,
})

const views = [listView('', 'Par produit', byProduct), listView('une', 'Une à une', oneByOne)] as const

/** Customers who left without a product: what to order, and the turnover lost. */
export function MissedSalesScreen() {
  return <ListViews views={views} />
}

/** The turnover lost over all rows, in either view. */
function Whole({ query }: { query: Partial<Query> }) {
  const { data } = useAnswer(missedSales.list, { query: { ...query, size: 1 } }, { keep: true })
  if (!data) return null
  return (
    <>
      {plural(data.total, missed.noun.one, missed.noun.many)}, <Money amount={data.value} unit />
    </>
  )
}
