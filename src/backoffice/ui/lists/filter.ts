import type { ComponentType } from 'react'
import type { Currency } from '#shared/ui/money-format.ts'

/** The parameters of the address, by key. A missing key does not filter. */
export type AddressValues = Readonly<Record<string, string>>
export type AddressChange = Readonly<Record<string, string | null>>
/** `archived`: still offered, because older rows may refer to it. */
export type Choice = { value: string; label: string; archived?: boolean }

export type FilterFieldProps = {
  values: AddressValues
  change: (change: AddressChange) => void
  today: string
  /** The result of `useChoices`. */
  choices: readonly Choice[]
}

/**
 * A hook: the last day that has a row, to show when today has none. It asks only while `isAsked`; undefined until the
 * answer, null when no day has a row.
 */
export type LastDay = (isAsked: boolean) => string | null | undefined

/**
 * One filter of a list: its keys in the address, its part of the query, its chip and its field. A mistyped value in
 * the address is left out of the query; the server would refuse it.
 */
export type Filter<Query> = {
  keys: readonly string[]
  query: (values: AddressValues, today: string) => Partial<Query>
  /** The text of its chip; null when it keeps every row, or when its own control shows the choice. */
  chip: (
    values: AddressValues,
    asked: { today: string; choices: readonly Choice[]; currency: Currency },
  ) => string | null
  /** The field in « Filtre ». */
  Field?: ComponentType<FilterFieldProps>
  /** A control in the head of the page. */
  Head?: ComponentType<FilterFieldProps>
  /** A hook that reads the possible choices. It runs at each render of the list, in the order of the filters. */
  useChoices?: (values: AddressValues) => readonly Choice[]
  /** Set for the search field of the list; `label` is its accessible name. */
  search?: { label: string }
  /**
   * Set when the filter limits the rows although the address has none of its keys. `words`: the limit
   * (« aujourd’hui »); `off`: the address that keeps every row.
   */
  initial?: { words: string; off: AddressValues }
  /** Set for the days of a list that opens on today. Its keys are `du` and `au`. */
  useLastDay?: LastDay
}

/** The query of all filters together. */
export function queryOfFilters<Query>(
  filters: readonly Filter<Query>[],
  values: AddressValues,
  today: string,
): Partial<Query> {
  return Object.assign({}, ...filters.map((filter) => filter.query(values, today))) as Partial<Query>
}

/** The change of the address that clears these filters. */
export function withoutFilters(filters: readonly Pick<Filter<never>, 'keys' | 'initial'>[]): AddressChange {
  return Object.fromEntries(filters.flatMap(({ keys, initial }) => keys.map((key) => [key, initial?.off[key] ?? null])))
}

/** The query when every filter is cleared. */
export function queryWithoutFilters<Query>(filters: readonly Filter<Query>[], today: string): Partial<Query> {
  return queryOfFilters(
    filters,
    Object.assign({}, ...filters.map(({ initial }) => initial?.off)) as AddressValues,
    today,
  )
}
