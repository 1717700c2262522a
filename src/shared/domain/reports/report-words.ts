import { amountText, percentText } from '#shared/domain/amount-text.ts'
import type { Comparison, Period } from '#shared/domain/reports/compared-period.ts'
import { dimensions, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'

export const comparisonLabels: Readonly<Record<Comparison, string>> = {
  before: 'la période d’avant',
  weekdays: 'les mêmes jours 52 semaines avant',
  year: 'la même période un an avant',
}

/** The name of a group: what is said of those of which nothing is known, when it has no other. */
export function groupName(dimension: DimensionName, name: string | null | undefined): string {
  return name ?? dimensions[dimension].none ?? 'Non renseigné'
}

/** What a value says: « 12 400 F », « 31,5 % », « 412 ». */
export function valueText(
  name: MeasureName,
  value: number | null,
  currency: { symbol: string; decimals: number },
): string {
  if (value === null) return '–'
  switch (measures[name].unit) {
    case 'money':
      return `${amountText(value, currency.decimals)}\u00a0${currency.symbol.replace(/\s/g, '\u00a0')}`
    case 'percent':
      return percentText(value)
    case 'count':
      return amountText(value, 0)
  }
}

/** A report as it was asked. `name` of a filter: what a person reads of its key. */
type Asked = {
  measures: readonly MeasureName[]
  dimensions: readonly DimensionName[]
  filters: readonly { dimension: DimensionName; name: string }[]
  period: Period
  comparison: Comparison | null
  comparedPeriod: Period | null
}

/** How a report was asked, in words: « Quantités · par produit · Membre = DOSSOU Afi · du 01/08/2026 au 31/08/2026 ». */
export function criteriaText({ measures: names, dimensions: grouped, filters, ...asked }: Asked): string {
  const { period, comparison, comparedPeriod } = asked
  const filtered = [...new Set(filters.map(({ dimension }) => dimension))].map((dimension) => {
    const ofDimension = filters.filter((filter) => filter.dimension === dimension)
    return `${dimensions[dimension].label} = ${listed([...new Set(ofDimension.map(({ name }) => name))])}`
  })
  return [
    names.map((name) => measures[name].label).join(', '),
    ...grouped.map((dimension) => byText(dimensions[dimension].label)),
    ...filtered,
    daysText(period),
    ...(comparison && comparedPeriod
      ? [`comparé à ${comparisonLabels[comparison]} (${daysText(comparedPeriod)})`]
      : []),
  ].join(' · ')
}

/** « par classe ABC », of a dimension that is called « Classe ABC » */
export function byText(label: string): string {
  return `par ${label.slice(0, 1).toLocaleLowerCase('fr')}${label.slice(1)}`
}

/** Beyond, names are counted. */
const mostNames = 6

function listed(names: readonly string[]): string {
  if (names.length <= mostNames) return names.join(' ou ')
  return `${names.slice(0, mostNames - 1).join(' ou ')} ou ${names.length - mostNames + 1} autres`
}

/** How each measure is computed, and what it is not for. */
export function formulaTexts(names: readonly MeasureName[]): string[] {
  return names.map((name) => {
    const { label, formula, notFor } = measures[name]
    return `${label}\u00a0: ${formula}.${notFor ? ` ${notFor}` : ''}`
  })
}

/** « du 01/08/2026 au 31/08/2026 », « le 01/08/2026 » */
export function daysText({ from, to }: Period): string {
  const french = (day: string) => day.split('-').toReversed().join('/')
  return from === to ? `le ${french(from)}` : `du ${french(from)} au ${french(to)}`
}
