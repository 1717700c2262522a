import * as z from 'zod'
import { fiscalMeans } from '#shared/domain/fiscal/fiscal-document.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { fiscalStates } from '#shared/contract/fiscal-documents.ts'
import { Day, Id, Instant, Money, PageQuery, pageOf } from '#shared/contract/values.ts'

const Counted = z.object({ count: z.int(), total: Money })

/** Amounts in minor units, rates in hundredths of a percent; what credit notes take back is subtracted. */
export const FiscalReport = z.object({
  invoices: Counted,
  credits: Counted,
  groups: z.array(z.object({ group: z.enum(taxGroups), rate: z.int(), total: Money, net: Money, tax: Money })),
  aib: Money,
  means: z.array(z.object({ means: z.enum(fiscalMeans), amount: Money })),
  articles: z.array(
    z.object({ label: z.string(), group: z.enum(taxGroups), price: Money, quantity: z.number(), total: Money }),
  ),
  /** How many documents are in each state; those without a tax group are in no sum. */
  states: z.partialRecord(z.enum(fiscalStates), z.int()),
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** The reports of closings that are summed; empty for what no closing has counted. */
  numbers: z.array(z.int()),
  /** Open drawers that are left out until they are counted (decision 0054). */
  withheld: z.int(),
})
export type FiscalReport = z.infer<typeof FiscalReport>

const ZRow = z.object({
  number: z.int(),
  registerId: Id,
  /** The number of the closing of the drawer. */
  closingNumber: z.int().nullable(),
  closedAt: Instant,
  closedByName: z.string().nullable(),
  documents: z.int(),
  total: Money,
})
export type ZRow = z.infer<typeof ZRow>

export const fiscalReports = {
  read: endpoint({
    method: 'GET',
    permission: 'report.see',
    path: '/fiscal-reports',
    summary: 'X: what no closing has counted yet; Z: one closing, or all of a day. Both with their articles (A)',
    query: z.object({
      /** One report of a closing. */
      z: z.coerce.number().int().positive().optional(),
      /** All closings of this day of the pharmacy. */
      day: Day.optional(),
      registerId: Id.optional(),
    }),
    reply: FiscalReport,
  }),
  list: endpoint({
    method: 'GET',
    permission: 'report.see',
    path: '/fiscal-reports/closings',
    summary: 'List the reports of closings (Z), the latest first',
    query: PageQuery.extend({ from: Day.optional(), to: Day.optional() }),
    reply: pageOf(ZRow),
  }),
}
