import * as z from 'zod'
import { billPeriods } from '#shared/domain/billing/bill-period.ts'
import { deadlines } from '#shared/domain/billing/foreclosure.ts'
import { bordereauColumns } from '#shared/domain/billing/bordereau-columns.ts'
import { billStates } from '#shared/domain/billing/bill-state.ts'
import { billSplits } from '#shared/domain/billing/split-bills.ts'
import { voucherNeeds } from '#shared/domain/billing/voucher-faults.ts'
import { caps } from '#shared/domain/caps.ts'
import { payer, payerKinds } from '#shared/contract/bill-payer.ts'
import { UnbilledVoucher, voucher } from '#shared/contract/bill-vouchers.ts'
import { AgedRow, WriteOff } from '#shared/contract/bill-reports.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { mailCalls, NewMail } from '#shared/contract/mails.ts'
import {
  ById,
  Day,
  ErrorBody,
  Id,
  Instant,
  Money,
  PageQuery,
  pageOf,
  Percent,
  Reason,
  Search,
  severalOf,
  sortedBy,
} from '#shared/contract/values.ts'

const Amount = z.int().positive().max(caps.saleTotal)

const BillRule = z.object({
  period: z.enum(billPeriods),
  split: z.enum(billSplits),
  mostLines: z.int().min(1).max(5000).nullable(),
  mostAmount: Amount.nullable(),
  /** Days from its issue to the day on which a bill is due. */
  paymentDays: z.int().min(0).max(365),
  /** Days after a sale in which this payer accepts its voucher; null: without a limit. */
  foreclosureDays: z.int().min(1).max(1000).nullable(),
  /** Of the numbers of its series, which have no gaps: `F-`. */
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9/._-]{1,12}$/),
  copies: z.int().min(1).max(9),
  columns: z.array(z.enum(bordereauColumns)).max(bordereauColumns.length),
  /** What this payer asks for on each voucher. */
  needs: z.array(z.enum(voucherNeeds)).max(voucherNeeds.length),
})
export type BillRule = z.infer<typeof BillRule>

/** What a payer would be billed for a period. */
const BillProposal = z.object({
  ...payer,
  vouchers: z.int(),
  amount: Money,
  /** Of these vouchers, those of sales before the period, and what they are worth. */
  earlier: z.int(),
  earlierAmount: Money,
  /** What the payer has ahead. */
  ahead: Money,
  /** Vouchers that are not complete, and what they are worth. */
  incomplete: z.int(),
  atRisk: Money,
  /** How many bills its rules make of them. */
  bills: z.int(),
  rule: BillRule,
})
export type BillProposal = z.infer<typeof BillProposal>

const sums = {
  amount: Money,
  /** Brought back, or taken off by a canceled sale, since the bill was made. */
  returned: Money,
  paid: Money,
  charged: Money,
  writtenOff: Money,
  /** Refused and taken off this bill, to be presented again on another one. */
  again: Money,
  left: Money,
}
const BillRow = z.object({
  id: Id,
  number: z.string(),
  ...payer,
  label: z.string().nullable(),
  /** The period that was asked for, and the days of its vouchers. */
  from: Day,
  to: Day,
  billed: z.object({ from: Day, to: Day }),
  issuedOn: Day,
  dueOn: Day,
  state: z.enum(billStates),
  lines: z.int(),
  ...sums,
  createdByName: z.string().nullable(),
  sentAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
})
export type BillRow = z.infer<typeof BillRow>

const BillLine = z.object({ ...voucher, ...sums, position: z.int() })
export type BillLine = z.infer<typeof BillLine>
const BillSettlement = z.object({
  id: Id,
  saleId: Id,
  paymentId: Id,
  kind: z.enum(['paid', 'charged', 'written-off', 'presented-again']),
  amount: Money,
  noteNumber: z.int().nullable(),
  reason: z.string().nullable(),
  /** The payment that it is a part of. */
  billPaymentId: Id.nullable(),
  /** The collection of a till that it is a part of. */
  movementId: Id.nullable(),
  at: Instant,
  byName: z.string().nullable(),
})
export type BillSettlement = z.infer<typeof BillSettlement>
const BillDetail = BillRow.omit({ lines: true }).extend({
  lines: z.array(BillLine),
  settlements: z.array(BillSettlement),
  /** Its vouchers of sales before its period. */
  earlier: z.object({ vouchers: z.int(), amount: Money }),
  /** What its payer has ahead, over all payments. */
  ahead: Money,
  rule: BillRule,
  payer: z.object({
    taxId: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
})
export type BillDetail = z.infer<typeof BillDetail>

/** Bills that were asked for at once. The server makes all of them or none, in the background. */
const BillRun = z.object({
  id: Id,
  status: z.enum(['queued', 'running', 'done', 'failed']),
  progress: Percent,
  bills: z.array(BillRow.pick({ id: true, number: true, payerName: true, lines: true, amount: true })),
  /** Why none was made, as the error of a call. */
  error: ErrorBody.nullable(),
})
export type BillRun = z.infer<typeof BillRun>

const Lines = z
  .array(z.object({ saleId: Id, paymentId: Id }))
  .min(1)
  .max(2000)
const period = { from: Day, to: Day }
const byReports = { permission: 'report.see' } as const
const writing = { permission: 'bill.manage', touches: ['bills', 'persons', 'organizations'] } as const
const refusal = { ...writing, method: 'POST', params: ById, reply: BillDetail, status: 200 } as const

export const bills = {
  ...mailCalls({
    path: '/bills',
    noun: 'a bill, with its lines as a file',
    writing: 'bill.manage',
    reading: 'report.see',
    touches: ['bills', 'persons', 'organizations', 'companies'],
    body: NewMail,
  }),
  list: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bills',
    summary: 'List bills, newest first unless sorted, with their sums',
    query: PageQuery.extend({
      search: Search.optional(),
      state: severalOf(z.enum(billStates)).optional(),
      payerId: Id.optional(),
      payerKind: z.enum(payerKinds).optional(),
      /** Those that are not sent, or not paid on their day. */
      waiting: z.literal('only').optional(),
      from: Day.optional(),
      to: Day.optional(),
      sort: sortedBy('number', 'payer', 'issuedOn', 'dueOn', 'lines', 'amount', 'paid', 'left', 'state').optional(),
    }),
    reply: pageOf(BillRow).extend({ amount: Money, paid: Money, left: Money }),
  }),
  vouchers: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bills/vouchers',
    summary: 'What payers owe and no bill holds, voucher by voucher, with what is missing on each',
    query: PageQuery.extend({
      /** Default: since ever. */
      from: Day.optional(),
      to: Day.optional(),
      payerId: Id.optional(),
      show: z.enum(['all', 'incomplete']).default('all'),
      /** Those that their payer accepts for some days only, or no more. */
      deadline: z.enum(deadlines).optional(),
      /** Those of insurers and organizations whose period has ended, or that are soon lost. */
      waiting: z.literal('only').optional(),
      search: Search.optional(),
      sort: sortedBy('soldAt', 'sale', 'payer', 'beneficiary', 'voucher', 'faults', 'left', 'until').optional(),
    }),
    reply: pageOf(UnbilledVoucher).extend({ amount: Money, atRisk: Money, soonLost: Money }),
  }),
  proposals: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bills/proposals',
    summary: 'What each payer would be billed for a period, with what is missing',
    query: z.object({ ...period, earlier: z.enum(['with', 'without']).default('with') }),
    reply: z.array(BillProposal),
  }),
  aged: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bills/aged',
    summary: 'What each payer owes by its age, and how it pays',
    reply: z.array(AgedRow),
  }),
  read: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bills/{id}',
    summary: 'Read a bill with its lines and what became of them',
    params: ById,
    reply: BillDetail,
  }),
  create: endpoint({
    ...writing,
    method: 'POST',
    path: '/bills',
    summary: 'Make the bills of a period for several payers in the background, all or none, once by the id of the run',
    body: z.object({
      id: Id,
      ...period,
      payerIds: z.array(Id).min(1).max(500),
      /** False: vouchers that are not complete stay for a later bill. */
      withIncomplete: z.boolean().default(false),
      /** Also the vouchers of sales before the period that no bill holds: refused, late, or forgotten. */
      withEarlier: z.boolean().default(true),
      /** The bills are paid at once with what their payers have ahead. */
      withAhead: z.boolean().default(false),
    }),
    touches: ['bills'],
    unreplayed: 'job',
    reply: BillRun,
    status: 201,
  }),
  run: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bills/runs/{id}',
    summary: 'How far the bills of a run are, and those that it made',
    params: ById,
    reply: BillRun,
  }),
  send: endpoint({
    ...refusal,
    path: '/bills/{id}/send',
    summary: 'Note that a bill was sent; once, however often it is said',
  }),
  cancel: endpoint({
    ...refusal,
    path: '/bills/{id}/cancel',
    summary: 'Cancel a bill; its vouchers may be billed again, and what was paid of it is ahead',
    body: z.object({ reason: Reason }),
  }),
  refuse: endpoint({
    ...refusal,
    path: '/bills/{id}/refusals',
    summary: 'Note vouchers that the payer refused: to be presented again, or charged to the patient; once by its id',
    body: z.object({ id: Id, lines: Lines, outcome: z.enum(['present-again', 'charge']), reason: Reason }),
  }),
  writeOff: endpoint({
    ...refusal,
    permission: 'bill.writeOff',
    path: '/bills/{id}/write-offs',
    summary: 'Give up what is left of vouchers; once by its id',
    body: z.object({ id: Id, lines: Lines, reason: Reason }),
  }),
  writeOffs: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bills/write-offs',
    summary: 'What was given up of bills, the latest first unless sorted: who, what and why',
    query: PageQuery.extend({
      search: Search.optional(),
      payerId: Id.optional(),
      from: Day.optional(),
      to: Day.optional(),
      sort: sortedBy('at', 'by', 'payer', 'bill', 'note', 'amount', 'reason').optional(),
    }),
    reply: pageOf(WriteOff).extend({ amount: Money }),
  }),
  rule: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bills/rules/{id}',
    summary: 'How a payer is billed',
    params: ById,
    reply: BillRule,
  }),
  putRule: endpoint({
    permission: 'bill.manage',
    method: 'PUT',
    path: '/bills/rules/{id}',
    summary: 'Change how a payer is billed from now on',
    touches: ['bills'],
    params: ById,
    body: BillRule,
    reply: BillRule,
  }),
}
