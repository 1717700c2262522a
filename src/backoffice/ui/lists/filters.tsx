import { Checkbox, MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { isId } from '#backoffice/ui/is-id.ts'
import type { AddressChange, AddressValues, Choice, Filter, FilterFieldProps } from '#backoffice/ui/lists/filter.ts'
import { type DayFilters, isDay, periodOf, periodText } from '#backoffice/ui/periods.ts'
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

const wholePeriod = { periode: 'tout' }

/** First and last day, today at first: a switch of the usual periods in the head, two fields in « Filtre ». */
export function daysFilter<Query extends { from?: string | undefined; to?: string | undefined }>(): Filter<Query> {
  return {
    keys: ['du', 'au', 'periode'],
    initial: { words: 'aujourd’hui', off: wholePeriod },
    query: (values, today) => {
      const { du, au } = daysOf(values, today)
      return { ...(du ? { from: du } : {}), ...(au ? { to: au } : {}) } as Partial<Query>
    },
    chip: (values, { today }) => {
      const days = daysOf(values, today)
      return periodOf(days, today) === null ? periodText(days.du, days.au) : null
    },
    Field: ({ values, change, today }) => {
      const days = daysOf(values, today)
      return <DayFilterFields filters={days} onChange={(next) => change(daysChange({ ...days, ...next }, today))} />
    },
    Head: ({ values, change, today }) => (
      <PeriodSwitch
        filters={daysOf(values, today)}
        today={today}
        onChange={(next) => change(daysChange(next, today))}
      />
    ),
  }
}

/** What the address says; no day at all is today, unless it says « tout ». */
function daysOf({ du, au, periode }: AddressValues, today: string): DayFilters {
  if (isDay(du) || isDay(au)) return { ...(isDay(du) ? { du } : {}), ...(isDay(au) ? { au } : {}) }
  return periode === wholePeriod.periode ? {} : { du: today, au: today }
}

/** How the address says these days. Today needs no word, so that the address stays right tomorrow. */
function daysChange(
  { du = null, au = null }: { du?: string | null; au?: string | null },
  today: string,
): AddressChange {
  if (du === null && au === null) return { du, au, ...wholePeriod }
  return du === today && au === today ? { du: null, au: null, periode: null } : { du, au, periode: null }
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

interface OneRow<Query> extends OneOf {
  /** « Aucun motif »: the words typed find none. */
  none: string
  /** « Un motif »: its name is not known yet. */
  unknown: string
  useChoices: (values: AddressValues) => readonly Choice[]
  query: (id: string) => Partial<Query>
}

/** One row of another list, by its id. */
export function rowFilter<Query>(of: OneRow<Query>): Filter<Query> {
  const idOf = (values: Readonly<Record<string, string>>) => (isId(values[of.key]) ? values[of.key] : undefined)
  return {
    keys: [of.key],
    useChoices: of.useChoices,
    query: (values) => {
      const id = idOf(values)
      return id === undefined ? {} : of.query(id)
    },
    chip: (values, { choices }) => {
      const id = idOf(values)
      return id === undefined ? null : (choices.find(({ value }) => value === id)?.label ?? of.unknown)
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
        value={idOf(values) ?? null}
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
  useChoices?: (values: AddressValues) => readonly Choice[]
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

/** On or off: « À vérifier ». `chip`: its word among the chips, where the field says more. */
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
