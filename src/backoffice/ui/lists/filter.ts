import type { ComponentType } from 'react'

/** What the address says, by key; what is missing is not filtered. */
export type AddressValues = Readonly<Record<string, string>>
export type AddressChange = Readonly<Record<string, string | null>>
/** `archived`: still offered, as what is past may have it. */
export type Choice = { value: string; label: string; archived?: boolean }

export type FilterFieldProps = {
  values: AddressValues
  change: (change: AddressChange) => void
  today: string
  /** What `useChoices` answered. */
  choices: readonly Choice[]
}

/**
 * One filter of a list, stated once: its keys of the address, its part of the question, its chip, its field. What somebody mistyped in the address
 * is left out of the question rather than refused.
 */
export type Filter<Query> = {
  keys: readonly string[]
  query: (values: AddressValues, today: string) => Partial<Query>
  /** What it keeps, in words; null where it keeps all, or where its own control says it. */
  chip: (values: AddressValues, asked: { today: string; choices: readonly Choice[] }) => string | null
  /** The field in « Filtre ». */
  Field?: ComponentType<FilterFieldProps>
  /** A control in the head of the page. */
  Head?: ComponentType<FilterFieldProps>
  /** Asks for what can be chosen: called at each drawing of the list, in the order of the filters. */
  useChoices?: (values: AddressValues) => readonly Choice[]
  /** The words typed into the search field of the list; `label` names the field for those who cannot see it. */
  search?: { label: string }
  /** Without a word of the address it keeps only a part: which one in words (« aujourd’hui »), and the address in which it keeps all. */
  initial?: { words: string; off: AddressValues }
}

/** The question that all filters ask together. */
export function queryOfFilters<Query>(
  filters: readonly Filter<Query>[],
  values: AddressValues,
  today: string,
): Partial<Query> {
  return Object.assign({}, ...filters.map((filter) => filter.query(values, today))) as Partial<Query>
}

/** The change of the address that takes these filters off. */
export function withoutFilters(filters: readonly Pick<Filter<never>, 'keys' | 'initial'>[]): AddressChange {
  return Object.fromEntries(filters.flatMap(({ keys, initial }) => keys.map((key) => [key, initial?.off[key] ?? null])))
}

/** The question that is asked when every filter is off. */
export function queryWithoutFilters<Query>(filters: readonly Filter<Query>[], today: string): Partial<Query> {
  return queryOfFilters(
    filters,
    Object.assign({}, ...filters.map(({ initial }) => initial?.off)) as AddressValues,
    today,
  )
}
