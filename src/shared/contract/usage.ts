import * as z from 'zod'
import { BillingReportRow } from '#shared/contract/bill-reports.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ownerMorning } from '#shared/contract/owner-morning.ts'
import { Report } from '#shared/contract/reports.ts'
import { dimensionNames, isKnownOf } from '#shared/domain/reports/dimensions.ts'
import { comparisons } from '#shared/domain/reports/compared-period.ts'
import { Day, Id, Instant, Money } from '#shared/contract/values.ts'

const Period = z.object({ turnover: Money, sales: z.int(), units: z.int() })

/**
 * Turnover of one day in the pharmacy's time zone, by hour, beside the mean of the same weekday over the previous 8
 * weeks.
 */
const TurnoverStatistics = z.object({
  day: Day,
  /** True: without drawers that the member sees only after their count. */
  withheld: z.literal(true).optional(),
  today: Period,
  /** Up to the current hour, so that a morning is compared with other mornings. */
  usual: Period,
  /** Percent of the turnover; null for members who may not see costs. */
  margin: z.number().nullable(),
  hours: z.array(z.object({ hour: z.int().min(0).max(23), turnover: Money, sales: z.int(), usualTurnover: Money })),
})
export type TurnoverStatistics = z.infer<typeof TurnoverStatistics>

const Counted = z.object({
  expected: Money,
  counted: Money,
  /** Counted − expected; below 0 money is missing. */ gap: Money,
})

/**
 * A drawer that closed on a day, and who held it: what the first count found, all means together, in minor units. Never
 * the sum of several holders.
 */
const DrawerGap = Counted.extend({
  registerId: Id,
  openedAt: Instant,
  holderId: Id,
  /** The holder. */
  name: z.string(),
  /** Who counted, where that was not the holder. */
  countedByName: z.string().nullable(),
  /** What the last count of this holder found, where it was counted again. */
  recount: Counted.nullable(),
})
export type DrawerGap = z.infer<typeof DrawerGap>

const DayFigures = z.object({
  day: Day,
  /** Minor units; sales less returns, as in the turnover statistics. */
  turnover: Money,
  sales: z.int(),
  /**
   * Turnover less cost in minor units, and in percent, of the lines whose cost is known; null for members who may not
   * see costs, and without such lines.
   */
  margin: z.object({ amount: Money, percent: z.number() }).nullable(),
  /**
   * Cash of the registers that closed on this day, in minor units. `counted`: in the drawer at the closing, less the
   * float that the register opened with, which stays. What was deposited before the closing had left the drawer.
   * `deposited`: bank deposits noted at other registers since the first of these closings; a deposit takes the oldest
   * cash first. `toDeposit`: what is left, never below 0. Of the week before, `deposited` ends a week before now.
   */
  cash: z.object({ counted: Money, deposited: Money, toDeposit: Money }),
  /** By drawer and holder, the largest missing amount first; null for members who may not see expected amounts. */
  gaps: z.array(DrawerGap).nullable(),
})
export type DayFigures = z.infer<typeof DayFigures>

const HeldParcels = z.object({ registerId: Id, byName: z.string(), at: Instant, count: z.int() })
export type HeldParcels = z.infer<typeof HeldParcels>

/** The day before today in the pharmacy's time zone, beside the same weekday of the week before. */
const Morning = z.object({
  /** True: without drawers that the member sees only after their count. */
  withheld: z.literal(true).optional(),
  yesterday: DayFigures,
  weekBefore: DayFigures,
  /** Sales and acts that a closing waits for: the till has not sent them. Oldest closing first. */
  unsent: z.array(HeldParcels),
  /**
   * By register, oldest first: sales and acts that were refused and that a closing of the last 30 days names; without
   * those that were accepted since. `byName`: who closed.
   */
  refused: z.array(HeldParcels),
})
export type Morning = z.infer<typeof Morning>

/** By what the turnover can be grouped. */
const ofWhatIsSold = dimensionNames.filter((name) => isKnownOf(name, 'turnover'))
/** Days of the pharmacy, both included. */
const period = z.object({ from: Day, to: Day })

/** The reports of the specification: questions of the vocabulary (`reports.ask`) with their measures chosen. */
export const usage = {
  salesReport: endpoint({
    method: 'GET',
    path: '/usage/sales-report',
    summary: 'The key figures of the sales of a period, beside another one when asked',
    permission: 'report.see',
    query: period.extend({ comparison: z.enum(comparisons).optional() }),
    reply: Report,
  }),
  salesReportData: endpoint({
    method: 'GET',
    path: '/usage/sales-report-data',
    summary: 'Turnover, quantities and margin of a period by what is asked',
    permission: 'report.see',
    query: period.extend({
      by: z.enum(ofWhatIsSold).default('product'),
      limit: z.coerce.number().int().min(1).max(2000).default(100),
    }),
    reply: Report,
  }),
  sales: endpoint({
    method: 'GET',
    path: '/usage/sales',
    summary: 'Turnover, number of sales and mean basket of a period by day, hour, member or till',
    permission: 'report.see',
    query: period.extend({ by: z.enum(['day', 'week', 'month', 'weekday', 'hour', 'seller', 'till']).default('day') }),
    reply: Report,
  }),
  topSales: endpoint({
    method: 'GET',
    path: '/usage/top-sales',
    summary: 'The products of a period with the largest turnover',
    permission: 'report.see',
    query: period.extend({ limit: z.coerce.number().int().min(1).max(2000).default(20) }),
    reply: Report,
  }),
  billingReport: endpoint({
    method: 'GET',
    path: '/usage/billing-report',
    summary: 'Billed, collected, refused and outstanding by payer and month of the bill',
    permission: 'report.see',
    query: z.object({ from: Day, to: Day }),
    reply: z.array(BillingReportRow),
  }),
  ...ownerMorning,
  morning: endpoint({
    method: 'GET',
    path: '/usage/morning',
    summary:
      'Yesterday beside the same weekday of the week before: turnover, margin, cash to deposit, gaps by drawer and holder',
    permission: 'report.see',
    reply: Morning,
  }),
  turnoverStatistics: endpoint({
    method: 'GET',
    path: '/usage/turnover-statistics',
    summary: 'Turnover of a day by hour, beside an average day',
    permission: 'report.see',
    query: z.object({ day: Day.optional() }),
    reply: TurnoverStatistics,
  }),
}
