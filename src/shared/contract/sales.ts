import * as z from 'zod'
import { mostSkewMs } from '#shared/domain/clock-skew.ts'
import { aibs } from '#shared/domain/fiscal/fiscal-document.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { NewSaleOpening } from '#shared/contract/cash-registers.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Payment } from '#shared/contract/payment.ts'
import { resource } from '#shared/contract/resource.ts'
import { SaleCancellation } from '#shared/contract/sale-cancellation.ts'
import { SaleHistory } from '#shared/contract/sale-history.ts'
import { salePhotos } from '#shared/contract/sale-photos.ts'
import { NewSaleReturn, SaleReturn } from '#shared/contract/sale-return.ts'
import { SaleSummary } from '#shared/contract/sale-summary.ts'
import { Grant } from '#shared/contract/tokens.ts'
import {
  ById,
  Day,
  ErrorBody,
  Id,
  Instant,
  Money,
  Note,
  PageQuery,
  pageOf,
  Reason,
  severalOf,
  sortedBy,
  Text,
  RoleNames,
} from '#shared/contract/values.ts'

const Amount = Money.nonnegative()

const line = {
  id: Id,
  label: Text,
  quantity: z.int().positive().max(1_000_000),
  price: Amount.max(1_000_000_000),
}
export const SaleRecord = z.object({
  ...line,
  stockItemId: Id,
  posology: Note.optional(),
  /**
   * The boxes of a lot that are opened to sell units; the opening is recorded with the sale. `stockItemId` of the line
   * is then the stock item of the units (`unitItemIdOf`).
   */
  opens: z.object({ stockItemId: Id, boxes: z.int().positive().max(1000) }).nullish(),
  /** Serial numbers scanned from the sold boxes. GS1 allows 20 characters, HIBC a few more. */
  serials: z.array(z.string().trim().min(1).max(40)).max(500).optional(),
})
/** Prescriber and patient of the delivered medicines, for the register of listed medicines. */
export const Prescription = z.object({
  prescriber: Note,
  prescriberAddress: Note,
  prescribedOn: Day.nullable(),
  patientName: Note,
  patientAddress: Note,
})
export type Prescription = z.infer<typeof Prescription>
/** `levy`: the AIB of the sale, at most one line; what the buyer pays to the state. */
export const Voucher = z.object({ ...line, levy: z.enum(aibs).optional() })
/**
 * For whom the invoice is made, as he was when it was sold. `organizationId`: what it was taken from. `aib`: what he owes
 * on account of his income tax.
 */
export const Buyer = z.object({
  organizationId: Id.nullable(),
  name: Text,
  taxId: Note,
  contact: Note,
  address: Note,
  aib: z.enum(aibs).optional(),
})

/** A sale as the terminal sends it. Its content is frozen when the sale ends, and sent unchanged. */
export const NewSale = z.object({
  /** UUIDv7 made by the terminal. The server stores the sale once under this id, however often it is sent. */
  id: Id,
  /** A retry keeps the revision; a new attempt after a refusal increases it. */
  revision: z.int().positive(),
  /** `<terminal>-<n>`, printed on the provisional receipt. */
  identifier: z.string().regex(/^[A-Z0-9]{1,12}-\d{1,9}$/),
  terminalId: Id,
  /** The unlock under which the sale was made, its seller, and the seller's roles at that moment. */
  sessionId: Id,
  sellerId: Id,
  sellerRoles: RoleNames,
  /** By the clock of the terminal. */
  soldAt: Instant,
  /**
   * By how much the clock of the server was ahead of the terminal's when the sale ended, if the terminal knew it: the
   * server dates the sale by the corrected instant. Otherwise the difference when the sale comes counts.
   */
  clockSkewMs: z.int().min(-mostSkewMs).max(mostSkewMs).optional(),
  /** The id of the cash register. The terminal makes it, so that a register can be opened offline. */
  registerId: Id,
  patientId: Id.nullable().default(null),
  /**
   * The closed sale that this sale replaces. The server cancels it and reverses its stock and money in the same
   * transaction.
   */
  replaces: Id.nullish(),
  prescription: Prescription.nullish(),
  buyer: Buyer.nullish(),
  /**
   * The seller who prepared the sale for the cashier, and the unlock used. The rights of that seller count too, unless
   * `sessionId` is null: then the sale was changed afterwards.
   */
  preparation: z.object({ userId: Id, sessionId: Id.nullable(), at: Instant }).nullish(),
  /** The customer wants a normalised invoice; counts where they are made on request. */
  isInvoiced: z.boolean().optional(),
  /** Why a refused sale ends with fewer goods or less money. Requires `sale.regularise`; the sale gets a flag. */
  regularisation: z.object({ reason: Reason }).nullish(),
  /** The rights that other members gave for this sale by their PINs. */
  grants: z.array(Grant).max(50).optional(),
  /** May be empty: an empty sale is refused by a rule of the domain, not by the schema. */
  records: z.array(SaleRecord).max(500),
  vouchers: z.array(Voucher).max(100).default([]),
  payments: z.array(Payment).max(50),
  /** The total and the cash rounding told to the customer. The server computes both again and refuses a difference. */
  total: Money,
  rounding: Money.default(0),
})
export type NewSale = z.infer<typeof NewSale>

/** `group` null: nobody knew it when the line was sold. `rate`: in hundredths of a percent. Amounts in minor units. */
const TaxOfLine = z.object({
  lineId: Id,
  group: z.enum(taxGroups).nullable(),
  rate: z.int().nullable(),
  total: Money.nullable(),
  tax: Money.nullable(),
})

// Fields added after the first version have defaults, because the inbox stores answers unchanged.
export const Sale = NewSale.omit({ sellerRoles: true, grants: true, clockSkewMs: true }).extend({
  /** The moment that the terminal said, when its clock was wrong; `soldAt` is then the corrected one. */
  saidAt: Instant.optional(),
  /** The final number, without gaps, assigned by the server. */
  number: z.int().positive(),
  status: z.enum(['CLOSED', 'CANCELED']),
  receivedAt: Instant,
  sellerName: z.string(),
  patientName: z.string().nullable(),
  preparedByName: z.string().nullable().default(null),
  /** Points to review in an accepted sale: a right revoked meanwhile, a negative lot quantity. */
  flags: z.array(z.string()),
  /** 1, or the version of the replaced sale plus one. */
  version: z.int().positive().default(1),
  replacedBy: Id.nullable().default(null),
  cancellation: z.object({ at: Instant, byName: z.string(), reason: z.string() }).nullable().default(null),
  /** What each line brought after the discount, and its tax; absent in answers of before. */
  taxes: z.array(TaxOfLine).optional(),
  returns: z.array(SaleReturn).default([]),
})
export type Sale = z.infer<typeof Sale>
/**
 * A sale of a drawer that is open and not counted, for a member who must not learn what it must hold: without any amount
 * (decision 0054). `openSale` gives the whole sale, and notes it.
 */
export const WithheldSale = Sale.omit({ payments: true, total: true, rounding: true, taxes: true }).extend({
  withheld: z.literal(true),
  records: z.array(SaleRecord.omit({ price: true })),
  vouchers: z.array(Voucher.omit({ price: true })),
  paymentTypes: z.array(z.string()),
  returns: z.array(
    SaleReturn.omit({ total: true, rounding: true, refunds: true }).extend({
      lines: z.array(SaleReturn.shape.lines.element.omit({ amount: true })),
    }),
  ),
})
export type WithheldSale = z.infer<typeof WithheldSale>
/** The sale without its amounts: only the fields that the schema names are kept. */
export function withheldSale(sale: Sale): WithheldSale {
  return WithheldSale.parse({
    ...sale,
    withheld: true,
    paymentTypes: [...new Set(sale.payments.map(({ type }) => type))],
  })
}
/** What a panel shows of a sale. */
export const ReadSale = z.union([Sale, WithheldSale])
export type ReadSale = z.infer<typeof ReadSale>

/** The fields of a sale that was just closed by its seller, without preparation, and has not changed since. */
export const untouched = {
  preparedByName: null as string | null,
  version: 1,
  replacedBy: null,
  cancellation: null,
  returns: [] as SaleReturn[],
}

/**
 * The maximum number of sales in one request. On a bad connection, a lost answer is lost for all sales of the request.
 */
export const salesAtOnce = 16
/**
 * The outcome of one of several sales, as if it had been sent alone. `undecided`: an internal error; sending the sale
 * alone returns that error.
 */
export const SaleOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('closed'), sale: Sale }),
  z.object({ kind: z.literal('refused'), status: z.int(), refusal: ErrorBody }),
  z.object({ kind: z.literal('undecided') }),
])
export type SaleOutcome = z.infer<typeof SaleOutcome>

/** The sort keys of the list: one for each column. */
export const SaleSort = sortedBy(
  'number',
  'soldAt',
  'hour',
  'seller',
  'patient',
  'debtors',
  'units',
  'payments',
  'identifier',
  'total',
  'returned',
  'state',
)
export type SaleSort = z.infer<typeof SaleSort>

/** The lists that a sale changes: stock, money, debts, and what remains of ceilings. */
const bySale = ['sales', 'pharmacy-products', 'cash-registers', 'persons', 'organizations', 'companies'] as const

const generic = resource({
  path: '/sales',
  noun: 'sale',
  item: Sale,
  create: NewSale,
  patch: z.object({ patientId: Id.nullable() }).partial(),
  read: 'member',
  write: 'sale.sell',
  touches: bySale,
})

export const sales = {
  list: endpoint({
    method: 'GET',
    path: '/sales',
    summary: 'List sales, newest first unless sorted',
    permission: 'member',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      search: z.string().max(100).optional(),
      sellerId: severalOf(Id).optional(),
      patientId: Id.optional(),
      registerId: Id.optional(),
      paymentType: severalOf(z.enum(movementTypes)).optional(),
      flagged: z.literal('only').optional(),
      status: severalOf(z.enum(['CLOSED', 'CANCELED', 'REPLACED', 'RETURNED', 'REGULARISED'])).optional(),
      sort: SaleSort.optional(),
    }),
    /**
     * Null for members who may not see the takings. `turnover`: the filtered sales that stand without their AIB, less
     * `returned`: the returns of these days, also those of earlier sales. `paid`: by the asked payment types, less returns.
     */
    reply: pageOf(SaleSummary).extend({
      turnover: Money.nullable(),
      returned: Money.nullable().default(0),
      paid: Money.nullable().default(null),
    }),
  }),
  read: endpoint({ ...generic.read, reply: ReadSale }),
  open: endpoint({
    method: 'POST',
    path: '/sales/{id}/openings',
    summary: 'Open one sale of a drawer that is not counted, for its ticket or a return; noted exactly once',
    permission: 'register.use',
    touches: ['sales', 'cash-registers'],
    deferred: true,
    params: ById,
    body: NewSaleOpening,
    reply: Sale,
    status: 201,
  }),
  close: endpoint({ ...generic.create, summary: 'Close a sale, exactly once', deferred: true }),
  /** For the sales of an outage. Each is closed on its own, in the given order; a refusal does not stop the others. */
  closeSeveral: endpoint({
    method: 'POST',
    path: '/sales/several',
    summary: 'Close several sales, each exactly once',
    permission: 'sale.sell',
    touches: bySale,
    deferred: true,
    body: z.object({ sales: z.array(NewSale).min(1).max(salesAtOnce) }),
    reply: z.object({ outcomes: z.array(SaleOutcome) }),
  }),
  /** Always refused: a closed sale is replaced by a new version and never edited. */
  patch: generic.patch,
  ...salePhotos,
  history: endpoint({
    method: 'GET',
    path: '/sales/{id}/history',
    summary: 'The versions of a sale and what happened to them',
    permission: 'member',
    params: ById,
    reply: SaleHistory,
  }),
  setDate: endpoint({
    method: 'PATCH',
    path: '/sales/{id}/date',
    summary: 'Correct when a sale was made',
    permission: 'sale.date',
    lends: true,
    touches: bySale,
    params: ById,
    body: z.object({ soldAt: Instant, reason: Reason, grant: Grant.optional() }),
    reply: ReadSale,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/sales/{id}/cancel',
    summary: 'Cancel a closed sale: stock and money go back',
    permission: 'sale.cancel',
    lends: true,
    touches: bySale,
    params: ById,
    body: SaleCancellation,
    reply: Sale,
    status: 200,
  }),
  giveBack: endpoint({
    method: 'POST',
    path: '/sales/{id}/returns',
    summary: 'Take lines of a sale back, exactly once',
    permission: 'sale.cancel',
    lends: true,
    touches: bySale,
    params: ById,
    body: NewSaleReturn,
    reply: SaleReturn,
    status: 201,
  }),
  reconcile: endpoint({
    method: 'POST',
    path: '/sales/reconcile',
    summary: 'Which of these sales does the server not have?',
    permission: 'terminal',
    inCopy: 'Asks',
    touchesNothing: 'Asks; a new epoch shows when the lists are next read',
    body: z.object({ ids: z.array(Id).max(500), epoch: Id.optional() }),
    reply: z.object({ missing: z.array(Id) }),
    status: 200,
  }),
}
