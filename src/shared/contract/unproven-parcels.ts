import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Day, Id, Instant, Money, PageQuery, pageOf, Search, sortedBy } from '#shared/contract/values.ts'

/**
 * What an unproven parcel would have done: a new version of a sale, the acts at a register that move money, an act on a
 * lot, a line of a delivery, or a count of an inventory.
 */
export const unprovenGestures = [
  'sale',
  'open',
  'count',
  'hand-over',
  'close',
  'reopen',
  'open-sale',
  'overdraw',
  'disburse',
  'deposit',
  'cash-in',
  'collection',
  'unpack',
  'adjust',
  'quarantine',
  'release',
  'move',
  'correct',
  'delivery-act',
  'inventory-count',
] as const
type UnprovenGesture = (typeof unprovenGestures)[number]

/** The gestures that can be confirmed later (decision 0024); the others are done again, or not at all. */
export const confirmableGestures: readonly UnprovenGesture[] = [
  'sale',
  'open',
  'disburse',
  'deposit',
  'cash-in',
  'collection',
]

/**
 * A refused parcel: nothing shows that the member named in it made it. It moved nothing. `done`: it was confirmed, or
 * sent again with a proof.
 */
export const UnprovenParcel = z.object({
  /** The id of the parcel; with `revision` it names one attempt. */
  parcelId: Id,
  revision: z.int(),
  gesture: z.enum(unprovenGestures),
  /** Of the sale or of the money moved; null where there is none. */
  amount: Money.nullable(),
  receivedAt: Instant,
  /** The member named in it. */
  sellerName: z.string(),
  /** The member or terminal that the token of the request belongs to. */
  sentByName: z.string(),
  state: z.enum(['open', 'done', 'discarded']),
  /** Who confirmed, sent again or discarded it, and when; null while it is open. */
  decidedByName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Why it was discarded. */
  reason: z.string().nullable(),
})
export type UnprovenParcel = z.infer<typeof UnprovenParcel>

const revision = z.int().positive()

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
      state: z.enum(['open', 'decided', 'all']).default('open'),
      sort: sortedBy(
        'receivedAt',
        'hour',
        'gesture',
        'amount',
        'seller',
        'sentBy',
        'state',
        'decidedBy',
        'reason',
      ).optional(),
    }),
    reply: pageOf(UnprovenParcel),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/unproven-parcels/{id}/confirm',
    summary: 'Do what an unproven parcel says, once, as the member named in it',
    permission: 'register.reopen',
    touches: ['cash-registers', 'sales', 'pharmacy-products', 'persons', 'organizations', 'companies'],
    params: ById,
    body: z.object({ revision }),
    reply: UnprovenParcel,
    status: 200,
  }),
  discard: endpoint({
    method: 'POST',
    path: '/unproven-parcels/{id}/discard',
    summary: 'Set an unproven parcel aside, with a reason; it never happens',
    permission: 'register.reopen',
    touches: ['cash-registers'],
    params: ById,
    body: z.object({ revision, reason: z.string().trim().min(1).max(200) }),
    reply: UnprovenParcel,
    status: 200,
  }),
}
