import { mostKeptFilters, type OwnReport } from '#shared/contract/own-reports.ts'
import type { UnderstoodQuestion } from '#shared/contract/reports.ts'
import type { Comparison, Period } from '#shared/domain/reports/compared-period.ts'
import { isKnownOf, overlapsOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { knownQuestion, type KeptCondition, type KeptOrder } from '#shared/domain/reports/own-question.ts'
import { relativePeriodNow, type RelativePeriod } from '#shared/domain/reports/relative-period.ts'
import { saidFilters } from '#backoffice/reports/question-filters.ts'
import { askedBy, type ReportFilter } from '#backoffice/reports/report-address.ts'
import { comparisonOf, questionOf } from '#backoffice/reports/report-questions.ts'

export const mostMeasures = 6
const longestName = 60

/** A report of one’s own while it is built. */
export type OwnReportValues = {
  name: string
  shared: boolean
  pinned: boolean
  measures: MeasureName[]
  dimension: DimensionName | null
  thenBy: DimensionName | null
  filters: readonly ReportFilter[]
  period: RelativePeriod | Period
  comparison: Comparison | null
  order: KeptOrder | null
  limit: number | null
  only: readonly KeptCondition[]
}

const empty: OwnReportValues = {
  name: '',
  shared: true,
  pinned: false,
  measures: ['turnover'],
  dimension: 'day',
  thenBy: null,
  filters: [],
  period: 'this-month',
  comparison: 'before',
  order: null,
  limit: null,
  only: [],
}

/** A report as it was kept; without one, where a new one begins. */
export function valuesOf(report: OwnReport | undefined): OwnReportValues {
  if (!report) return empty
  const { name, shared, pinned, question } = report
  const { dimensions: grouped, lost: _, ...known } = knownQuestion(question)
  const { period, comparison } = question
  const [dimension = null, thenBy = null] = grouped
  return { ...known, name, shared, pinned, dimension, thenBy, period, comparison }
}

/** The view of « Rapports » at this address, of the measures that the member may ask for; null for another address. */
export function valuesOfView(
  params: URLSearchParams,
  { today, allowed }: { today: string; allowed: readonly MeasureName[] },
): OwnReportValues | null {
  const view = questionOf(params.get('question')).views.find(({ title }) => title === params.get('vue'))
  const known = view?.measures.filter((name) => allowed.includes(name)).slice(0, mostMeasures) ?? []
  if (!view || known.length === 0) return null
  const asked = askedBy(params, today)
  return {
    ...empty,
    name: view.title,
    measures: known,
    dimension: view.dimension,
    thenBy: view.thenBy ?? null,
    filters: asked.filters.filter(({ dimension }) => known.every((name) => isKnownOf(dimension, name))),
    period: relativePeriodNow(asked.period, today) ?? asked.period,
    comparison: comparisonOf(view, asked.comparison),
    order: view.order ?? null,
    limit: view.limit ?? null,
    only: (view.only ?? []).flatMap(({ by, of, is }) => (known.includes(by) ? [{ by, of, is }] : [])),
  }
}

/** A question in words as it was understood, with the rows that were clicked since. */
export function valuesOfWords(
  text: string,
  report: NonNullable<UnderstoodQuestion['report']>,
  clicked: readonly ReportFilter[],
): OwnReportValues {
  const [dimension = null, thenBy = null] = report.dimensions
  const { order } = report
  return {
    ...empty,
    name: (text.charAt(0).toLocaleUpperCase('fr') + text.slice(1)).slice(0, longestName).trim(),
    measures: report.measures.slice(0, mostMeasures),
    dimension,
    thenBy,
    filters: saidFilters(report, clicked),
    period: report.relative ?? report.period,
    comparison: report.comparison,
    order: order && { of: order.of, descending: order.descending },
    limit: report.limit,
  }
}

/** As it is sent. Without groups there is nothing to choose, and a condition asks for a measure of the report. */
export function bodyOf({
  name,
  shared,
  pinned,
  measures: asked,
  filters,
  period,
  comparison,
  ...values
}: OwnReportValues) {
  const dimensions = groupsOf(values)
  const only = values.only.filter(({ by }) => asked.includes(by))
  return {
    name,
    shared,
    pinned,
    question: {
      measures: asked,
      dimensions,
      filters,
      period,
      comparison,
      ...(dimensions.length > 0 && {
        ...(values.order && { order: values.order }),
        ...(values.limit !== null && { limit: values.limit }),
        ...(only.length > 0 && { only }),
      }),
    },
  }
}

export function groupsOf({ dimension, thenBy }: Pick<OwnReportValues, 'dimension' | 'thenBy'>): DimensionName[] {
  return [dimension, thenBy].filter((each) => each !== null)
}

/** Why a report cannot be kept as it stands; undefined when it can. */
export function barrierOf(values: OwnReportValues): string | undefined {
  const { measures: asked, filters, only } = values
  const dimensions = groupsOf(values)
  if (asked.length === 0) return 'Choisissez au moins une mesure.'
  if (knownQuestion({ measures: asked, dimensions, filters }).lost.length > 0)
    return 'Ces mesures ne connaissent pas toutes ce regroupement ou ce filtre.'
  if (filters.length > mostKeptFilters)
    return `Le filtre désigne ${filters.length} produits\u00a0: pour le garder, il en faut au plus ${mostKeptFilters}. Précisez-le.`
  if (only.length > 0 && dimensions.some((dimension) => asked.some((name) => overlapsOf(dimension, name))))
    return 'Ces conditions ne vont pas avec ce regroupement, dont les lignes se recoupent.'
  return isWithoutPast(values) ? 'Choisissez à quoi comparer, ou retirez ce qui compare avec avant.' : undefined
}

/** Whether the groups are chosen by a compared period that is not asked for. */
export function isWithoutPast({ measures: asked, dimension, comparison, order, only }: OwnReportValues): boolean {
  if (comparison !== null || dimension === null) return false
  return order?.of === 'change' || only.some(({ by, of }) => of === 'compared' && asked.includes(by))
}

/** What chooses the groups, each in words: « Les 20 premiers », « Quantités : rien ». */
export function choiceChips({
  measures: asked,
  order,
  limit,
  only,
}: OwnReportValues): { key: string; label: string }[] {
  const conditions = only.flatMap(({ by, of, is }, at) =>
    asked.includes(by)
      ? [
          {
            key: `only:${at}`,
            label: `${measures[by].label}${of === 'compared' ? ' avant' : ''}\u00a0: ${is === 'some' ? 'plus que rien' : 'rien'}`,
          },
        ]
      : [],
  )
  return [
    ...(limit === null
      ? []
      : [{ key: 'limit', label: limit === 1 ? 'Le premier seulement' : `Les ${limit} premiers` }]),
    ...(order ? [{ key: 'order', label: orderText(order) }] : []),
    ...conditions,
  ]
}

function orderText({ of, descending }: KeptOrder): string {
  if (of === 'value') return descending ? 'Le plus grand d’abord' : 'Le plus petit d’abord'
  return descending ? 'La plus forte hausse d’abord' : 'La plus forte baisse d’abord'
}

/** The report without what one of these chips says. */
export function withoutChoice(values: OwnReportValues, key: string): Partial<OwnReportValues> {
  if (key === 'limit') return { limit: null }
  if (key === 'order') return { order: null }
  return { only: values.only.filter((_, at) => key !== `only:${at}`) }
}
