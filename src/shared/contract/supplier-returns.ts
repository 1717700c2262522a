import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { supplierReturnReasons } from '#shared/domain/stock-reasons.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  CappedAmount,
  Day,
  Id,
  Instant,
  Money,
  Note,
  PageQuery,
  pageOf,
  Quantity,
  Search,
  severalOf,
  sortedBy,
  Text,
} from '#shared/contract/values.ts'

const reason = z.enum(supplierReturnReasons)
const line = {
  stockItemId: Id,
  reason,
  /** The delivery that brought the boxes, when the return is made from it. */
  deliveryId: Id.nullable().default(null),
}

/** Boxes that go back to their supplier. Either all lines leave the stock or none. */
export const NewSupplierReturn = z.object({
  id: Id,
  revision: z.int().positive(),
  supplierId: Id,
  note: Note.default(null),
  lines: z
    .array(z.object({ ...line, quantity: z.int().positive().max(caps.quantity) }))
    .min(1)
    .max(500),
})
export type NewSupplierReturn = z.infer<typeof NewSupplierReturn>

const returnStates = ['sent', 'credited', 'canceled'] as const

/** `value`: at cost, and the other amounts: null for members who send returns and may not see costs. */
export const SupplierReturn = z.object({
  id: Id,
  /** Without gaps. */
  number: z.int().positive(),
  supplierId: Id,
  supplierName: z.string(),
  /** `sent`: a credit is awaited. `credited`: nothing is awaited any more. */
  state: z.enum(returnStates),
  note: z.string().nullable(),
  sentAt: Instant,
  sentByName: z.string(),
  lots: z.int(),
  units: Quantity,
  value: Money.nullable(),
  /** Of all its credit notes. */
  creditNumber: z.string().nullable(),
  creditAmount: Money.nullable(),
  creditedAt: Instant.nullable(),
  /** What no credit note says yet, and what was given up. */
  awaited: Money.nullable(),
  givenUp: Money.nullable(),
  giveUpReason: z.string().nullable(),
  givenUpAt: Instant.nullable(),
  givenUpByName: z.string().nullable(),
  canceledAt: Instant.nullable(),
  canceledByName: z.string().nullable(),
  cancelReason: z.string().nullable(),
})
export type SupplierReturn = z.infer<typeof SupplierReturn>

/** With its lines; the label, the lot and the cost are those of the day on which it was sent. */
export const SupplierReturnNote = SupplierReturn.extend({
  credits: z.array(
    z.object({ id: Id, number: z.string().nullable(), amount: Money.nullable(), at: Instant, byName: z.string() }),
  ),
  lines: z.array(
    z.object({
      ...line,
      deliveryNumber: z.int().nullable(),
      label: z.string(),
      packaging: z.string(),
      lot: z.string().nullable(),
      expiresOn: Day.nullable(),
      quantity: Quantity,
      cost: Money.nullable(),
    }),
  ),
})
export type SupplierReturnNote = z.infer<typeof SupplierReturnNote>

/** A lot that may go back, with the boxes and the reason that are proposed. */
export const ReturnableLot = z.object({
  stockItemId: Id,
  pharmacyProductId: Id,
  label: z.string(),
  packaging: z.string(),
  lot: z.string().nullable(),
  expiresOn: Day.nullable(),
  /** In stock. */
  quantity: Quantity,
  /** Proposed: what the work on the lot says, what the delivery brought, else all. */
  proposed: Quantity,
  reason,
  deliveryId: Id.nullable(),
  /** Why it is proposed: work that was decided, a recall, its date, the delivery, or a product that was asked for. */
  because: z.enum(['task', 'recall', 'expired', 'delivery', 'product']),
})
export type ReturnableLot = z.infer<typeof ReturnableLot>

export const supplierReturns = {
  list: endpoint({
    method: 'GET',
    path: '/supplier-returns',
    summary: 'List returns to suppliers, newest first unless sorted, with what is awaited',
    permission: 'stock.see-cost',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      search: Search.optional(),
      state: severalOf(z.enum(returnStates)).optional(),
      supplierId: Id.optional(),
      sort: sortedBy(
        'number',
        'supplier',
        'state',
        'sentAt',
        'user',
        'lots',
        'units',
        'value',
        'credit',
        'awaited',
      ).optional(),
    }),
    /** `awaited`: at cost, of the returns of this list that wait for their credit. */
    reply: pageOf(SupplierReturn).extend({ awaited: Money }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/supplier-returns/candidates',
    summary: 'Lots that may go back to a supplier: decided, recalled, expired, of a delivery, or of named products',
    permission: 'stock.see-cost',
    query: z.object({ supplierId: Id, deliveryId: Id.optional(), productIds: severalOf(Id).optional() }),
    reply: z.array(ReturnableLot),
  }),
  read: endpoint({
    method: 'GET',
    path: '/supplier-returns/{id}',
    summary: 'Read a return with its lines',
    permission: 'stock.see-cost',
    params: ById,
    reply: SupplierReturnNote,
  }),
  create: endpoint({
    method: 'POST',
    path: '/supplier-returns',
    summary: 'Send boxes back and write the return note, exactly once; open work on these lots is done by it',
    permission: 'delivery.manage',
    touches: ['pharmacy-products', 'supplier-returns', 'expiry-tasks'],
    body: NewSupplierReturn,
    reply: SupplierReturnNote,
    status: 201,
  }),
  credit: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/credit',
    summary: 'Note a credit note of the supplier, once; the rest stays awaited, or is given up with a reason',
    permission: 'delivery.manage',
    touches: ['supplier-returns'],
    params: ById,
    body: z.object({
      id: Id,
      number: Note.default(null),
      amount: CappedAmount,
      /** Why the rest is given up; null: it stays awaited. */
      giveUp: Text.nullable().default(null),
    }),
    reply: SupplierReturnNote,
    status: 200,
  }),
  giveUp: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/give-up',
    summary: 'Give up what no credit note says, with a reason, once',
    permission: 'delivery.manage',
    touches: ['supplier-returns'],
    params: ById,
    body: z.object({ reason: Text }),
    reply: SupplierReturnNote,
    status: 200,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/cancel',
    summary: 'Cancel a return that was not credited: its boxes come back into stock',
    permission: 'delivery.manage',
    touches: ['pharmacy-products', 'supplier-returns', 'expiry-tasks'],
    params: ById,
    body: z.object({ reason: Text }),
    reply: SupplierReturnNote,
    status: 200,
  }),
}
