import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Instant, Money, PageQuery, pageOf, Search, sortedBy } from '#shared/contract/values.ts'

/**
 * What an unproven parcel would have done: a new version of a sale, the acts at a register that move money, or
 * an act on a lot.
 */
export const unprovenGestures = [
  'sale',
  'open',
  'count',
  'hand-over',
  'close',
  'reopen',
  'disburse',
  'deposit',
  'cash-in',
  'collection',
  'unpack',
  'adjust',
  'quarantine',
  'release',
] as const

/** A refused parcel: nothing shows that the member named in it made it. It has moved nothing. */
export const UnprovenParcel = z.object({
  id: Id,
  revision: z.int(),
  gesture: z.enum(unprovenGestures),
  /** Of the sale or of the money moved; null where there is none. */
  amount: Money.nullable(),
  receivedAt: Instant,
  /** The member named in it. */
  sellerName: z.string(),
  /** The member or terminal that the token of the request belongs to. */
  sentByName: z.string(),
})
export type UnprovenParcel = z.infer<typeof UnprovenParcel>

export const unprovenParcels = {
  list: endpoint({
    method: 'GET',
    path: '/unproven-parcels',
    summary: 'Parcels sent in the name of somebody who is not known to have made them, newest first unless sorted',
    permission: 'audit.see',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      search: Search.optional(),
      sort: sortedBy('receivedAt', 'hour', 'gesture', 'amount', 'seller', 'sentBy').optional(),
    }),
    reply: pageOf(UnprovenParcel),
  }),
}
