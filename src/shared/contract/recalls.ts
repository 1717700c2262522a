import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
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

/** A lot number as printed or typed, in any spelling that `sameLot` accepts. */
const Lot = z.string().trim().min(1).max(60)

const head = { pharmacyProductId: Id, lot: Lot, reason: Text }

/** `id`: made by the caller, so that a repeated request opens one recall. */
export const NewRecall = z.object({ id: Id, ...head, reference: Note.default(null) })
export type NewRecall = z.infer<typeof NewRecall>

/** `buyers`: sales of the lot with a client's name; `workedOff`: those of them that a member has ticked off. */
export const Recall = z.object({
  id: Id,
  ...head,
  label: z.string(),
  /** Reference of the notice of the authority or the maker. */
  reference: z.string().nullable(),
  openedAt: Instant,
  openedByName: z.string(),
  closedAt: Instant.nullable(),
  closedByName: z.string().nullable(),
  closingNote: z.string().nullable(),
  sales: z.int(),
  buyers: z.int(),
  workedOff: z.int(),
})
export type Recall = z.infer<typeof Recall>

export const contactOutcomes = ['contacted', 'returned', 'unreachable'] as const
const outcome = z.enum(contactOutcomes)

/** What a member noted about a sale of the lot. `returned`: packages that the buyer brought back. */
const RecallContact = z.object({
  outcome,
  returned: Quantity,
  note: z.string().nullable(),
  at: Instant,
  byName: z.string(),
})

const RecallSale = z.object({
  saleId: Id,
  saleNumber: z.int(),
  soldAt: Instant,
  sellerName: z.string(),
  /** The patient, or the client who pays later; null: the sale names nobody. */
  clientName: z.string().nullable(),
  phone: z.string().nullable(),
  items: z.array(
    z.object({
      packaging: z.string(),
      quantity: Quantity,
      /** Given back by credit notes. */
      returned: Quantity,
    }),
  ),
  /** Newest first; the newest one counts. */
  contacts: z.array(RecallContact),
})
export type RecallSale = z.infer<typeof RecallSale>

/** Packages of the lot by packaging, and where they are. */
const RecallQuantity = z.object({
  packaging: z.string(),
  sold: Quantity,
  returned: Quantity,
  inStock: Quantity,
  destroyed: Quantity,
})

export const RecallRecord = Recall.extend({
  quantities: z.array(RecallQuantity),
  soldTo: z.array(RecallSale),
})
export type RecallRecord = z.infer<typeof RecallRecord>

export const NewRecallContact = z.object({
  id: Id,
  saleId: Id,
  outcome,
  returned: z.int().nonnegative().max(caps.quantity).default(0),
  note: Note.default(null),
})
export type NewRecallContact = z.infer<typeof NewRecallContact>

/** `release`: the lots may be sold again; otherwise they stay in quarantine, each until a member releases it. */
export const RecallClosing = z.object({ note: Text, release: z.boolean() })

export const recalls = {
  list: endpoint({
    method: 'GET',
    path: '/recalls',
    summary: 'List recalls, open ones first unless sorted',
    permission: 'member',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      search: Search.optional(),
      state: severalOf(z.enum(['open', 'closed'])).optional(),
      sort: sortedBy(
        'label',
        'lot',
        'reason',
        'reference',
        'openedAt',
        'closedAt',
        'sales',
        'workedOff',
        'state',
      ).optional(),
    }),
    reply: pageOf(Recall),
  }),
  read: endpoint({
    method: 'GET',
    path: '/recalls/{id}',
    summary: 'Read a recall with its quantities and buyers',
    permission: 'member',
    params: ById,
    reply: RecallRecord,
  }),
  open: endpoint({
    method: 'POST',
    path: '/recalls',
    summary: 'Recall a lot: block it at every till',
    permission: 'stock.adjust',
    touches: ['pharmacy-products', 'recalls'],
    body: NewRecall,
    reply: RecallRecord,
    status: 201,
  }),
  close: endpoint({
    method: 'POST',
    path: '/recalls/{id}/close',
    summary: 'Close a recall with a note',
    permission: 'stock.adjust',
    touches: ['pharmacy-products', 'recalls'],
    params: ById,
    body: RecallClosing,
    reply: RecallRecord,
    status: 200,
  }),
  contact: endpoint({
    method: 'POST',
    path: '/recalls/{id}/contacts',
    summary: 'Note the outcome of a contact with a buyer',
    permission: 'stock.adjust',
    touches: ['recalls'],
    params: ById,
    body: NewRecallContact,
    reply: RecallRecord,
    status: 200,
  }),
}
