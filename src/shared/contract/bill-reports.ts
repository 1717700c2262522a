import * as z from 'zod'
import { payer } from '#shared/contract/bill-payer.ts'
import { Id, Instant, Money } from '#shared/contract/values.ts'

/** What a payer owes by its age, what it has ahead, and how it pays. */
export const AgedRow = z.object({
  ...payer,
  /** Null: the sales name a payer that is none of the pharmacy's. */
  payerId: Id.nullable(),
  bills: z.int(),
  /** Left of bills that are not due yet, and by days after the day they were due. */
  notDue: Money,
  upTo30: Money,
  upTo60: Money,
  upTo90: Money,
  over90: Money,
  /** Left of bills. */
  left: Money,
  /** Owed and on no bill. */
  unbilled: Money,
  /** All that is owed, and by days since the sales. */
  owed: Money,
  sold: z.object({ upTo30: Money, upTo60: Money, upTo90: Money, over90: Money }),
  /** Of its payments, for no bill yet. */
  ahead: Money,
  /** From the issue of a bill to its payment, over the bills of a year; null when nothing was paid. */
  days: z.number().nullable(),
  /** Percent of what it settled that it did not pay; null when nothing was settled. */
  refused: z.number().nullable(),
})
export type AgedRow = z.infer<typeof AgedRow>

/** What became of the bills of a month. `month`: of their issue, `2026-11`. */
export const BillingReportRow = z.object({
  ...payer,
  month: z.string(),
  bills: z.int(),
  billed: Money,
  collected: Money,
  refused: Money,
  outstanding: Money,
})
export type BillingReportRow = z.infer<typeof BillingReportRow>

/** What is given up of a voucher: who, what and why. */
export const WriteOff = z.object({
  id: Id,
  billId: Id,
  billNumber: z.string(),
  ...payer,
  saleNumber: z.int(),
  amount: Money,
  noteNumber: z.int().nullable(),
  reason: z.string().nullable(),
  at: Instant,
  byName: z.string().nullable(),
})
export type WriteOff = z.infer<typeof WriteOff>
