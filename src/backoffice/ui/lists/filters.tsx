import { Checkbox, MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { mostValues } from '#shared/contract/values.ts'
import { isId } from '#backoffice/ui/is-id.ts'
import type { AddressValues, Choice, Filter, FilterFieldProps } from '#backoffice/ui/lists/filter.ts'

const mostLetters = 100
const inMenu = { withinPortal: false }

/** The search text; the server searches. */
export function searchFilter<Query extends { search?: string | undefined }>(label: string): Filter<Query> {
  return {
    keys: ['cherche'],
    query: ({ cherche }) => (cherche ? ({ search: cherche.slice(0, mostLetters) } as Partial<Query>) : {}),
    chip: () => null,
    search: { label },
  }
}

type ChoiceOf<Query> = Choice & { query: Partial<Query> }
interface OneOf {
  key: string
  label: string
  /** The label of no choice: « Tous », « Toutes ». */
  all: string
}

/** A choice of one of a few constant values. */
export function choiceFilter<Query>({
  key,
  label,
  all,
  choices,
}: OneOf & { choices: readonly ChoiceOf<Query>[] }): Filter<Query> {
  const of = (value: string | undefined) => choices.find((choice) => choice.value === value)
  return {
    keys: [key],
    query: (values) => of(values[key])?.query ?? {},
    chip: (values) => of(values[key])?.label ?? null,
    Field: ({ values, change }) => (
      <Select
        label={label}
        placeholder={all}
        clearable
        comboboxProps={inMenu}
        data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        value={of(values[key])?.value ?? null}
        onChange={(value) => change({ [key]: value })}
      />
    ),
  }
}

/** The same as a switch in the page head. It has no chip, because the switch shows the choice. */
export function switchFilter<Query>({
  key,
  label,
  all,
  choices,
}: OneOf & { choices: readonly ChoiceOf<Query>[] }): Filter<Query> {
  const of = (value: string | undefined) => choices.find((choice) => choice.value === value)
  return {
    keys: [key],
    query: (values) => of(values[key])?.query ?? {},
    chip: () => null,
    Head: ({ values, change }) => (
      <SegmentedControl
        aria-label={label}
        withItemsBorders={false}
        data={[{ value: '', label: all }, ...choices.map((choice) => ({ value: choice.value, label: choice.label }))]}
        value={of(values[key])?.value ?? ''}
        onChange={(value) => change({ [key]: value || null })}
      />
    ),
  }
}

interface OneValue<Query> extends OneOf {
  /** Shown when no choice matches the typed text: « Aucun motif ». */
  none: string
  useChoices: (values: AddressValues) => readonly Choice[]
  query: (value: string) => Partial<Query>
}

/** A choice of one row of another list, by id. `unknown`: shown until the name is loaded: « Un motif ». */
export function rowFilter<Query>({ unknown, ...of }: OneValue<Query> & { unknown: string }): Filter<Query> {
  return foundFilter(of, { isValue: isId, nameOf: () => unknown })
}

/** A choice of one of the texts in the rows: « A1 ». */
export function textFilter<Query>(of: OneValue<Query>): Filter<Query> {
  return foundFilter(of, { isValue: (text) => text !== undefined && text !== '', nameOf: (text) => text })
}

/** A choice of one loaded value, found by typing. */
function foundFilter<Query>(
  of: OneValue<Query>,
  { isValue, nameOf }: { isValue: (text: string | undefined) => boolean; nameOf: (value: string) => string },
): Filter<Query> {
  const valueOf = (values: Readonly<Record<string, string>>) => (isValue(values[of.key]) ? values[of.key] : undefined)
  return {
    keys: [of.key],
    useChoices: of.useChoices,
    query: (values) => {
      const value = valueOf(values)
      return value === undefined ? {} : of.query(value)
    },
    chip: (values, { choices }) => {
      const value = valueOf(values)
      if (value === undefined) return null
      return choices.find((choice) => choice.value === value)?.label ?? nameOf(value)
    },
    Field: ({ values, change, choices }) => (
      <Select
        label={of.label}
        placeholder={of.all}
        clearable
        searchable
        nothingFoundMessage={of.none}
        comboboxProps={inMenu}
        data={choices.map(offered)}
        value={valueOf(values) ?? null}
        onChange={(value) => change({ [of.key]: value })}
      />
    ),
  }
}

interface SeveralOf<Query> extends OneOf {
  /** The plural noun, « vendeurs »: with more than two values, the chip shows their number instead of their names. */
  many: string
  /** `values`: the values of the query, separated by commas. */
  query: (values: string) => Partial<Query>
}

/** A choice of several constant values. `asked`: the value in the query. */
export function severalFilter<Query>({
  choices,
  ...of
}: SeveralOf<Query> & { choices: readonly (Choice & { asked: string })[] }): Filter<Query> {
  return severalFound(
    { ...of, none: 'Aucun choix', unknown: of.label, useChoices: () => choices },
    (value) => choices.find((choice) => choice.value === value)?.asked,
  )
}

/** A choice of several rows of another list, by id. */
export function severalRowsFilter<Query>(of: SeveralFound<Query>): Filter<Query> {
  return severalFound(of, (id) => (isId(id) ? id : undefined))
}

type SeveralFound<Query> = SeveralOf<Query> &
  Pick<OneValue<Query>, 'none' | 'useChoices'> & {
    /** Shown until the name is loaded: « Un vendeur ». */
    unknown: string
  }

/**
 * The address contains the values separated by commas: `paiement=CASH,CHEQUE`. `askedOf` returns the value in the
 * query; undefined for a mistyped value.
 */
function severalFound<Query>(
  { key, label, all, many, none, unknown, useChoices, query }: SeveralFound<Query>,
  askedOf: (value: string) => string | undefined,
): Filter<Query> {
  const chosenOf = (values: AddressValues) =>
    [...new Set(values[key]?.split(','))].filter((value) => askedOf(value) !== undefined).slice(0, mostValues)
  return {
    keys: [key],
    useChoices,
    query: (values) => {
      const chosen = chosenOf(values)
      return chosen.length === 0 ? {} : query(chosen.map(askedOf).join())
    },
    chip: (values, { choices }) => {
      const chosen = chosenOf(values)
      if (chosen.length === 0) return null
      const names = chosen.flatMap((value) => choices.find((choice) => choice.value === value)?.label ?? [])
      if (chosen.length <= 2 && names.length === chosen.length) return names.join(', ')
      return chosen.length === 1 ? unknown : `${chosen.length} ${many}`
    },
    Field: ({ values, change, choices }) => {
      const chosen = chosenOf(values)
      return (
        <MultiSelect
          label={label}
          {...(chosen.length === 0 ? { placeholder: all } : {})}
          clearable
          searchable
          maxValues={mostValues}
          nothingFoundMessage={none}
          comboboxProps={inMenu}
          data={choices.map(offered)}
          value={chosen}
          onChange={(next) => change({ [key]: next.join() || null })}
        />
      )
    },
  }
}

function offered({ value, label, archived = false }: Choice) {
  return { value, label: archived ? `${label} (archivé)` : label }
}

/** A checkbox: « À vérifier ». `chip`: the text of its chip, when it differs from the label. */
export function flagFilter<Query>({
  key,
  label,
  chip = label,
  query,
}: {
  key: string
  label: string
  chip?: string
  query: Partial<Query>
}): Filter<Query> {
  return {
    keys: [key],
    query: (values) => (values[key] ? query : {}),
    chip: (values) => (values[key] ? chip : null),
    Field: ({ values, change }: FilterFieldProps) => (
      <Checkbox
        label={label}
        checked={values[key] !== undefined}
        onChange={(event) => change({ [key]: event.currentTarget.checked ? 'oui' : null })}
      />
    ),
  }
}

/** An id that only a link sets; it has a chip and no field: « Une caisse ». */
export function linkFilter<Query>({
  key,
  label,
  query,
}: {
  key: string
  label: string
  query: (id: string) => Partial<Query>
}): Filter<Query> {
  return {
    keys: [key],
    query: (values) => (isId(values[key]) ? query(values[key]) : {}),
    chip: (values) => (isId(values[key]) ? label : null),
  }
}
