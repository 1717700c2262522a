import type { Report, ReportQuery } from '#shared/contract/reports.ts'
import type { Comparison, Period } from '#shared/domain/reports/compared-period.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'
import type { Context } from '#server/http/context.ts'
import { allowedMeasures, askReport } from '#server/reports/report.service.ts'

const keyFigures: readonly MeasureName[] = [
  'turnover',
  'baskets',
  'boxes',
  'meanBasket',
  'discounts',
  'returned',
  'insurersPart',
  'clientsPart',
  'margin',
  'marginRate',
]

type Limited = Period & { limit: number }

/** The reports of the specification: each asks the vocabulary, with the measures that the member may see. */
export function readSalesReport(
  context: Context,
  { comparison, ...period }: Period & { comparison?: Comparison | undefined },
) {
  return ask(context, { measures: keyFigures, period, comparison: comparison ?? null })
}

export function readSalesData(context: Context, { by, limit, ...period }: Limited & { by: DimensionName }) {
  return ask(context, { measures: ['turnover', 'boxes', 'margin'], dimensions: [by], period, limit })
}

export function readSales(context: Context, { by, ...period }: Period & { by: DimensionName }) {
  return ask(context, { measures: ['turnover', 'baskets', 'meanBasket'], dimensions: [by], period, limit: 2000 })
}

export function readTopSales(context: Context, { limit, ...period }: Limited) {
  return ask(context, { measures: ['turnover', 'boxes', 'margin'], dimensions: ['product'], period, limit })
}

type Asked = Pick<ReportQuery, 'period'> & Partial<Omit<ReportQuery, 'measures'>> & { measures: readonly MeasureName[] }

function ask(context: Context, query: Asked): Promise<Report> {
  return askReport(context, {
    dimensions: [],
    filters: [],
    comparison: null,
    order: null,
    limit: 100,
    ...query,
    measures: allowedMeasures(context, query.measures),
  })
}
