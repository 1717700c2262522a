import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { Day, Id, Instant, Money, PageQuery, pageOf } from '#shared/contract/values.ts'

const Amount = Money.nonnegative()
const paid = { id: Id, amount: Amount }
const optionalText = z.string().trim().max(100).nullable().default(null)

/** Shapes only: what is missing of a payment is named by the domain's rule, not by a schema error. */
export const Payment = z.discriminatedUnion('type', [
  z.object({ ...paid, type: z.literal('CASH'), tendered: Amount }),
  z.object({ ...paid, type: z.literal('CHEQUE'), chequeNumber: optionalText, bank: optionalText }),
  z.object({ ...paid, type: z.literal('CREDIT_CARD') }),
  z.object({ ...paid, type: z.literal('MOBILE_MONEY'), phoneOperator: optionalText, transactionReference: optionalText }),
  z.object({ ...paid, type: z.literal('INSURANCE'), insuranceMetadata: z.object({ insurer: optionalText, coverage: z.number().min(0).max(100).nullable().default(null), contractPolicy: Id.nullable().default(null), voucher: optionalText }) }),
  z.object({ ...paid, type: z.literal('SOCIAL_SECURITY'), socialSecurityMetadata: z.object({ body: optionalText, identifier: optionalText, contractPolicy: Id.nullish() }) }),
  z.object({ ...paid, type: z.literal('CREDIT'), creditMetadata: z.object({ person: Id.nullable().default(null) }) }),
  z.object({ ...paid, type: z.literal('CREDIT_ORG'), creditMetadata: z.object({ organization: Id.nullable().default(null), contractPolicy: Id.nullish() }) }),
  z.object({ ...paid, type: z.literal('DISCOUNT') }),
])
export type Payment = z.infer<typeof Payment>

const line = { id: Id, label: z.string().trim().min(1).max(200), quantity: z.int().positive().max(1_000_000), price: Amount.max(1_000_000_000) }
export const SaleRecord = z.object({ ...line, stockItemId: Id })
export const Voucher = z.object(line)

/** What a terminal sends when a sale ends: frozen there, sent as it was. */
export const NewSale = z.object({
  /** UUIDv7 of the terminal: the sale exists once under it, however often it is sent. */
  id: Id,
  /** Kept by a retry, raised by a new attempt after a refusal (product.md §5). */
  revision: z.int().positive(),
  /** `<terminal>-<n>`, printed on the provisional receipt. */
  identifier: z.string().regex(/^[A-Z0-9]{1,12}-\d{1,9}$/),
  terminalId: Id,
  /** The unlock it was sold under, its seller and the roles of that moment. */
  sessionId: Id,
  sellerId: Id,
  sellerRoles: z.array(z.string()).max(20),
  soldAt: Instant,
  /** The cash register, made by the terminal so that it can be opened offline. */
  registerId: Id,
  patientId: Id.nullable().default(null),
  /** May be empty: the catalogue's rule answers, not the schema. */
  records: z.array(SaleRecord).max(500),
  vouchers: z.array(Voucher).max(100).default([]),
  payments: z.array(Payment).max(50),
  /** Total and cash rounding that the customer was told; the server computes them again and refuses a difference. */
  total: Money,
  rounding: Money.default(0),
})
export type NewSale = z.infer<typeof NewSale>

export const Sale = NewSale.omit({ sellerRoles: true }).extend({
  /** Final, without gaps, given by the server. */
  number: z.int().positive(),
  status: z.enum(['CLOSED', 'CANCELED']),
  receivedAt: Instant,
  sellerName: z.string(),
  patientName: z.string().nullable(),
  /** What the server accepted but wants looked at: a right revoked meanwhile, a lot below zero. */
  flags: z.array(z.string()),
})
export type Sale = z.infer<typeof Sale>

/** A line of the sales list. */
export const SaleSummary = z.object({
  id: Id, number: z.int(), identifier: z.string(), status: z.enum(['CLOSED', 'CANCELED']), soldAt: Instant, sellerName: z.string(), patientName: z.string().nullable(),
  lines: z.int(), units: z.int(), total: Money, paymentTypes: z.array(z.string()), flags: z.array(z.string()),
})
export type SaleSummary = z.infer<typeof SaleSummary>

const generic = resource({ path: '/sales', noun: 'sale', item: Sale, create: NewSale, patch: z.object({ patientId: Id.nullable() }).partial(), read: 'member', write: 'sale.sell' })

export const sales = {
  list: endpoint({
    method: 'GET', path: '/sales', summary: 'List sales, newest first', permission: 'member',
    query: PageQuery.extend({ from: Day.optional(), to: Day.optional(), search: z.string().max(100).optional(), sellerId: Id.optional(), patientId: Id.optional(), paymentType: z.string().max(20).optional(), flagged: z.literal('only').optional() }),
    reply: pageOf(SaleSummary).extend({ turnover: Money }),
  }),
  read: generic.read,
  close: endpoint({ ...generic.create, summary: 'Close a sale, exactly once', deferred: true }),
  /** Always refused: a closed sale is replaced by a new version, never edited in place. */
  patch: generic.patch,
  reconcile: endpoint({ method: 'POST', path: '/sales/reconcile', summary: 'Which of these sales does the server not have?', permission: 'terminal', body: z.object({ ids: z.array(Id).max(500) }), reply: z.object({ missing: z.array(Id) }), status: 200 }),
}
