import * as z from 'zod'
import { payer } from '#shared/contract/bill-payer.ts'
import { remittanceFields } from '#shared/domain/billing/remittance-file.ts'
import { decimalMarks } from '#shared/domain/files/decimals.ts'
import { caps } from '#shared/domain/caps.ts'
import { UnusedDisbursement } from '#shared/contract/disbursements.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Comment,
  Day,
  Id,
  Instant,
  Money,
  multilineTexts,
  Note,
  PageQuery,
  pageOf,
  Reason,
  Search,
  severalOf,
  sortedBy,
} from '#shared/contract/values.ts'

const RemittanceProfile = z.object({
  columns: z.partialRecord(z.enum(remittanceFields), z.string().max(200).register(multilineTexts).optional()),
  decimals: z.enum(decimalMarks),
})
/** A line of a bill of a payer, with what is awaited of it. `day`: of its sale, in the time of the pharmacy. */
const AwaitedLine = z.object({
  billId: Id,
  billNumber: z.string(),
  saleId: Id,
  paymentId: Id,
  saleNumber: z.int(),
  day: Day,
  voucher: z.string().nullable(),
  insuredNumber: z.string().nullable(),
  beneficiary: z.string().nullable(),
  amount: Money,
  left: Money,
})
export type AwaitedLine = z.infer<typeof AwaitedLine>

const Amount = z.int().positive().max(caps.saleTotal)
export const billPaymentMeans = ['TRANSFER', 'CHEQUE', 'MOBILE_MONEY', 'CASH'] as const
const BillPayment = z.object({
  id: Id,
  number: z.int(),
  ...payer,
  means: z.enum(billPaymentMeans),
  amount: Money,
  paidOn: Day,
  reference: z.string().nullable(),
  note: z.string().nullable(),
  /** Of the amount, what is for lines of bills, what was given back, and what is ahead; nothing of a canceled payment. */
  allocated: Money,
  givenBack: Money,
  ahead: Money,
  /** Lines of its remittance that nobody explained yet. */
  unexplained: z.int(),
  bills: z.array(z.object({ id: Id, number: z.string(), amount: Money })),
  createdAt: Instant,
  createdByName: z.string(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
})
export type BillPayment = z.infer<typeof BillPayment>
/** A line of a remittance that no voucher took. `amount`: what of its money. */
const remittanceLine = {
  voucher: z.string().nullable(),
  insuredNumber: z.string().nullable(),
  beneficiary: z.string().nullable(),
  amount: Money,
}
const BillPaymentDetail = BillPayment.extend({
  returns: z.array(
    z.object({
      id: Id,
      amount: Money,
      means: z.enum(billPaymentMeans),
      returnedOn: Day,
      reference: z.string().nullable(),
      reason: z.string(),
      byName: z.string(),
      /** The disbursement by which the cash left a drawer; null: of the safe or a bank. */
      disbursementNumber: z.int().nullable(),
      undone: z.object({ at: Instant, byName: z.string(), reason: z.string() }).nullable(),
    }),
  ),
  lines: z.array(
    z.object({
      ...remittanceLine,
      position: z.int(),
      explained: z.string().nullable(),
      decidedByName: z.string().nullable(),
    }),
  ),
})
export type BillPaymentDetail = z.infer<typeof BillPaymentDetail>

const byReports = { permission: 'report.see' } as const
const writing = { permission: 'bill.manage', touches: ['bills', 'persons', 'organizations'] } as const

export const billPayments = {
  list: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-payments',
    summary: 'List what payers paid, newest first unless sorted, with its sum',
    query: PageQuery.extend({
      search: Search.optional(),
      payerId: Id.optional(),
      /** Those of which something is ahead. */
      ahead: z.literal('only').optional(),
      /** Those with lines of a remittance that nobody explained. */
      waiting: z.literal('only').optional(),
      means: severalOf(z.enum(billPaymentMeans)).optional(),
      from: Day.optional(),
      to: Day.optional(),
      sort: sortedBy(
        'number',
        'payer',
        'paidOn',
        'means',
        'reference',
        'amount',
        'allocated',
        'ahead',
        'user',
        'state',
      ).optional(),
    }),
    reply: pageOf(BillPayment).extend({ amount: Money, ahead: Money }),
  }),
  read: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-payments/{id}',
    summary: 'Read a payment with the bills that it is for, what was given back, and unexplained lines',
    params: ById,
    reply: BillPaymentDetail,
  }),
  awaited: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-payments/awaited/{id}',
    summary: 'The lines of the bills of a payer: all that await something, and those of the last 400 days',
    params: ById,
    reply: z.array(AwaitedLine),
  }),
  profile: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-payments/profiles/{id}',
    summary: 'How the last remittance file of a payer was read',
    params: ById,
    reply: z.object({ profile: RemittanceProfile.nullable() }),
  }),
  cashOut: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-payments/cash-out',
    summary: 'Disbursements of the last 60 days that pay nobody yet',
    reply: z.array(UnusedDisbursement),
  }),
  create: endpoint({
    ...writing,
    method: 'POST',
    path: '/bill-payments',
    summary: 'Note a payment, once; it goes to the oldest lines first, or to the named ones',
    largeBody: { megabytes: 2, values: 60_000 },
    body: z.object({
      id: Id,
      payerId: Id,
      means: z.enum(billPaymentMeans),
      amount: Amount,
      paidOn: Day,
      reference: Note.default(null),
      note: Comment.default(null),
      /** One bill only; absent: all bills of the payer. */
      billId: Id.nullable().default(null),
      /** What is for which line; absent: the oldest first. */
      lines: z
        .array(z.object({ saleId: Id, paymentId: Id, amount: Amount }))
        .max(5000)
        .optional(),
      /** Of what the payer refused: its rest leaves its bill, to be presented again. */
      again: z
        .array(z.object({ saleId: Id, paymentId: Id, reason: Reason }))
        .max(5000)
        .default([]),
      /** Lines of the remittance whose money no line takes, or that name nothing: they stay as work. */
      unexplained: z
        .array(
          z.object({
            voucher: Note,
            insuredNumber: Note,
            beneficiary: Note,
            amount: z.int().min(0).max(caps.saleTotal),
          }),
        )
        .max(5000)
        .default([]),
      /** How the file of the remittance was read: the next one of this payer is read alike. */
      profile: RemittanceProfile.optional(),
    }),
    reply: BillPayment,
    status: 201,
  }),
  allocate: endpoint({
    ...writing,
    method: 'POST',
    path: '/bill-payments/allocations',
    summary:
      'Settle bills with what their payer has ahead, the oldest money and the oldest lines first; once by its id',
    body: z.object({
      id: Id,
      payerId: Id,
      /** One bill only; null: all bills of the payer. */
      billId: Id.nullable().default(null),
    }),
    /** What the payer has ahead from then on. */
    reply: z.object({ ahead: Money }),
    status: 201,
  }),
  giveBack: endpoint({
    ...writing,
    method: 'POST',
    path: '/bill-payments/{id}/returns',
    summary: 'Note that money ahead was given back to its payer, once by its id; cash of a drawer by its disbursement',
    params: ById,
    body: z.object({
      id: Id,
      amount: Amount,
      means: z.enum(billPaymentMeans),
      returnedOn: Day,
      reference: Note.default(null),
      reason: Reason,
      /** Cash of a drawer: the disbursement of its amount. */
      disbursementId: Id.nullable().default(null),
    }),
    reply: BillPaymentDetail,
    status: 201,
  }),
  undoReturn: endpoint({
    ...writing,
    method: 'POST',
    path: '/bill-payments/returns/{id}/undo',
    summary: 'Undo what was noted as given back by mistake: it is ahead again',
    params: ById,
    body: z.object({ reason: Reason }),
    reply: BillPaymentDetail,
    status: 200,
  }),
  explain: endpoint({
    ...writing,
    method: 'POST',
    path: '/bill-payments/{id}/explanations',
    summary: 'Say what a line of a remittance was that no voucher took',
    params: ById,
    body: z.object({ position: z.int().min(1).max(5000), reason: Reason }),
    reply: BillPaymentDetail,
    status: 200,
  }),
  cancel: endpoint({
    ...writing,
    method: 'POST',
    path: '/bill-payments/{id}/cancel',
    summary: 'Cancel a payment that did not come; its lines are open again',
    params: ById,
    body: z.object({ reason: Reason }),
    reply: BillPayment,
    status: 200,
  }),
}
