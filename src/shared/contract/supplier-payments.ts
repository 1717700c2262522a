import * as z from 'zod'
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
  Note,
  PageQuery,
  pageOf,
  Reason,
  Search,
  severalOf,
  sortedBy,
} from '#shared/contract/values.ts'

/** How suppliers are paid. */
export const supplierMeans = ['CASH', 'CHEQUE', 'TRANSFER', 'MOBILE_MONEY'] as const
export type SupplierMeans = (typeof supplierMeans)[number]

export const SupplierPayment = z.object({
  id: Id,
  /** Without gaps. */
  number: z.int(),
  supplierId: Id,
  supplierName: z.string(),
  means: z.enum(supplierMeans),
  amount: Money,
  paidOn: Day,
  reference: z.string().nullable(),
  note: z.string().nullable(),
  /** The disbursement by which the cash left a drawer. */
  disbursementId: Id.nullable(),
  disbursementNumber: z.int().nullable(),
  createdAt: Instant,
  createdByName: z.string(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
})
export type SupplierPayment = z.infer<typeof SupplierPayment>

/** What is owed to a supplier, in minor units. `owed` − `ahead` is the balance of its account. */
export const Payable = z.object({
  supplierId: Id,
  supplierName: z.string(),
  owed: Money,
  overdue: Money,
  ahead: Money,
  nextDueOn: Day.nullable(),
  /** Delivered and on no validated statement yet. */
  notBilled: Money,
})
export type Payable = z.infer<typeof Payable>

/** A week of the calendar; the first one begins on the Monday of this week and holds what is overdue. */
export const PayableWeek = z.object({
  monday: Day,
  due: Money,
  statements: z.array(
    z.object({ id: Id, supplierId: Id, supplierName: z.string(), reference: z.string(), dueOn: Day, left: Money }),
  ),
  /** Delivered, not billed yet, and due then if the supplier bills as agreed. */
  expected: Money,
  /** What the counter takes in such a week, by the last eight weeks. */
  takings: Money,
})
export type PayableWeek = z.infer<typeof PayableWeek>

/** An entry of a supplier's account: what it asks raises the balance, credits and payments lower it. */
export const AccountEntry = z.object({
  kind: z.enum(['statement', 'claim-credit', 'return-credit', 'payment']),
  /** Of the statement, claim, return or payment. */
  id: Id,
  day: Day,
  name: z.string(),
  amount: Money,
  balance: Money,
})
export type AccountEntry = z.infer<typeof AccountEntry>

const byStatements = { permission: 'statement.manage' } as const
const byCost = { permission: 'stock.see-cost' } as const

export const supplierPayments = {
  list: endpoint({
    ...byCost,
    method: 'GET',
    path: '/supplier-payments',
    summary: 'List payments to suppliers, newest first unless sorted, with their sum without canceled ones',
    query: PageQuery.extend({
      search: Search.optional(),
      supplierId: severalOf(Id).optional(),
      means: severalOf(z.enum(supplierMeans)).optional(),
      from: Day.optional(),
      to: Day.optional(),
      sort: sortedBy('number', 'supplier', 'means', 'amount', 'paidOn', 'reference', 'user').optional(),
    }),
    reply: pageOf(SupplierPayment).extend({ amount: Money }),
  }),
  read: endpoint({
    ...byCost,
    method: 'GET',
    path: '/supplier-payments/{id}',
    summary: 'Read a payment to a supplier',
    params: ById,
    reply: SupplierPayment,
  }),
  payables: endpoint({
    ...byCost,
    method: 'GET',
    path: '/supplier-payments/payables',
    summary: 'What is owed to each supplier',
    reply: z.array(Payable),
  }),
  calendar: endpoint({
    permission: 'report.see',
    method: 'GET',
    path: '/supplier-payments/calendar',
    summary: 'What is due in the weeks to come, beside what the counter takes',
    reply: z.array(PayableWeek),
  }),
  account: endpoint({
    ...byCost,
    method: 'GET',
    path: '/supplier-payments/accounts/{id}',
    summary: 'The account of a supplier over a period, with its balance before',
    params: ById,
    query: z.object({ from: Day, to: Day }),
    reply: z.object({ supplierName: z.string(), before: Money, entries: z.array(AccountEntry), balance: Money }),
  }),
  cashOut: endpoint({
    ...byCost,
    method: 'GET',
    path: '/supplier-payments/cash-out',
    summary: 'Disbursements of the last 60 days that pay nobody yet',
    reply: z.array(UnusedDisbursement),
  }),
  create: endpoint({
    ...byStatements,
    method: 'POST',
    path: '/supplier-payments',
    summary: 'Note a payment to a supplier, once; cash of a drawer by its disbursement',
    touches: ['supplier-payments'],
    body: z.object({
      id: Id,
      supplierId: Id,
      means: z.enum(supplierMeans),
      amount: z.int().positive().max(caps.saleTotal),
      paidOn: Day,
      reference: Note.default(null),
      note: Comment.default(null),
      disbursementId: Id.nullable().default(null),
    }),
    reply: SupplierPayment,
    status: 201,
  }),
  cancel: endpoint({
    ...byStatements,
    method: 'POST',
    path: '/supplier-payments/{id}/cancel',
    summary: 'Cancel a payment that was entered by mistake',
    touches: ['supplier-payments'],
    params: ById,
    body: z.object({ reason: Reason }),
    reply: SupplierPayment,
    status: 200,
  }),
}
