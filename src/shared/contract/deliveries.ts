import * as z from 'zod'
import { tracings } from '#shared/domain/lot-tracing.ts'
import { caps } from '#shared/domain/caps.ts'
import { madeAtTill } from '#shared/contract/made-at-till.ts'
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
  Text,
  UnitPrice,
  CappedAmount,
} from '#shared/contract/values.ts'

export const deliveryStates = ['draft', 'open', 'closed', 'canceled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The number of a supplier's note. */
export const NoteNumber = z.string().trim().min(1).max(40)
const Boxes = z.int().min(0).max(caps.quantity)
const Lot = z
  .string()
  .trim()
  .max(40)
  .transform((text) => (text === '' ? null : text))
  .nullable()

const head = {
  supplierId: Id,
  bl: NoteNumber,
  noteDay: Day.nullable().default(null),
  receivedOn: Day,
  /** What the note asks for, with VAT. */
  noteTotal: CappedAmount.nullable().default(null),
  /** What the supplier's invoice adds as AIB, on account of the pharmacy's income tax. */
  aib: CappedAmount.nullable().default(null),
  note: Comment.default(null),
}
/** The id comes from the window, so that a repeated call makes no second delivery. */
const NewDelivery = z.object({ id: Id, ...head })

const Sums = z.object({
  lines: z.int(),
  checked: z.int(),
  received: Quantity,
  noted: Quantity,
  free: Quantity,
  /** Of the boxes that came, with VAT. */
  total: Money,
})

export const Delivery = z.object({
  id: Id,
  /** Without gaps. */
  number: z.int(),
  supplierId: Id,
  supplierName: z.string(),
  bl: z.string(),
  noteDay: Day.nullable(),
  receivedOn: Day,
  state: z.enum(deliveryStates),
  noteTotal: Money.nullable(),
  /** Of the supplier's invoice; no part of its goods. */
  aib: Money.nullable(),
  note: z.string().nullable(),
  /** The delivery whose rest it is. */
  partOf: Id.nullable(),
  /** The order that it answers. */
  orderId: Id.nullable(),
  /** Its lines come from a file: what the note bills. Otherwise from its order, or from the counting. */
  isFromFile: z.boolean(),
  createdAt: Instant,
  createdByName: z.string(),
  closedAt: Instant.nullable(),
  closedByName: z.string().nullable(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
  sums: Sums,
})
export type Delivery = z.infer<typeof Delivery>

const fields = {
  productId: Id.nullable(),
  packagingId: Id.nullable(),
  noted: Boxes,
  received: Boxes,
  free: Boxes,
  purchasePrice: SupplierPrice,
  salePrice: UnitPrice.nullable(),
  vat: z.int().min(0).max(10_000),
  lot: Lot,
  expiresOn: Day.nullable(),
  isChecked: z.boolean(),
  isRemoved: z.boolean(),
}

/** A line, and what is needed to judge it. Prices of one box in minor units; `vat` in hundredths of a percent. */
export const DeliveryLine = z.object({
  id: Id,
  ...fields,
  noted: Quantity,
  received: Quantity,
  free: Quantity,
  salePrice: Money.nullable(),
  lot: z.string().nullable(),
  code: z.string().nullable(),
  label: z.string(),
  ordered: Quantity.nullable(),
  notePrice: Money.nullable(),
  productLabel: z.string().nullable(),
  packaging: z.string().nullable(),
  /** What is asked of its lot, by the category of its product. */
  tracing: z.enum(tracings),
  /** Null until a member has changed the line. */
  changedByName: z.string().nullable(),
  /** The lot that closing made or joined. */
  stockItemId: Id.nullable(),
  before: z.object({
    /** Of the lot that came last. */
    cost: Money.nullable(),
    price: Money.nullable(),
    /** Thousandths and rounding step of the price policy; null when prices are typed. */
    policy: z.object({ coefficient: z.int(), step: z.int() }).nullable(),
  }),
  /** Packagings that the product has, to choose one. */
  packagings: z.array(z.object({ id: Id, label: z.string(), units: z.int() })),
})
export type DeliveryLine = z.infer<typeof DeliveryLine>

export const DeliveryDetail = Delivery.extend({ lines: z.array(DeliveryLine) })
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

/**
 * One gesture on a line, as a terminal keeps it until it is sent: what was scanned (`add`, `fill`) or typed (`set`).
 * `line`: what a new line is, for the id of a line that the delivery does not have yet.
 */
export const NewDeliveryAct = z.object({
  ...madeAtTill,
  doneAt: Instant,
  deliveryId: Id,
  lineId: Id,
  line: z
    .object({
      code: z.string().trim().max(40).nullable(),
      label: Text,
      productId: Id.nullable(),
      packagingId: Id.nullable(),
    })
    .optional(),
  add: z.int().min(-caps.quantity).max(caps.quantity).default(0),
  set: z.object(fields).partial().default({}),
  fill: z.object({ lot: fields.lot, expiresOn: fields.expiresOn }).partial().default({}),
})
export type NewDeliveryAct = z.infer<typeof NewDeliveryAct>

/**
 * `rest`: boxes that did not come are given up, by the order too, or awaited. What a note billed is awaited as a delivery
 * of its own; what was only ordered stays with the order, and gets its own note number when it comes. `withoutLot`: how
 * many lines the member has seen and lets in without the lot number or the expiry that their product needs.
 */
const Closing = z.object({
  rest: z.enum(['given-up', 'awaited']).default('given-up'),
  /** The most lines that may enter although nobody compared them with the goods: as the member was told. */
  uncontrolled: z.int().min(0).max(caps.quantity).default(0),
  acceptsBelowCost: z.boolean().default(false),
  withoutLot: z.int().min(0).default(0),
})

const byDelivery = { permission: 'delivery.manage' } as const
/** Whoever reads a delivery sees what its boxes cost. */
const byCost = { permission: 'stock.see-cost' } as const
const ListFilter = PageQuery.extend({
  search: Search.optional(),
  state: severalOf(z.enum(deliveryStates)).optional(),
  supplierId: severalOf(Id).optional(),
  from: Day.optional(),
  to: Day.optional(),
  sort: sortedBy('number', 'bl', 'supplier', 'receivedOn', 'state', 'lines', 'received', 'total', 'user').optional(),
})
const Period = z.object({ from: Day, to: Day, supplierId: Id.optional() })

/** A row of the report, for a supplier, a month or a product; `key` is its id, or the month as `2026-11`. */
export const DeliveryReportRow = z.object({
  key: z.string(),
  label: z.string(),
  deliveries: z.int(),
  boxes: Quantity,
  free: Quantity,
  missing: Quantity,
  net: Money,
  vat: Money,
  /** At sale price on the day of the closing. */
  saleValue: Money,
})
export type DeliveryReportRow = z.infer<typeof DeliveryReportRow>

export const deliveries = {
  list: endpoint({
    ...byCost,
    method: 'GET',
    path: '/deliveries',
    summary: 'List deliveries, newest first unless sorted',
    query: ListFilter,
    reply: pageOf(Delivery),
  }),
  read: endpoint({
    ...byCost,
    method: 'GET',
    path: '/deliveries/{id}',
    summary: 'Read a delivery with its lines, and what the pharmacy knew of their products before',
    params: ById,
    reply: DeliveryDetail,
  }),
  create: endpoint({
    ...byDelivery,
    method: 'POST',
    path: '/deliveries',
    summary: 'Begin a delivery by hand',
    touches: ['deliveries'],
    body: NewDelivery,
    reply: Delivery,
    status: 201,
  }),
  patch: endpoint({
    ...byDelivery,
    method: 'PATCH',
    path: '/deliveries/{id}',
    summary: 'Change the head of a delivery that is not closed; its AIB, which the invoice says, also afterwards',
    touches: ['deliveries'],
    params: ById,
    body: z
      .object({
        bl: head.bl,
        noteDay: Day.nullable(),
        receivedOn: Day,
        noteTotal: CappedAmount.nullable(),
        aib: CappedAmount.nullable(),
        note: Comment,
        orderId: Id.nullable(),
      })
      .partial(),
    reply: Delivery,
  }),
  act: endpoint({
    ...byDelivery,
    method: 'POST',
    path: '/deliveries/acts',
    summary: 'Count or change one line of a delivery, exactly once',
    touches: ['deliveries'],
    deferred: true,
    body: NewDeliveryAct,
    reply: z.object({ id: Id }),
    status: 200,
  }),
  close: endpoint({
    ...byDelivery,
    method: 'POST',
    path: '/deliveries/{id}/close',
    summary: 'Book a delivery: stock, lots, costs, prices and labels, all or none',
    touches: ['deliveries', 'pharmacy-products'],
    params: ById,
    body: Closing,
    reply: z.object({ id: Id, restId: Id.nullable() }),
    status: 200,
  }),
  cancel: endpoint({
    ...byDelivery,
    method: 'POST',
    path: '/deliveries/{id}/cancel',
    summary: 'Cancel a delivery; boxes of a closed one leave the stock again',
    touches: ['deliveries', 'pharmacy-products'],
    params: ById,
    body: z.object({ reason: Reason }),
    reply: z.object({ id: Id }),
    status: 200,
  }),
  report: endpoint({
    ...byCost,
    method: 'GET',
    path: '/deliveries/report',
    summary: 'Closed deliveries of a period, by supplier, month or product',
    query: Period.extend({ by: z.enum(['supplier', 'month', 'product']) }),
    reply: z.array(DeliveryReportRow),
  }),
  reportCsv: endpoint({
    ...byCost,
    method: 'GET',
    path: '/deliveries/deliveries-report-csv',
    summary: 'The lines of the closed deliveries of a period, as CSV',
    csv: true,
    query: Period,
    reply: z.string(),
  }),
}
