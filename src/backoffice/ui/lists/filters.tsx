import { Checkbox, MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { isId } from '#backoffice/ui/is-id.ts'
import type { Choice, Filter, FilterFieldProps } from '#backoffice/ui/lists/filter.ts'
import { isDay, periodOf, periodText } from '#backoffice/ui/periods.ts'
import { PeriodSwitch } from '#backoffice/ui/period-switch.tsx'

const mostLetters = 100
const inMenu = { withinPortal: false }

/** The words that the server looks for. */
export function searchFilter<Query extends { search?: string | undefined }>(label: string): Filter<Query> {
  return {
    keys: ['cherche'],
    query: ({ cherche }) => (cherche ? ({ search: cherche.slice(0, mostLetters) } as Partial<Query>) : {}),
    chip: () => null,
    search: { label },
  }
}

/** First and last day: a switch of the usual periods in the head, two fields in « Filtre ». */
export function daysFilter<Query extends { from?: string | undefined; to?: string | undefined }>(): Filter<Query> {
  return {
    keys: ['du', 'au'],
    query: ({ du, au }) => ({ ...(isDay(du) ? { from: du } : {}), ...(isDay(au) ? { to: au } : {}) }) as Partial<Query>,
    chip: (values, { today }) => {
      const days = daysOf(values)
      return periodOf(days, today) === null ? periodText(days.du, days.au) : null
    },
    Field: ({ values, change }) => <DayFilterFields filters={daysOf(values)} onChange={change} />,
    Head: ({ values, change, today }) => <PeriodSwitch filters={daysOf(values)} today={today} onChange={change} />,
  }
}

function daysOf({ du, au }: Readonly<Record<string, string>>) {
  return { ...(isDay(du) ? { du } : {}), ...(isDay(au) ? { au } : {}) }
}

type ChoiceOf<Query> = Choice & { query: Partial<Query> }
interface OneOf {
  key: string
  label: string
  /** « Tous », « Toutes »: nothing is chosen. */
  all: string
}

/** One of a few known answers. */
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

/** The same, as a switch in the head of the page, which says by itself what is chosen. */
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
  /** « Aucun motif »: the words typed find none. */
  none: string
  useChoices: () => readonly Choice[]
  query: (value: string) => Partial<Query>
}

/** One row of another list, by its id. `unknown`: « Un motif », while its name is not known. */
export function rowFilter<Query>({ unknown, ...of }: OneValue<Query> & { unknown: string }): Filter<Query> {
  return foundFilter(of, { isValue: isId, nameOf: () => unknown })
}

/** One of the texts that rows hold: « A1 ». */
export function textFilter<Query>(of: OneValue<Query>): Filter<Query> {
  return foundFilter(of, { isValue: (text) => text !== undefined && text !== '', nameOf: (text) => text })
}

/** One of values that are asked for, found by typing. */
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

interface ManyOf<Query> extends OneOf {
  /** « 3 vendeurs »: more than two are counted. */
  count: (count: number) => string
  none: string
  choices?: readonly Choice[]
  useChoices?: () => readonly Choice[]
  query: (values: readonly string[]) => Partial<Query>
}

/** Several values at once: « espèces ou carte ». In the address they stand with commas between. */
export function manyFilter<Query>(of: ManyOf<Query>): Filter<Query> {
  const valuesOf = (values: Readonly<Record<string, string>>) =>
    (values[of.key] ?? '').split(',').filter((value) => value !== '' && (!of.choices || isOneOf(of.choices, value)))
  const fixed = of.choices ?? []
  return {
    keys: [of.key],
    ...(of.useChoices ? { useChoices: of.useChoices } : {}),
    query: (values) => {
      const chosen = valuesOf(values)
      return chosen.length === 0 ? {} : of.query(chosen)
    },
    chip: (values, { choices }) => {
      const chosen = valuesOf(values)
      if (chosen.length === 0) return null
      const known = of.useChoices ? choices : fixed
      const labels = chosen.flatMap((value) => known.find((choice) => choice.value === value)?.label ?? [])
      return chosen.length <= 2 && labels.length === chosen.length ? labels.join(' ou ') : of.count(chosen.length)
    },
    Field: ({ values, change, choices }) => (
      <MultiSelect
        label={of.label}
        placeholder={valuesOf(values).length === 0 ? of.all : ''}
        clearable
        searchable
        nothingFoundMessage={of.none}
        comboboxProps={inMenu}
        data={(of.useChoices ? choices : fixed).map(offered)}
        value={valuesOf(values)}
        onChange={(chosen) => change({ [of.key]: chosen.join(',') || null })}
      />
    ),
  }
}

function offered({ value, label, archived = false }: Choice) {
  return { value, label: archived ? `${label} (archivé)` : label }
}

function isOneOf(choices: readonly Choice[], value: string): boolean {
  return choices.some((choice) => choice.value === value)
}

/** On or off: « À vérifier ». */
export function flagFilter<Query>({
  key,
  label,
  query,
}: {
  key: string
  label: string
  query: Partial<Query>
}): Filter<Query> {
  return {
    keys: [key],
    query: (values) => (values[key] ? query : {}),
    chip: (values) => (values[key] ? label : null),
    Field: ({ values, change }: FilterFieldProps) => (
      <Checkbox
        label={label}
        checked={values[key] !== undefined}
        onChange={(event) => change({ [key]: event.currentTarget.checked ? 'oui' : null })}
      />
    ),
  }
}

/** An id that only a link sets, without a field of its own: « Une caisse ». */
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
