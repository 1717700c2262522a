import { useAtomValue } from 'jotai'
import { useLocation, useParams, useSearchParams } from 'wouter'
import type { Sort } from '#shared/ui/data-table-column.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import type { Currency } from '#shared/ui/money-format.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import {
  type AddressChange,
  type AddressValues,
  type Choice,
  type Filter,
  queryOfFilters,
  queryWithoutFilters,
  withoutFilters,
} from '#backoffice/ui/lists/filter.ts'
import { newKey } from '#backoffice/ui/list-address.ts'
import { sortOf, sortText } from '#backoffice/ui/sort-text.ts'
import { todayAtom } from '#backoffice/ui/today.ts'

const sortKey = 'tri'

/**
 * The state of a list as its address holds it: filters, sort, open row, new record. Each action changes the address.
 */
export function useListState<Query>(home: string, filters: readonly Filter<Query>[]) {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const [params, setParams] = useSearchParams()
  const leave = useLeave()
  const today = useAtomValue(todayAtom)
  const values: AddressValues = Object.fromEntries(params)
  const query = queryOfFilters(filters, values, today)
  const isAdding = params.has(newKey)

  // A filter replaces the address, so that « back » leaves the list instead of undoing filters one by one.
  const change = (next: AddressChange) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [key, value] of Object.entries(next)) {
          if (value) after.set(key, value)
          else after.delete(key)
        }
        return after
      },
      { replace: true },
    )
  const at = (path: string, isNew = false) => {
    const after = new URLSearchParams(params)
    after.delete(newKey)
    if (isNew) after.set(newKey, 'oui')
    return after.size > 0 ? `${path}?${after}` : path
  }
  const hasPanel = openId !== undefined || isAdding
  // « Back » must not open a closed panel again.
  const close = () => go(at(home), { replace: true })
  return {
    values,
    query,
    today,
    openId,
    isAdding,
    change,
    search: filters.some((filter) => filter.search) ? (values['cherche'] ?? '') : '',
    isFiltered: !isSameQuery(query, queryWithoutFilters(filters, today)),
    /** Whether the address filters nothing: the list stands on what it opens with. */
    isAsOpened: isSameQuery(query, queryOfFilters(filters, {}, today)),
    /** « aujourd’hui »: the limit of a list that nobody has filtered. */
    initialWords: isSameQuery(query, queryOfFilters(filters, {}, today))
      ? filters.find(({ initial }) => initial)?.initial?.words
      : undefined,
    sort: sortOf(values[sortKey]),
    setSort: (sort: Sort) => change({ [sortKey]: sortText(sort) }),
    removeChip: (key: string) => change(withoutFilters(filters.filter((filter) => chipKey(filter) === key))),
    clear: () => change(withoutFilters(filters)),
    addressOf: (id: string) => at(`${home}/${id}`),
    // The next row replaces the last one in the history, so that « back » leads to the list.
    open: (id: string) => leave(() => go(at(`${home}/${id}`), { replace: hasPanel })),
    close,
    /** Closes the panel from outside of it: asks about what is typed there. */
    leavePanel: () => leave(close),
    add: () => leave(() => go(at(home, true), { replace: hasPanel })),
    made: (id: string) => go(at(`${home}/${id}`), { replace: true }),
  }
}

/** The chips of the active filters. `choices`: those of each filter, in order. */
export function chipsOf<Query>(
  filters: readonly Filter<Query>[],
  choices: readonly Choice[][],
  { values, today, currency }: { values: AddressValues; today: string; currency: Currency },
): FilterChip[] {
  return filters.flatMap((filter, index) => {
    const label = filter.chip(values, { today, currency, choices: choices[index] ?? [] })
    return label === null ? [] : [{ key: chipKey(filter), label }]
  })
}

const chipKey = ({ keys }: Pick<Filter<never>, 'keys'>): string => keys.join()

function isSameQuery<Query>(one: Partial<Query>, other: Partial<Query>): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
