import type { SearchIndex } from '#shared/domain/search/search-index.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import { isOut, stockState, type StockRow } from '#backoffice/ui/stock-row.ts'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?etat=rupture&expire=2026-12&rangement=A1&cherche=coartem&tri=-stock`. */
export const stockFilterKeys = ['etat', 'expire', 'rangement', 'cherche', 'tri'] as const
export type StockFilters = Filters<(typeof stockFilterKeys)[number]>

/** « Rupture » holds what is at zero or below: both are missing from the shelf. */
export const stateChoices = [
  { value: 'rupture', label: 'En rupture' },
  { value: 'negatif', label: 'Stock négatif' },
  { value: 'mini', label: 'Sous le mini' },
] as const
export const expiryChoices = [
  { value: 'expires', label: 'Expiré' },
  { value: 'bientot', label: 'Expire sous 90\u00a0jours' },
] as const

const isMonth = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}$/.test(text)

/** Does the row pass the filters? The search is the index's matter. */
export function keeps({ etat, expire, rangement }: StockFilters, row: StockRow): boolean {
  return hasState(row, etat) && hasExpiry(row, expire) && (!rangement || row.storage === rangement)
}

function hasState(row: StockRow, state: string | undefined): boolean {
  switch (state) {
    case 'rupture':
      return isOut(row)
    case 'negatif':
      return stockState(row) === 'negatif'
    case 'mini':
      return stockState(row) === 'mini'
    default:
      return true
  }
}

function hasExpiry(row: StockRow, expiry: string | undefined): boolean {
  if (expiry === 'expires') return row.hasExpired
  if (expiry === 'bientot') return row.soonDays !== null
  return isMonth(expiry) ? row.expiryMonths.includes(expiry) : true
}

/** The rows that search and filters keep: in the order of the search where there is one, else by label. Archived products are found nowhere. */
export function findRows(
  rows: ReadonlyMap<string, StockRow>,
  byLabel: readonly StockRow[],
  index: SearchIndex | undefined,
  filters: StockFilters,
): StockRow[] {
  const search = filters.cherche?.trim()
  const searched = search && index ? index.find(search, rows.size).ids.flatMap((id) => rows.get(id) ?? []) : byLabel
  return searched.filter((row) => keeps(filters, row))
}

const monthName = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The filters in force, in words. */
export function stockChips({ etat, expire, rangement }: StockFilters): FilterChip[] {
  const state = stateChoices.find(({ value }) => value === etat)
  const expiry =
    expiryChoices.find(({ value }) => value === expire)?.label ??
    (isMonth(expire) ? `Expire en ${monthName.format(new Date(`${expire}-01`))}` : undefined)
  return [
    ...(state ? [{ key: 'etat', label: state.label }] : []),
    ...(expiry ? [{ key: 'expire', label: expiry }] : []),
    ...(rangement ? [{ key: 'rangement', label: rangement }] : []),
  ]
}
