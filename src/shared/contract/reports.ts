import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { peers } from '#shared/contract/peers.ts'
import { Day, Instant } from '#shared/contract/values.ts'
import { comparisons } from '#shared/domain/reports/compared-period.ts'
import { dimensionNames } from '#shared/domain/reports/dimensions.ts'
import { measureNames } from '#shared/domain/reports/measures.ts'
import { relativePeriods } from '#shared/domain/reports/relative-period.ts'
import { mostFilterKeys } from '#shared/domain/reports/words/named-records.ts'

export const MeasureName = z.enum(measureNames)
export const DimensionName = z.enum(dimensionNames)

export const Period = z.object({ from: Day, to: Day }).refine(({ from, to }) => from <= to, {
  path: ['to'],
  message: 'ends before it begins',
})

/** The key of a group: an id, a code, a day or a word; empty where nothing is known. */
const Key = z.string().max(1000)

export const reportFormats = ['pdf', 'xlsx', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Most groups of one answer: all products that a large pharmacy sells in a year. */
export const mostReportRows = 10_000

export const ReportQuery = z.object({
  measures: z.array(MeasureName).min(1).max(12),
  /** Without one: only the totals. */
  dimensions: z.array(DimensionName).max(3).default([]),
  /** Only the rows whose dimension has one of these keys. */
  filters: z
    .array(z.object({ dimension: DimensionName, keys: z.array(Key).min(1).max(mostFilterKeys) }))
    .max(10)
    .default([]),
  /** Days of the pharmacy, both included. */
  period: Period,
  comparison: z.enum(comparisons).nullable().default(null),
  /**
   * Default: a first dimension of time in its order, else the first measure, the largest first; of a group that is divided
   * by time, the largest group with its moments in their order.
   */
  order: z
    .object({ by: MeasureName, of: z.enum(['value', 'compared', 'change']).default('value'), descending: z.boolean() })
    .nullable()
    .default(null),
  /**
   * Only the groups of which these measures are above nothing (`some`) or not (`none`), now or in the compared period. The
   * totals are then of these groups, which must not overlap.
   */
  only: z
    .array(
      z.object({ by: MeasureName, of: z.enum(['value', 'compared']).default('value'), is: z.enum(['some', 'none']) }),
    )
    .max(4)
    .optional(),
  limit: z.int().min(1).max(mostReportRows).default(100),
})
export type ReportQuery = z.infer<typeof ReportQuery>

/** In the order of the measures asked for: minor units, percents or counts; null: nothing to compute it of. */
const Values = z.array(z.number().nullable())

const ReportRow = z.object({
  keys: z.array(Key),
  /** What a person reads of each key; null where nothing is known. */
  names: z.array(z.string().nullable()),
  values: Values,
  /** Of the compared period. */
  compared: Values.nullable(),
})
export type ReportRow = z.infer<typeof ReportRow>

export const Report = z.object({
  /** Of each value, in their order. */
  measures: z.array(MeasureName),
  dimensions: z.array(DimensionName),
  rows: z.array(ReportRow),
  /** Of all groups, also of those beyond the limit. */
  totals: z.object({ values: Values, compared: Values.nullable() }),
  /** How many groups there are. */
  groups: z.int(),
  comparedPeriod: z.object({ from: Day, to: Day }).nullable(),
  askedAt: Instant,
  /** True: without drawers that the member sees only after their count. */
  withheld: z.literal(true).optional(),
})
export type Report = z.infer<typeof Report>

const Meta = z.object({
  measures: z.array(
    z.object({
      name: MeasureName,
      label: z.string(),
      unit: z.enum(['money', 'percent', 'count']),
      /** How it is computed, in words. */
      formula: z.string(),
      notFor: z.string().nullable(),
      /** By what it can be grouped and filtered. */
      dimensions: z.array(DimensionName),
      /** By these a row may be in several groups, which add up to more than the total. */
      overlapping: z.array(DimensionName).optional(),
    }),
  ),
  dimensions: z.array(
    z.object({ name: DimensionName, label: z.string(), isTime: z.boolean(), isPersonal: z.boolean() }),
  ),
})
export type ReportMeta = z.infer<typeof Meta>

/** A question in words is one sentence. */
export const longestQuestion = 300

export const UnderstoodQuestion = z.object({
  /** Null: nothing was understood. */
  report: z
    .object({
      measures: z.array(MeasureName),
      dimensions: z.array(DimensionName),
      /** `name`: as it was said, or the name of the one record that was meant. */
      filters: z.array(z.object({ dimension: DimensionName, keys: z.array(Key), name: z.string() })),
      period: z.object({ from: Day, to: Day }),
      comparison: z.enum(comparisons).nullable(),
      order: z.object({ by: MeasureName, of: z.enum(['value', 'change']), descending: z.boolean() }).nullable(),
      limit: z.int().nullable(),
      /** The filter whose part of the whole is asked for. */
      share: DimensionName.nullable(),
      /** The period, where it moves with the days. */
      relative: z.enum(relativePeriods).nullable(),
    })
    .nullable(),
  /** The places in the text that were not understood, in their order; `end` is not in it. */
  struck: z.array(z.object({ start: z.int(), end: z.int() })),
})
export type UnderstoodQuestion = z.infer<typeof UnderstoodQuestion>

export const reports = {
  meta: endpoint({
    method: 'GET',
    path: '/reports/meta',
    summary: 'The measures and dimensions of the reports that the member may ask for, with their formulas',
    permission: 'report.see',
    byAssistant: true,
    reply: Meta,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/reports',
    summary: 'A report: measures grouped by dimensions over a period, beside another one',
    permission: 'report.see',
    touchesNothing: 'Reads; the question is too long for an address',
    asks: true,
    byAssistant: true,
    body: ReportQuery,
    reply: Report,
  }),
  ...peers,
  understand: endpoint({
    method: 'GET',
    path: '/reports/words',
    summary: 'The report that a question in words means, with the words that were not understood',
    permission: 'report.see',
    query: z.object({ text: z.string().trim().min(1).max(longestQuestion) }),
    reply: UnderstoodQuestion,
  }),
  file: endpoint({
    method: 'POST',
    path: '/reports/file',
    summary: 'A report as a file, with its criteria, its hour and who made it; needs `data.export`',
    permission: 'report.see',
    touchesNothing: 'Reads; the windows are told of its trace as of that of every download',
    asks: true,
    file: true,
    body: ReportQuery.extend({ title: z.string().trim().min(1).max(120), format: z.enum(reportFormats) }),
    reply: z.instanceof(Blob),
  }),
}
