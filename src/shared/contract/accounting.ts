import * as z from 'zod'
import { profileNames } from '#shared/domain/accounting/column-profiles.ts'
import { journalCodes } from '#shared/domain/accounting/pieces.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Instant, Money } from '#shared/contract/values.ts'

/** The first day of a month. */
const Month = z.iso.date().refine((day) => day.endsWith('-01'))
const Format = z.enum(profileNames)

/** A month that was given to the accountant: numbered, closed, never changed. Amounts in minor units. */
const AccountingExport = z.object({
  number: z.int(),
  id: Id,
  month: Month,
  pieces: z.int(),
  /** Of these, reversals and late pieces of months that were closed before. */
  corrections: z.int(),
  /** The sum of all debits, which is that of all credits; null for members who may not see costs. */
  debit: Money.nullable(),
  createdAt: Instant,
  byName: z.string(),
})
export type AccountingExport = z.infer<typeof AccountingExport>

/** Sales that came after their month was closed: `total` of all, the first ones by day. Amounts in minor units. */
const LateSales = z.object({
  count: z.int(),
  total: Money,
  items: z.array(z.object({ id: Id, number: z.int(), day: Day, total: Money })),
})

/** What the next export will hold. Amounts in minor units. */
const AccountingSummary = z.object({
  month: Month,
  number: z.int(),
  pieces: z.int(),
  late: z.int(),
  reversals: z.int(),
  /** Of closed months; `beforeOpening`: of these, sales of before the first export. */
  lateSales: LateSales.extend({ beforeOpening: z.int() }),
  /**
   * Of the first export: the sales of earlier months, which the accountant opens his books with, and their first day;
   * `arrived`: those that came since its month began, which he may not have. Null for later exports.
   */
  opening: z.object({ count: z.int(), total: Money, from: Day.nullable(), arrived: LateSales }).nullable(),
  debit: Money,
  credit: Money,
  journals: z.array(z.object({ code: z.enum(journalCodes), pieces: z.int(), debit: Money })),
  accounts: z.array(z.object({ code: z.string(), name: z.string(), debit: Money, credit: Money })),
  /** Disbursement reasons without an account, which stand in « à expliquer ». */
  reasonsWithoutAccount: z.array(z.string()),
  /** Pieces whose amounts do not add up in their ledger; the difference stands in « à expliquer ». */
  unexplained: z.int(),
  /** Whether the law of the country prescribes the chart that is proposed. */
  isChartPrescribed: z.boolean(),
  /** Sales of the month by tax group, less what came back, beside what its normalised invoices and credit notes say. */
  vat: z.object({
    lines: z.array(
      z.object({
        group: z.enum(taxGroups).nullable(),
        net: Money,
        tax: Money,
        invoiced: z.object({ net: Money, tax: Money }),
      }),
    ),
    aib: Money,
    invoicedAib: Money,
    /** Of closed deliveries. */
    purchaseVat: Money,
    aibSuffered: Money,
    /** The tax of sales less that of purchases. */
    due: Money,
    /** Documents of the month that the platform has; without any there is nothing to compare. */
    documents: z.int(),
  }),
  /** The first lines of the file in the chosen format, as if it were exported today, and how many it has. */
  preview: z.object({
    format: Format,
    titles: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    lines: z.int(),
    validatedOn: Day,
    currency: z.string(),
  }),
})
export type AccountingSummary = z.infer<typeof AccountingSummary>

export const accounting = {
  /** Specification §7. */
  report: endpoint({
    method: 'GET',
    path: '/usage/accounting-report',
    summary: 'The file of a numbered export, in the columns of an accounting program',
    permission: 'data.export',
    file: true,
    query: z.object({ number: z.coerce.number().int().positive(), format: Format }),
    reply: z.instanceof(Blob),
  }),
  list: endpoint({
    method: 'GET',
    path: '/accounting-exports',
    summary: 'The months that were given to the accountant, the latest first, and the month that comes next',
    permission: 'report.see',
    reply: z.object({
      items: z.array(AccountingExport),
      /** The month that follows the last export; without one, the month before this one. */
      next: Month,
      /** Why it cannot be closed yet: it runs, or a register of it is not counted. */
      barrier: z.enum(['monthNotOver', 'openRegister']).nullable(),
    }),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/accounting-exports/summary',
    summary: 'What the export of a month will hold, and the first lines of its file',
    permission: 'report.see',
    query: z.object({ month: Month, format: Format.default('xlsx') }),
    reply: AccountingSummary,
  }),
  close: endpoint({
    method: 'POST',
    path: '/accounting-exports',
    summary: 'Export a month and close it',
    permission: 'settings.edit',
    touches: ['accounting-exports'],
    body: z.object({ id: Id, month: Month }),
    reply: AccountingExport,
    status: 201,
  }),
}
