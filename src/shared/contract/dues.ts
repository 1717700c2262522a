import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Id,
  Instant,
  Note,
  PageQuery,
  pageOf,
  Quantity,
  Search,
  severalOf,
  sortedBy,
  Text,
} from '#shared/contract/values.ts'

const dueStates = ['open', 'handed-over', 'canceled'] as const
const units = z.int().positive().max(1_000_000)

/** What a customer paid and did not take along: all lines are noted or none. The ids come from the terminal. */
const NewDues = z.object({
  saleId: Id,
  /** Whom to call. */
  name: Text,
  phone: Note.default(null),
  note: Note.default(null),
  lines: z
    .array(z.object({ id: Id, lineId: Id, quantity: units }))
    .min(1)
    .max(100),
})
export type NewDues = z.infer<typeof NewDues>

/** Quantities are units of the sold packaging. */
export const Due = z.object({
  id: Id,
  saleId: Id,
  saleNumber: z.int(),
  /** The record of the sale. */
  lineId: Id,
  patientId: Id.nullable(),
  pharmacyProductId: Id,
  label: z.string(),
  packagingId: Id,
  packaging: z.string(),
  /** When it was noted, and now. */
  quantity: Quantity,
  owed: Quantity,
  /** On the shelf and fit for sale: what the ledger says, and the owed units, which the sales booked out. */
  onShelf: Quantity,
  state: z.enum(dueStates),
  name: z.string(),
  phone: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: Instant,
  createdByName: z.string(),
  /** The last units that were handed over. */
  handedOverAt: Instant.nullable(),
  handedOverByName: z.string().nullable(),
  canceledAt: Instant.nullable(),
  canceledByName: z.string().nullable(),
  cancelReason: z.string().nullable(),
})
export type Due = z.infer<typeof Due>

export const dues = {
  list: endpoint({
    method: 'GET',
    path: '/dues',
    summary: 'List what was paid and not handed over, open ones first, newest before the others, unless sorted',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      state: severalOf(z.enum(dueStates)).optional(),
      productId: severalOf(Id).optional(),
      saleId: Id.optional(),
      /** Those of which units stand on the shelf. */
      onShelf: z.literal('only').optional(),
      sort: sortedBy('createdAt', 'label', 'owed', 'name', 'phone', 'sale', 'onShelf', 'state', 'user').optional(),
    }),
    reply: pageOf(Due),
  }),
  read: endpoint({
    method: 'GET',
    path: '/dues/{id}',
    summary: 'Read a due',
    permission: 'member',
    params: ById,
    reply: Due,
  }),
  create: endpoint({
    method: 'POST',
    path: '/dues',
    summary: 'Note what a sale did not hand over, once',
    permission: 'sale.sell',
    touches: ['dues'],
    body: NewDues,
    reply: z.array(Due),
    status: 201,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/dues/{id}/hand-over',
    summary: 'Hand a due over, wholly or in part; no stock moves',
    permission: 'sale.sell',
    touches: ['dues'],
    params: ById,
    /** `left`: still owed afterwards. A repeated call is therefore the same one. */
    body: z.object({ left: z.int().nonnegative().max(1_000_000).default(0) }),
    reply: Due,
    status: 200,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/dues/{id}/cancel',
    summary: 'Cancel a due that was noted by mistake',
    permission: 'sale.cancel',
    touches: ['dues'],
    params: ById,
    body: z.object({ reason: Text }),
    reply: Due,
    status: 200,
  }),
}
