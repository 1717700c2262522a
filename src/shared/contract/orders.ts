import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { orderStates } from '#shared/domain/purchasing/order-state.ts'
import { mailCalls, NewMail } from '#shared/contract/mails.ts'
import { NoteNumber } from '#shared/contract/deliveries.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Comment,
  Day,
  Id,
  Instant,
  Money,
  PageQuery,
  pageOf,
  Quantity,
  Reason,
  Search,
  severalOf,
  sortedBy,
  SupplierPrice,
} from '#shared/contract/values.ts'

const Boxes = z.int().min(0).max(caps.quantity)

export const Order = z.object({
  id: Id,
  /** Without gaps. */
  number: z.int(),
  supplierId: Id,
  supplierName: z.string(),
  /** `partly-received` and `received` follow from the deliveries of the order. */
  state: z.enum(orderStates),
  note: z.string().nullable(),
  createdAt: Instant,
  createdByName: z.string(),
  sentAt: Instant.nullable(),
  sentByName: z.string().nullable(),
  confirmedAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
  lines: z.int(),
  boxes: Quantity,
  received: Quantity,
  /** Of the boxes whose price is known, without VAT. */
  amount: Money,
  /** Lines without a known price. */
  unpriced: z.int(),
})
export type Order = z.infer<typeof Order>

export const OrderLine = z.object({
  productId: Id,
  label: z.string(),
  /** The code of the supplier, else one of the product. */
  code: z.string().nullable(),
  quantity: Quantity,
  price: Money.nullable(),
  /** Boxes that closed deliveries of the order brought, and those of open ones. */
  received: Quantity,
  noted: Quantity,
  givenUp: Quantity,
})
export type OrderLine = z.infer<typeof OrderLine>

export const OrderDetail = Order.omit({ lines: true }).extend({
  lines: z.array(OrderLine),
  deliveries: z.array(z.object({ id: Id, bl: z.string(), state: z.string(), receivedOn: Day })),
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** How a supplier served the orders of a period. */
export const SupplierService = z.object({
  supplierId: Id,
  supplierName: z.string(),
  orders: z.int(),
  ordered: Quantity,
  /** Of the ordered boxes; what came beyond them does not count. */
  received: Quantity,
  givenUp: Quantity,
  /** Of the lines that the supplier has answered for: the part served is of these. */
  due: Quantity,
  /** Days from sending an order to its first delivery, as many orders above as below; null when none came. */
  days: z.number().nullable(),
})
export type SupplierService = z.infer<typeof SupplierService>

/** A price of a supplier for one box, without VAT and after its rebate, from a day on. */
export const PastPrice = z.object({
  supplierId: Id,
  supplierName: z.string(),
  on: Day,
  source: z.enum(['delivery', 'list']),
  price: SupplierPrice,
  /** Free boxes for so many paid ones; `paid` 0: none. */
  paid: z.int(),
  free: z.int(),
})
export type PastPrice = z.infer<typeof PastPrice>

/** Layouts of an order file that wholesalers read; `detailed` is for people. */
export const orderLayouts = ['code-quantity', 'laborex', 'detailed'] as const
export type OrderLayout = (typeof orderLayouts)[number]

const byOrders = { permission: 'order.manage' } as const
/** Whoever reads an order sees what its boxes cost. */
const byCost = { permission: 'stock.see-cost' } as const
const gesture = { ...byOrders, touches: ['orders', 'order-preparations'], params: ById, status: 200 } as const

export const orders = {
  ...mailCalls({
    path: '/orders',
    noun: 'an order',
    writing: 'order.manage',
    reading: 'stock.see-cost',
    touches: ['orders', 'suppliers'],
    body: NewMail.extend({
      /** The file that is attached; null: none. */
      layout: z.enum(orderLayouts).nullable().default(null),
    }),
  }),
  list: endpoint({
    ...byCost,
    method: 'GET',
    path: '/orders',
    summary: 'List orders, newest first unless sorted',
    query: PageQuery.extend({
      search: Search.optional(),
      state: severalOf(z.enum(orderStates)).optional(),
      supplierId: severalOf(Id).optional(),
      /**
       * Those of which boxes are awaited although a day on which the supplier delivers has passed since they were sent; for
       * a supplier without such days, a week.
       */
      late: z.literal('only').optional(),
      sort: sortedBy(
        'number',
        'supplier',
        'createdAt',
        'sentAt',
        'lines',
        'boxes',
        'received',
        'amount',
        'state',
        'user',
      ).optional(),
    }),
    reply: pageOf(Order),
  }),
  service: endpoint({
    ...byCost,
    method: 'GET',
    path: '/orders/service',
    summary: 'What came of the orders that were sent in a period, and after how many days, by supplier',
    query: z.object({ from: Day, to: Day }),
    reply: z.array(SupplierService),
  }),
  prices: endpoint({
    ...byCost,
    method: 'GET',
    path: '/orders/prices/{id}',
    summary: 'What suppliers asked for a product, by deliveries and price lists, the newest first',
    params: ById,
    reply: z.array(PastPrice),
  }),
  read: endpoint({
    ...byCost,
    method: 'GET',
    path: '/orders/{id}',
    summary: 'Read an order with its lines and deliveries',
    params: ById,
    reply: OrderDetail,
  }),
  create: endpoint({
    ...byOrders,
    method: 'POST',
    path: '/orders',
    summary: 'Begin an order by hand',
    touches: ['orders'],
    body: z.object({ id: Id, supplierId: Id, note: Comment.default(null) }),
    reply: OrderDetail,
    status: 201,
  }),
  patch: endpoint({
    ...byOrders,
    method: 'PATCH',
    path: '/orders/{id}',
    summary: 'Change the note of an order',
    touches: ['orders'],
    params: ById,
    body: z.object({ note: Comment }).partial(),
    reply: OrderDetail,
  }),
  putLine: endpoint({
    ...gesture,
    method: 'PUT',
    path: '/orders/{id}/lines/{productId}',
    summary: 'Order so many boxes of a product in a draft; 0 takes the line out',
    params: ById.extend({ productId: Id }),
    body: z.object({ quantity: Boxes }),
    reply: OrderDetail,
  }),
  send: endpoint({
    ...gesture,
    method: 'POST',
    path: '/orders/{id}/send',
    summary: 'Note that an order was sent; once, however often it is said',
    reply: OrderDetail,
  }),
  confirm: endpoint({
    ...gesture,
    method: 'POST',
    path: '/orders/{id}/confirm',
    summary: 'Note that the supplier confirmed a sent order',
    reply: OrderDetail,
  }),
  cancel: endpoint({
    ...gesture,
    method: 'POST',
    path: '/orders/{id}/cancel',
    summary: 'Cancel an order of which nothing has come',
    body: z.object({ reason: Reason }),
    reply: OrderDetail,
  }),
  giveUp: endpoint({
    ...gesture,
    method: 'POST',
    path: '/orders/{id}/give-up',
    summary: 'Await no more boxes of an order, besides those of its open deliveries',
    reply: OrderDetail,
  }),
  deliver: endpoint({
    ...gesture,
    touches: ['orders', 'order-preparations', 'deliveries'],
    method: 'POST',
    path: '/orders/{id}/deliveries',
    summary: 'Begin the delivery of what an order still awaits',
    body: z.object({ deliveryId: Id, bl: NoteNumber, receivedOn: Day }),
    reply: z.object({ id: Id }),
    status: 201,
  }),
  csv: endpoint({
    ...byCost,
    method: 'GET',
    path: '/orders/{type}/csv',
    summary: 'An order as the file that a supplier reads',
    csv: true,
    params: z.object({ type: z.enum(orderLayouts) }),
    query: z.object({ id: Id }),
    reply: z.string(),
  }),
  exportData: endpoint({
    ...byCost,
    method: 'GET',
    path: '/orders/{id}/export-data',
    summary: 'What a paper or file of an order shows: the order, the supplier and the pharmacy',
    params: ById,
    reply: z.object({
      order: OrderDetail,
      supplier: z.object({
        name: z.string(),
        customerNumber: z.string().nullable(),
        address: z.string().nullable(),
        phone: z.string().nullable(),
        email: z.string().nullable(),
      }),
      pharmacy: z.object({ name: z.string(), address: z.string().nullable(), phone: z.string().nullable() }),
    }),
  }),
}
