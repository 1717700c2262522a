import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { DimensionName, MeasureName, mostReportRows, Period } from '#shared/contract/reports.ts'
import { resource } from '#shared/contract/resource.ts'
import { ById, Day, Id, Instant, PageQuery, Search } from '#shared/contract/values.ts'
import { comparisons } from '#shared/domain/reports/compared-period.ts'
import { relativePeriods } from '#shared/domain/reports/relative-period.ts'
import { rhythms } from '#shared/domain/reports/schedule.ts'

/** A name in words may be that of many products; a report of one’s own keeps each. */
export const mostKeptFilters = 200

/** `name`: what the member read of the key. */
const filterOn = <Name extends z.ZodType<string>>(dimension: Name) =>
  z.object({ dimension, key: z.string().max(1000), name: z.string().max(200) })
const questionOf = <Measure extends z.ZodType<string>, Dimension extends z.ZodType<string>>(
  measure: Measure,
  dimension: Dimension,
) =>
  z.object({
    measures: z.array(measure).min(1).max(6),
    /** Without one: only the totals. */
    dimensions: z.array(dimension).max(2),
    filters: z.array(filterOn(dimension)).max(mostKeptFilters).default([]),
    /** Days of the pharmacy, or days that move with today. */
    period: z.union([z.enum(relativePeriods), Period]),
    comparison: z.enum(comparisons).nullable().default(null),
    /** Of the first measure; otherwise its largest value first. */
    order: z
      .object({ of: z.enum(['value', 'change']), descending: z.boolean() })
      .nullable()
      .optional(),
    /** Only the first groups. */
    limit: z.int().min(1).max(mostReportRows).nullable().optional(),
    /** Only the groups of which these of the measures are above nothing (`some`) or not. */
    only: z
      .array(z.object({ by: measure, of: z.enum(['value', 'compared']), is: z.enum(['some', 'none']) }))
      .max(4)
      .optional(),
  })

const OwnQuestion = questionOf(MeasureName, DimensionName)
/** As it was kept: a measure or a dimension may have been renamed since, or no longer exist. */
const KeptQuestion = questionOf(z.string(), z.string())
export type KeptQuestion = z.infer<typeof KeptQuestion>

const NewOwnReport = z.object({
  name: z.string().trim().min(1).max(60),
  /** Whether every member who sees reports sees it. */
  shared: z.boolean().default(false),
  /** Its first figures stand on the dashboard of those who see it. */
  pinned: z.boolean().default(false),
  question: OwnQuestion,
})

const NewSchedule = z.object({
  rhythm: z.enum(rhythms),
  /** Of the pharmacy. */
  hour: z.int().min(0).max(23),
  to: z.array(z.email().max(254)).min(1).max(5),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
})

/**
 * Why an e-mail of a report was not made or did not leave. `gone`: who scheduled it works here no longer. `rights`: he lost
 * a right that it needs. `words`: a measure or a dimension does not exist any more. `off`: the server sends no e-mail.
 * `failed`: a fault of the server. `refused`: the mail server refused it.
 */
export const sendingProblems = ['gone', 'rights', 'words', 'off', 'failed', 'refused'] as const
export type SendingProblem = (typeof sendingProblems)[number]

const Sending = z.object({
  /** Of the pharmacy. */
  day: Day,
  at: Instant,
  state: z.enum(['waiting', 'sent', 'failed']),
  problem: z.enum(sendingProblems).nullable(),
  /** What the mail server answered, for each address that it refused. */
  reason: z.string().nullable(),
})

/** A report that a member built. `own`: by who asks. `mayChange`: who asks may change, schedule and remove it. */
export const OwnReport = z.object({
  id: Id,
  name: z.string(),
  shared: z.boolean(),
  pinned: z.boolean(),
  question: KeptQuestion,
  own: z.boolean(),
  ownerName: z.string(),
  mayChange: z.boolean(),
  /** It is made with the rights of the member who scheduled it. */
  schedule: NewSchedule.extend({ byName: z.string() }).nullable(),
  /** The last e-mail of its schedule. */
  sending: Sending.nullable(),
})
export type OwnReport = z.infer<typeof OwnReport>

const family = resource({
  path: '/own-reports',
  noun: 'report of a member',
  item: OwnReport,
  create: NewOwnReport,
  patch: NewOwnReport,
  read: 'report.see',
  write: 'report.see',
  touches: ['own-reports'],
  query: PageQuery.extend({
    search: Search.optional(),
    only: z.enum(['pinned', 'failed']).optional().meta({ description: 'Those on the dashboard, or not sent' }),
  }),
})

/** The reports that members built: one's own, and those shared in the pharmacy. */
export const ownReports = {
  ...family,
  schedule: endpoint({
    method: 'PUT',
    path: '/own-reports/{id}/schedule',
    summary: 'Send a report by e-mail at an hour of the pharmacy, with the rights of who asks; needs `data.export`',
    permission: 'report.see',
    touches: ['own-reports'],
    params: ById,
    body: NewSchedule,
    reply: OwnReport,
  }),
  send: endpoint({
    method: 'POST',
    path: '/own-reports/{id}/send',
    summary: 'Send a scheduled report now instead of at its next hour of this day; once a day',
    permission: 'report.see',
    touches: ['own-reports', 'mails'],
    params: ById,
    unreplayed: 'outside',
    reply: OwnReport,
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: '/own-reports/{id}/schedule',
    summary: 'Send a report no longer',
    permission: 'report.see',
    touches: ['own-reports'],
    params: ById,
    reply: OwnReport,
  }),
}
