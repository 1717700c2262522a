import * as z from 'zod'
import { expiryGestures } from '#shared/domain/expiries/expiry-proposal.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
  Id,
  Instant,
  Money,
  PageQuery,
  pageOf,
  Percent,
  Quantity,
  Search,
  severalOf,
  sortedBy,
} from '#shared/contract/values.ts'

const ofLot = { stockItemId: Id, quantity: z.int().positive() }
/** A proposal that was accepted. `toPharmacyId`: a pharmacy of the same owner. */
const NewExpiryTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['return', 'destroy']), ...ofLot }),
  z.object({ kind: z.literal('discount'), ...ofLot, percent: Percent.min(1) }),
  z.object({ kind: z.literal('transfer'), ...ofLot, toPharmacyId: Id }),
])
export type NewExpiryTask = z.infer<typeof NewExpiryTask>

const taskStates = ['open', 'done', 'canceled'] as const

/** Work on a lot. A discount or a destruction is also done when nothing is left of the lot. */
export const ExpiryTask = z.object({
  id: Id,
  stockItemId: Id,
  pharmacyProductId: Id,
  label: z.string(),
  lot: z.string().nullable(),
  expiresOn: Day.nullable(),
  /** Units left in the lot. */
  left: Quantity,
  kind: z.enum(expiryGestures),
  quantity: Quantity,
  percent: Percent.nullable(),
  toPharmacyName: z.string().nullable(),
  createdAt: Instant,
  createdByName: z.string(),
  state: z.enum(taskStates),
  endedAt: Instant.nullable(),
  endedByName: z.string().nullable(),
  doneQuantity: Quantity.nullable(),
  /**
   * By rule (docs/stock.md): at cost what was returned or moved, at the price received what was sold cheaper. Null for members
   * who may not see costs.
   */
  saved: Money.nullable(),
})
export type ExpiryTask = z.infer<typeof ExpiryTask>

const SavedMonth = z.object({
  month: z.string(),
  returned: Money,
  moved: Money,
  discounted: Money,
  total: Money,
})
export type SavedMonth = z.infer<typeof SavedMonth>

export const expiryTasks = {
  list: endpoint({
    method: 'GET',
    path: '/expiry-tasks',
    summary: 'Work on lots near their date, newest first unless sorted',
    permission: 'report.see',
    query: PageQuery.extend({
      search: Search.optional(),
      state: severalOf(z.enum(taskStates)).optional(),
      kind: severalOf(z.enum(expiryGestures)).optional(),
      stockItemId: Id.optional(),
      sort: sortedBy('label', 'kind', 'quantity', 'expiresOn', 'createdAt', 'createdBy', 'state', 'saved').optional(),
    }),
    reply: pageOf(ExpiryTask).extend({ saved: Money.nullable() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/expiry-tasks/{id}',
    summary: 'Read one task',
    permission: 'report.see',
    params: ById,
    reply: ExpiryTask,
  }),
  saved: endpoint({
    method: 'GET',
    path: '/expiry-tasks/saved',
    summary: 'Francs saved by this work in each of the last 12 months, oldest first',
    permission: 'stock.see-cost',
    reply: z.object({ months: z.array(SavedMonth) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/expiry-tasks',
    summary: 'Accept a proposal for a lot; a discount starts at every till',
    permission: 'stock.adjust',
    touches: ['expiry-tasks', 'pharmacy-products'],
    body: NewExpiryTask,
    reply: z.object({ id: Id }),
    status: 201,
  }),
  end: endpoint({
    method: 'PATCH',
    path: '/expiry-tasks/{id}',
    summary: 'End a task: a return or a transfer that is done leaves the stock, a discount stops',
    permission: 'stock.adjust',
    touches: ['expiry-tasks', 'pharmacy-products'],
    params: ById,
    body: z.object({
      outcome: z.enum(['done', 'canceled']),
      /** Units returned or moved, when not as planned. */
      quantity: z.int().positive().optional(),
    }),
    reply: z.object({ id: Id, outcome: z.enum(['done', 'canceled']) }),
  }),
}
