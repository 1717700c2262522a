import { addDays, addMonths, isDay } from '#shared/domain/dates.ts'
import { comparisons, type Comparison, type Period } from '#shared/domain/reports/compared-period.ts'
import { dimensionNames, type DimensionName } from '#shared/domain/reports/dimensions.ts'

/** Only the rows of this key, empty for those of which nothing is known; `name`: as the member read it. */
export type ReportFilter = { dimension: DimensionName; key: string; name: string }
export type AskedReport = { period: Period; comparison: Comparison | null; filters: readonly ReportFilter[] }

/** Common periods, relative to today. */
export const reportPeriods = [
  { key: 'mois', label: 'Ce mois', of: (today: string) => ({ from: firstOf(today), to: today }) },
  {
    key: 'mois-dernier',
    label: 'Mois dernier',
    of: (today: string) => ({ from: addMonths(firstOf(today), -1), to: addDays(firstOf(today), -1) }),
  },
  { key: '30', label: '30 jours', of: (today: string) => ({ from: addDays(today, -29), to: today }) },
  {
    key: 'annee',
    label: 'Cette année',
    comparison: 'year',
    of: (today: string) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  },
] as const satisfies readonly { key: string; label: string; comparison?: Comparison; of: (today: string) => Period }[]

/** What the address asks: « ?du=…&au=…&compare=year&filtre=seller:id:Nom ». Anything else counts as not said. */
export function askedBy(params: URLSearchParams, today: string): AskedReport {
  const [from, to] = [params.get('du') ?? '', params.get('au') ?? '']
  const compared = params.get('compare')
  return {
    period: isDay(from) && isDay(to) && from <= to ? { from, to } : reportPeriods[0].of(today),
    comparison: compared === 'aucune' ? null : (comparisons.find((each) => each === compared) ?? 'before'),
    filters: params.getAll('filtre').flatMap(filterOf),
  }
}

/** The address of a question that is asked otherwise. */
export function withAsked(params: URLSearchParams, { period, comparison, filters }: AskedReport): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('du', period.from)
  next.set('au', period.to)
  next.set('compare', comparison ?? 'aucune')
  next.delete('filtre')
  for (const { dimension, key, name } of filters) next.append('filtre', `${dimension}:${key}:${name}`)
  return next
}

function filterOf(text: string): ReportFilter[] {
  const [, name, key, label] = /^([^:]*):([^:]*):(.*)$/s.exec(text) ?? []
  const dimension = dimensionNames.find((each) => each === name)
  return dimension === undefined || key === undefined ? [] : [{ dimension, key, name: label || key }]
}

function firstOf(day: string): string {
  return `${day.slice(0, 8)}01`
}
