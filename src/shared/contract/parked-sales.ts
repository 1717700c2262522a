import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Payment } from '#shared/contract/payment.ts'
import { Buyer, Prescription, SaleRecord, Voucher } from '#shared/contract/sales.ts'
import { Grant } from '#shared/contract/tokens.ts'
import { ById, Id, Instant, Money, Percent, Reason } from '#shared/contract/values.ts'

/** Set when a seller prepared the sale for the cashier. `sessionId` null: only the cashier's rights count. */
const Preparation = z.object({
  userId: Id,
  name: z.string().max(200),
  at: Instant,
  sessionId: Id.nullable(),
  rights: z.object({
    maySellExpired: z.boolean(),
    mayDispenseListed: z.boolean().optional(),
    mayDiscount: z.boolean(),
    discountLimit: Percent.nullable(),
  }),
})

/** Why the cashier did not collect it, with his word. */
const SentBackWith = z.object({ kind: z.enum(['sent-back', 'refused']), word: Reason })
const SentBack = SentBackWith.extend({ by: z.string().max(200), at: Instant })

/** The complete content of a sale, so that a colleague can continue it. */
export const ParkedContent = z.object({
  /** `<terminal>-<n>` of the terminal that began the sale; the sale keeps it. */
  identifier: z.string().regex(/^[A-Z0-9]{1,12}-\d{1,9}$/),
  revision: z.int().positive(),
  createdAt: Instant,
  records: z.array(SaleRecord).max(500),
  vouchers: z.array(Voucher).max(100),
  payments: z.array(Payment).max(50),
  patient: z.object({ id: Id, firstName: z.string().max(200), lastName: z.string().max(200) }).nullable(),
  prescription: Prescription.nullish(),
  buyer: Buyer.nullish(),
  /** Policies of the patient that the seller excluded from this sale. */
  declinedPolicies: z.array(Id).max(20).optional(),
  /**
   * Voucher numbers entered so far, by policy. A policy whose share is temporarily 0 has no payment to hold its number.
   */
  voucherNumbers: z
    .record(Id, z.string().max(100))
    .refine((numbers) => Object.keys(numbers).length <= 50)
    .optional(),
  replaces: z.object({ id: Id, number: z.int() }).nullish(),
  isInvoiced: z.boolean().optional(),
  preparation: Preparation.optional(),
  sentBack: SentBack.optional(),
})
export type ParkedContent = z.infer<typeof ParkedContent>

/** A sale that waits for a colleague on another terminal. It reserves no stock. */
export const ParkedSale = z.object({
  id: Id,
  version: z.int().positive(),
  identifier: z.string(),
  parkedAt: Instant,
  parkedBy: Id,
  parkedByName: z.string(),
  patientName: z.string().nullable(),
  /** The label of the first line; null without lines. */
  firstLine: z.string().nullable(),
  lines: z.int(),
  /** The quantities of all lines. Earlier servers do not send it. */
  boxes: z.int().default(0),
  total: Money,
  /** Set when it waits for the cashier; `due` is the amount left to pay. Null: any colleague may take it. */
  toCollect: z.object({ due: Money }).nullable(),
  /** Set when the cashier sent it back or refused it. Earlier servers do not send it. */
  sentBack: SentBack.nullable().default(null),
  /** The member who is taking the sale over on another terminal. Null if there is none. */
  takenBy: z.object({ name: z.string(), terminalId: Id, until: Instant }).nullable(),
})
export type ParkedSale = z.infer<typeof ParkedSale>

/** A parked sale keeps its id, so that parking or taking it twice still leaves one sale. */
export const parkedSales = {
  list: endpoint({
    method: 'GET',
    path: '/parked-sales',
    summary: 'The sales that wait for a colleague, oldest first',
    permission: 'member',
    reply: z.array(ParkedSale),
  }),
  park: endpoint({
    method: 'PUT',
    path: '/parked-sales/{id}',
    summary: 'Put a sale at the disposal of the other terminals',
    permission: 'sale.sell',
    touches: ['parked-sales'],
    params: ById,
    body: z.object({ terminalId: Id, content: ParkedContent }),
    reply: ParkedSale,
  }),
  /**
   * A sale that was parked is free for each member who may sell; a colleague's sale that waits for the cashier requires
   * `register.use`, which another member may lend (`grant`), or `sale.takeover`. The same terminal may repeat the call
   * until it has confirmed the arrival.
   */
  take: endpoint({
    method: 'POST',
    path: '/parked-sales/{id}/take',
    summary: 'Take a parked sale over',
    permission: 'sale.sell',
    touches: ['parked-sales'],
    params: ById,
    body: z.object({ terminalId: Id, version: z.int().positive(), grant: Grant.optional() }),
    reply: ParkedContent,
    status: 200,
  }),
  /**
   * The cashier does not collect a prepared sale: it waits for who prepared it, with the cashier's word. The preparer
   * takes it as his own.
   */
  sendBack: endpoint({
    method: 'POST',
    path: '/parked-sales/{id}/send-back',
    summary: 'Send a prepared sale back to its seller, or refuse it, with a word',
    permission: 'register.use',
    touches: ['parked-sales'],
    params: ById,
    body: SentBackWith.extend({ terminalId: Id, version: z.int().positive() }),
    reply: ParkedSale,
    status: 200,
  }),
  /**
   * Confirms that the taken version is on the disk of this terminal. The server deletes its copy only then. The call
   * also accepts a terminal whose member has locked it meanwhile.
   */
  confirm: endpoint({
    method: 'POST',
    path: '/parked-sales/{id}/taken',
    summary: 'Confirm that a parked sale has arrived',
    permission: 'terminal',
    touches: ['parked-sales'],
    params: ById,
    body: z.object({ terminalId: Id, version: z.int().positive() }),
    reply: z.object({ id: Id }),
    status: 200,
  }),
}
