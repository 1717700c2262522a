import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { availabilities } from '#shared/domain/price-lists/price-list.ts'
import { limitReasons } from '#shared/domain/purchasing/limits.ts'
import { needReasons } from '#shared/domain/purchasing/need.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { mostInBatch, Threshold } from '#shared/contract/product-batch.ts'
import {
  ById,
  CappedAmount,
  Day,
  Id,
  Money,
  PageQuery,
  pageOf,
  Quantity,
  Search,
  severalOf,
  sortedBy,
} from '#shared/contract/values.ts'

const Boxes = z.int().min(0).max(caps.quantity)

/** A price of a supplier for one box, without VAT; `net`: once the free boxes are counted. */
export const SupplierOffer = z.object({
  supplierId: Id,
  supplierName: z.string(),
  price: Money,
  net: z.number(),
  paid: z.int(),
  free: z.int(),
  on: Day,
  /** By the last price list of the wholesaler. */
  availability: z.enum(availabilities),
})
export type SupplierOffer = z.infer<typeof SupplierOffer>

/** A product of the list, and why. Quantities are boxes of the packaging that is delivered. */
export const OrderRecord = z.object({
  /** Of the pharmacy product. */
  id: Id,
  label: z.string(),
  storage: z.string().nullable(),
  packaging: z.string().nullable(),
  stock: Quantity,
  coming: Quantity,
  dues: Quantity,
  minimum: Quantity,
  /** 0: none. */
  maximum: Quantity,
  askedInVain: Quantity,
  /** Null when the product was in stock on too few days. */
  perDay: z.number().nullable(),
  season: z.number(),
  daysLeft: z.int().nullable(),
  rhythmDays: z.int(),
  target: Quantity,
  reason: z.enum(needReasons).nullable(),
  /** As computed, and as it will be ordered. */
  proposed: Quantity,
  quantity: Quantity,
  /** Turnover lost until the next delivery without an order. */
  loss: Money,
  /** Null while no supplier is known for the product. */
  supplierId: Id.nullable(),
  supplierName: z.string().nullable(),
  /** Of one box at that supplier; null when no delivery told it. */
  price: Money.nullable(),
  amount: Money,
  offers: z.array(SupplierOffer),
  /** A member changed the boxes or the supplier. */
  isChanged: z.boolean(),
  changedByName: z.string().nullable(),
  /** Not proposed before this day; `9999-12-31`: never. */
  excludedUntil: Day.nullable(),
  /** Of `quantity`, what the budget leaves out; 0 without a budget. */
  leftOut: Quantity,
})
export type OrderRecord = z.infer<typeof OrderRecord>

/** What the list would order from one supplier. `missing`: to its minimum order. `beyond`: over its credit. */
export const SupplierShare = z.object({
  supplierId: Id,
  supplierName: z.string(),
  lines: z.int(),
  amount: Money,
  minimumOrder: Money.nullable(),
  missing: Money,
  creditLimit: Money.nullable(),
  /** Owed to it already, delivered and not billed included. */
  owed: Money,
  beyond: Money,
  /** Lines that another supplier offers too. */
  movable: z.int(),
})
export type SupplierShare = z.infer<typeof SupplierShare>

/** A product whose minimum or maximum its demand contradicts. Boxes; a maximum of 0 is none. */
export const LimitProposal = z.object({
  /** Of the pharmacy product. */
  id: Id,
  label: z.string(),
  minimum: Quantity,
  maximum: Quantity,
  proposedMinimum: Quantity,
  proposedMaximum: Quantity,
  reason: z.enum(limitReasons),
  /** Sold per day in stock, a recent sale twice as much. */
  perDay: z.number(),
  supplierName: z.string().nullable(),
  /** From sending an order to its first delivery; `isDelayKnown`: orders of the last 180 days tell it. */
  delayDays: z.number(),
  isDelayKnown: z.boolean(),
  rhythmDays: z.int(),
})
export type LimitProposal = z.infer<typeof LimitProposal>

const Limits = { minimum: Threshold, maximum: Threshold }

/** The day of a product that is excluded for good. */
export const excludedForGood = '9999-12-31'

const byOrders = { permission: 'order.manage' } as const
/** The list tells what boxes cost. */
const byCost = { permission: 'stock.see-cost' } as const

export const orderPreparations = {
  records: endpoint({
    ...byCost,
    method: 'POST',
    path: '/order-preparations/records',
    summary: 'The list to order from, the dearest absence first unless sorted, within a budget if one is given',
    inCopy: 'Asks',
    touchesNothing: 'Reads; the specification asks by POST',
    query: PageQuery.extend({
      search: Search.optional(),
      supplierId: Id.optional(),
      show: z.enum(['to-order', 'excluded', 'without-supplier']).default('to-order'),
      budget: z.coerce.number().pipe(CappedAmount).optional(),
      sort: sortedBy(
        'label',
        'stock',
        'perDay',
        'daysLeft',
        'quantity',
        'supplier',
        'amount',
        'loss',
        'reason',
      ).optional(),
    }),
    reply: pageOf(OrderRecord).extend({
      /** Of the products with a supplier, within the budget: what becomes orders. */
      orderable: z.int(),
      boxes: Quantity,
      amount: Money,
      unpriced: z.int(),
      /** Products and boxes that are needed and become no order. */
      withoutSupplier: z.int(),
      withoutSupplierBoxes: Quantity,
      loss: Money,
      /** What becomes one order each, and what speaks against it. Amounts without VAT. */
      bySupplier: z.array(SupplierShare),
      /** With a budget: what it buys, what it leaves out, and how far the choice may be from the best one. */
      purse: z
        .object({
          spent: Money,
          gain: Money,
          leftLines: z.int(),
          leftAmount: Money,
          leftGain: Money,
          distance: Money,
          /** Boxes that clients have paid for, and products out of stock, that the budget does not reach. */
          promisedLeft: Quantity,
          shortagesLeft: z.int(),
        })
        .nullable(),
    }),
    status: 200,
  }),
  recordsStat: endpoint({
    ...byCost,
    method: 'POST',
    path: '/order-preparations/records-stat',
    summary: 'Need and figures of some products, needed or not',
    inCopy: 'Asks',
    touchesNothing: 'Reads; the ids are too many for a query',
    body: z.object({ productIds: z.array(Id).max(200) }),
    reply: z.array(OrderRecord),
    status: 200,
  }),
  spread: endpoint({
    ...byOrders,
    method: 'POST',
    path: '/order-preparations/suppliers/{id}/spread',
    summary: 'Order what stands with a supplier from the next cheapest one of each product instead',
    touches: ['order-preparations'],
    params: ById,
    reply: z.object({ moved: z.int(), kept: z.int() }),
    status: 200,
  }),
  limits: endpoint({
    ...byCost,
    method: 'GET',
    path: '/order-preparations/limits',
    summary: 'Minimum and maximum that demand, delay and rhythm ask for, where they differ from those of the product',
    query: PageQuery.extend({
      search: Search.optional(),
      supplierId: Id.optional(),
      reason: severalOf(z.enum(limitReasons)).optional(),
    }),
    reply: pageOf(LimitProposal),
  }),
  acceptLimits: endpoint({
    permission: 'product.edit',
    method: 'POST',
    path: '/order-preparations/limits',
    summary: 'Set minimum and maximum of several products; those that a member changed meanwhile keep theirs',
    touches: ['pharmacy-products', 'order-preparations'],
    body: z.object({
      items: z
        .array(z.object({ id: Id, ...Limits, known: z.object(Limits) }))
        .min(1)
        .max(mostInBatch),
    }),
    /** `kept`: products whose limits are no longer the known ones, or that are archived. */
    reply: z.object({ updated: z.int(), kept: z.array(z.object({ id: Id, label: z.string(), ...Limits })) }),
    status: 200,
  }),
  close: endpoint({
    ...byOrders,
    method: 'POST',
    path: '/order-preparations',
    summary: 'Make draft orders of the list, one for each supplier, once; the list begins anew',
    touches: ['orders', 'order-preparations'],
    body: z.object({
      id: Id,
      /** Only for these suppliers; absent: for all. */
      supplierIds: z.array(Id).min(1).max(50).optional(),
      budget: CappedAmount.optional(),
    }),
    reply: z.object({
      id: Id,
      orders: z.array(z.object({ id: Id, number: z.int(), supplierName: z.string(), lines: z.int() })),
    }),
    status: 201,
  }),
}

export const orderRecords = {
  patch: endpoint({
    ...byOrders,
    method: 'PATCH',
    path: '/order-records/{id}',
    summary: 'Order other boxes of a product, from another supplier, or none of it for a time',
    touches: ['order-preparations'],
    params: ById,
    body: z.object({ quantity: Boxes.nullable(), supplierId: Id.nullable(), excludedUntil: Day.nullable() }).partial(),
    reply: OrderRecord,
  }),
  remove: endpoint({
    ...byOrders,
    method: 'DELETE',
    path: '/order-records/{id}',
    summary: 'Take back what was changed about a product: the list proposes again',
    touches: ['order-preparations'],
    params: ById,
    reply: OrderRecord,
  }),
}
