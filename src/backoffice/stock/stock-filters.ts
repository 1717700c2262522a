import { type Filter } from '#backoffice/ui/lists/filter.ts'
import { choiceFilter, searchFilter, textFilter } from '#backoffice/ui/lists/filters.tsx'
import { useStorageNames } from '#backoffice/ui/use-storage-names.ts'

export type StockQuery = {
  /** `out`: a stock of 0 or less. */
  state?: 'out' | 'negative' | 'low'
  expiry?: 'expired' | 'soon'
  /** A month in which lots expire, `2026-12`. */
  expiryMonth?: string
  storage?: string
  search?: string | undefined
}

/** The filters in the address: `?etat=rupture&expire=2026-12&rangement=A1&cherche=coartem&tri=-stock`. */
export const stockFilters: readonly Filter<StockQuery>[] = [
  searchFilter<StockQuery>('Filtrer le stock'),
  choiceFilter<StockQuery>({
    key: 'etat',
    label: 'État',
    all: 'Tous',
    choices: [
      { value: 'rupture', label: 'En rupture', query: { state: 'out' } },
      { value: 'negatif', label: 'Stock négatif', query: { state: 'negative' } },
      { value: 'mini', label: 'Sous le mini', query: { state: 'low' } },
    ],
  }),
  expiryFilter(),
  textFilter<StockQuery>({
    key: 'rangement',
    label: 'Rangement',
    all: 'Tous',
    none: 'Aucun rangement',
    useChoices: useStorageNames,
    query: (storage) => ({ storage }),
  }),
]

const monthName = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const isMonth = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}$/.test(text)

/** Besides the two choices, a link may give a month. */
function expiryFilter(): Filter<StockQuery> {
  const choice = choiceFilter<StockQuery>({
    key: 'expire',
    label: 'Péremption',
    all: 'Toutes',
    choices: [
      { value: 'expires', label: 'Expiré', query: { expiry: 'expired' } },
      { value: 'bientot', label: 'Expire sous 90\u00a0jours', query: { expiry: 'soon' } },
    ],
  })
  return {
    ...choice,
    query: (values, today) =>
      isMonth(values['expire']) ? { expiryMonth: values['expire'] } : choice.query(values, today),
    chip: (values, asked) =>
      isMonth(values['expire'])
        ? `Expire en ${monthName.format(new Date(`${values['expire']}-01`))}`
        : choice.chip(values, asked),
  }
}
