import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  Day,
  Id,
  Instant,
  Money,
  PageQuery,
  pageOf,
  Quantity,
  Search,
  severalOf,
  sortedBy,
  Text,
  UnitPrice,
  RoleNames,
} from '#shared/contract/values.ts'

const what = {
  id: Id,
  /** Null: not a product of this pharmacy. */
  pharmacyProductId: Id.nullable(),
  label: Text,
  quantity: z.int().positive().max(10_000),
  /** Unit price; null when unknown. */
  price: UnitPrice.nullable(),
  reason: z.enum(['absent', 'too-dear']),
  missedAt: Instant,
}

/** A customer left without the product. The seller records it in one step, also offline. */
export const NewMissedSale = z.object({
  ...what,
  revision: z.int().positive(),
  terminalId: Id,
  sessionId: Id,
  sellerId: Id,
  sellerRoles: RoleNames,
})
export type NewMissedSale = z.infer<typeof NewMissedSale>

export const MissedSale = z.object({ ...what, price: Money.nullable(), byName: z.string() })
export type MissedSale = z.infer<typeof MissedSale>

/** Missed sales of one product, for ordering: quantity asked for, and the turnover lost. */
export const MissedProduct = z.object({
  pharmacyProductId: Id.nullable(),
  label: z.string(),
  times: z.int(),
  quantity: Quantity,
  value: Money,
  absent: z.int(),
  tooDear: z.int(),
  lastAt: Instant,
})
export type MissedProduct = z.infer<typeof MissedProduct>

const filters = {
  from: Day.optional(),
  to: Day.optional(),
  search: Search.optional(),
  reason: severalOf(z.enum(['absent', 'too-dear'])).optional(),
}

export const missedSales = {
  create: endpoint({
    method: 'POST',
    path: '/missed-sales',
    summary: 'Note a missed sale, exactly once',
    permission: 'sale.sell',
    touches: ['missed-sales'],
    deferred: true,
    body: NewMissedSale,
    reply: MissedSale,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/missed-sales',
    summary: 'List missed sales, newest first unless sorted, with what they would have brought in',
    permission: 'member',
    query: PageQuery.extend({
      ...filters,
      sort: sortedBy('missedAt', 'hour', 'label', 'reason', 'quantity', 'price', 'value', 'seller').optional(),
    }),
    reply: pageOf(MissedSale).extend({ value: Money }),
  }),
  byProduct: endpoint({
    method: 'GET',
    path: '/missed-sales/by-product',
    summary: 'Missed sales added up by product, worth most first unless sorted',
    permission: 'member',
    query: PageQuery.extend({
      ...filters,
      sort: sortedBy('label', 'times', 'quantity', 'value', 'absent', 'tooDear', 'lastAt').optional(),
    }),
    reply: pageOf(MissedProduct),
  }),
}
