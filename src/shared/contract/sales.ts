import * as z from 'zod'
import { movementTypes } from '#shared/domain/payment.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Payment } from '#shared/contract/payment.ts'
import { resource } from '#shared/contract/resource.ts'
import { SaleHistory } from '#shared/contract/sale-history.ts'
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
  Quantity,
  severalOf,
  sortedBy,
  RoleNames,
} from '#shared/contract/values.ts'

const Amount = Money.nonnegative()

const line = {
  id: Id,
  label: z.string().trim().min(1).max(200),
  quantity: z.int().positive().max(1_000_000),
  price: Amount.max(1_000_000_000),
}
export const SaleRecord = z.object({
  ...line,
  stockItemId: Id,
  posology: Note.optional(),
  /** Boxes of this lot are opened for the units that are sold: booked with the sale. `stockItemId` is then the lot's units (`unitItemIdOf`). */
  opens: z.object({ stockItemId: Id, boxes: z.int().positive().max(1000) }).nullish(),
  /** Serial numbers that were scanned from its boxes; GS1 allows 20 characters, HIBC a few more. */
  serials: z.array(z.string().trim().min(1).max(40)).max(500).optional(),
})
/** Who prescribed what is delivered, for the register of listed medicines. */
export const Prescription = z.object({
  prescriber: Note,
  prescriberAddress: Note,
  prescribedOn: Day.nullable(),
  patientName: Note,
  patientAddress: Note,
})
export type Prescription = z.infer<typeof Prescription>
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
  sellerRoles: RoleNames,
  soldAt: Instant,
  /** The cash register, made by the terminal so that it can be opened offline. */
  registerId: Id,
  patientId: Id.nullable().default(null),
  /** The closed sale that this is a new version of: it is canceled, and stock and money move back, in the same transaction. */
  replaces: Id.nullish(),
  prescription: Prescription.nullish(),
  /** Who made it ready for the cashier, under which unlock: then his rights count beside the seller's (null: the sale was changed since). */
  preparation: z.object({ userId: Id, sessionId: Id.nullable(), at: Instant }).nullish(),
  /** Why a sale that was refused ends with fewer goods or less money: needs `sale.regularise`, and the sale is flagged. */
  regularisation: z.object({ reason: z.string().trim().min(1).max(200) }).nullish(),
  /** May be empty: the catalogue's rule answers, not the schema. */
  records: z.array(SaleRecord).max(500),
  vouchers: z.array(Voucher).max(100).default([]),
  payments: z.array(Payment).max(50),
  /** Total and cash rounding that the customer was told; the server computes them again and refuses a difference. */
  total: Money,
  rounding: Money.default(0),
})
export type NewSale = z.infer<typeof NewSale>

/** Some lines of a sale brought back: a credit note with its own number. */
export const SaleReturn = z.object({
  id: Id,
  number: z.int().positive(),
  returnedAt: Instant,
  byName: z.string(),
  reason: z.string(),
  /** What the lines were worth, and the cash rounding of what was handed back. */
  total: Money,
  rounding: Money,
  lines: z.array(z.object({ lineId: Id, quantity: Quantity, amount: Money, toStock: z.boolean() })),
  /** What each payment gave back, and how it left. */
  refunds: z.array(z.object({ paymentId: Id, type: z.enum(movementTypes), amount: Money })),
})
export type SaleReturn = z.infer<typeof SaleReturn>

// What came after the first version of this answer has defaults: the inbox keeps answers as they were given.
export const Sale = NewSale.omit({ sellerRoles: true }).extend({
  /** Final, without gaps, given by the server. */
  number: z.int().positive(),
  status: z.enum(['CLOSED', 'CANCELED']),
  receivedAt: Instant,
  sellerName: z.string(),
  patientName: z.string().nullable(),
  preparedByName: z.string().nullable().default(null),
  /** What the server accepted but wants looked at: a right revoked meanwhile, a lot below zero. */
  flags: z.array(z.string()),
  /** 1, or one more than the sale it replaces. */
  version: z.int().positive().default(1),
  replacedBy: Id.nullable().default(null),
  cancellation: z.object({ at: Instant, byName: z.string(), reason: z.string() }).nullable().default(null),
  returns: z.array(SaleReturn).default([]),
})
export type Sale = z.infer<typeof Sale>
/** A sale that its seller made and closed alone, and to which nothing happened since. */
export const untouched = {
  preparedByName: null as string | null,
  version: 1,
  replacedBy: null,
  cancellation: null,
  returns: [] as SaleReturn[],
}

/** A cancellation has an id and a revision of its own, so that asked twice it happens once. Money goes back from the register of who cancels. */
export const SaleCancellation = z.object({
  id: Id,
  revision: z.int().positive(),
  registerId: Id,
  reason: z.string().trim().min(1).max(200),
})
export type SaleCancellation = z.infer<typeof SaleCancellation>

export const NewSaleReturn = z.object({
  id: Id,
  revision: z.int().positive(),
  registerId: Id,
  reason: z.string().trim().min(1).max(200),
  returnedAt: Instant,
  lines: z
    .array(z.object({ lineId: Id, quantity: z.int().positive().max(1_000_000), toStock: z.boolean() }))
    .min(1)
    .max(600),
  /** The customer's own part comes back in notes, whatever he paid with; else by the means that he used. */
  inCash: z.boolean(),
})
export type NewSaleReturn = z.infer<typeof NewSaleReturn>

/** Of a voucher, mostly. JPEG or WebP, shrunk by the terminal. */
const picture = {
  id: Id,
  paymentId: Id.nullable(),
  takenAt: Instant,
  mime: z.enum(['image/jpeg', 'image/webp']),
  data: z.base64().max(900_000),
}
export const NewSalePhoto = z.object({
  ...picture,
  revision: z.int().positive(),
  saleId: Id,
  terminalId: Id,
  sessionId: Id,
  sellerId: Id,
  sellerRoles: RoleNames,
})
export type NewSalePhoto = z.infer<typeof NewSalePhoto>
export const SalePhoto = z.object(picture)
export type SalePhoto = z.infer<typeof SalePhoto>

/** A line of the sales list. */
export const SaleSummary = z.object({
  id: Id,
  number: z.int(),
  identifier: z.string(),
  status: z.enum(['CLOSED', 'CANCELED']),
  soldAt: Instant,
  sellerName: z.string(),
  patientName: z.string().nullable(),
  /** Who owes its credits: persons and organizations, each once. */
  debtors: z.array(z.string()).default([]),
  lines: z.int(),
  units: z.int(),
  /** Null in a register that is not closed, for members who may not see what is taken. */
  total: Money.nullable(),
  paymentTypes: z.array(z.string()),
  flags: z.array(z.string()),
  /** What its returns were worth. */
  returned: Money.default(0),
  replacedBy: Id.nullable().default(null),
})
export type SaleSummary = z.infer<typeof SaleSummary>

/** At most so many in one request: over a bad line an answer that is lost is lost for all of them. */
export const salesAtOnce = 16
/** What became of one of several sales, as if it had come alone; undecided: something broke, and who asks for it alone hears what. */
export const SaleOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('closed'), sale: Sale }),
  z.object({ kind: z.literal('refused'), status: z.int(), refusal: ErrorBody }),
  z.object({ kind: z.literal('undecided') }),
])
export type SaleOutcome = z.infer<typeof SaleOutcome>

/** What sales are listed by: the columns of their list. */
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

/** A sale moves stock and money, and what the clients and payers in it owe or have left. */
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
      paymentType: severalOf(z.enum(movementTypes)).optional(),
      flagged: z.literal('only').optional(),
      status: severalOf(z.enum(['CLOSED', 'CANCELED', 'REPLACED', 'RETURNED', 'REGULARISED'])).optional(),
      sort: SaleSort.optional(),
    }),
    /** `turnover`: null for members who may not see what is taken. */
    reply: pageOf(SaleSummary).extend({ turnover: Money.nullable() }),
  }),
  read: generic.read,
  close: endpoint({ ...generic.create, summary: 'Close a sale, exactly once', deferred: true }),
  /** What waited through an outage: each of them by itself, in the order given; one that is refused holds none back. */
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
  /** Always refused: a closed sale is replaced by a new version, never edited in place. */
  patch: generic.patch,
  addPhoto: endpoint({
    method: 'POST',
    path: '/sales/photos',
    summary: 'Attach the photo of a voucher to a sale, exactly once',
    permission: 'sale.sell',
    touches: ['sales'],
    deferred: true,
    body: NewSalePhoto,
    reply: z.object({ id: Id }),
    status: 201,
  }),
  photos: endpoint({
    method: 'GET',
    path: '/sales/{id}/photos',
    summary: 'The photos of a sale',
    permission: 'member',
    params: ById,
    reply: z.array(SalePhoto),
  }),
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
    touches: bySale,
    params: ById,
    body: z.object({ soldAt: Instant, reason: z.string().trim().min(1).max(200) }),
    reply: Sale,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/sales/{id}/cancel',
    summary: 'Cancel a closed sale: stock and money go back',
    permission: 'sale.cancel',
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
    touchesNothing: 'Asks; a new epoch shows when the lists are next read',
    body: z.object({ ids: z.array(Id).max(500), epoch: Id.optional() }),
    reply: z.object({ missing: z.array(Id) }),
    status: 200,
  }),
}
