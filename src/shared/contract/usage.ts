import * as z from 'zod'
import { BillingReportRow } from '#shared/contract/bill-reports.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Money } from '#shared/contract/values.ts'

const Period = z.object({ turnover: Money, sales: z.int(), units: z.int() })

/**
 * Turnover of one day in the pharmacy's time zone, by hour, beside the mean of the same weekday over the previous 8
 * weeks.
 */
const TurnoverStatistics = z.object({
  day: Day,
  today: Period,
  /** Up to the current hour, so that a morning is compared with other mornings. */
  usual: Period,
  /** Percent of the turnover; null for members who may not see costs. */
  margin: z.number().nullable(),
  hours: z.array(z.object({ hour: z.int().min(0).max(23), turnover: Money, sales: z.int(), usualTurnover: Money })),
})
export type TurnoverStatistics = z.infer<typeof TurnoverStatistics>

export const usage = {
  billingReport: endpoint({
    method: 'GET',
    path: '/usage/billing-report',
    summary: 'Billed, collected, refused and outstanding by payer and month of the bill',
    permission: 'report.see',
    query: z.object({ from: Day, to: Day }),
    reply: z.array(BillingReportRow),
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
