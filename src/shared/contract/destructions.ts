import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { destructionReasons } from '#shared/domain/stock-reasons.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
  Id,
  Instant,
  Money,
  Note,
  PageQuery,
  pageOf,
  Quantity,
  Search,
  sortedBy,
  Text,
} from '#shared/contract/values.ts'

const line = { stockItemId: Id, reason: z.enum(destructionReasons) }
const head = { destroyedOn: Day, method: Text, witness: Text }

/** A destruction of lots, as written into its report. Either all lines are destroyed or none. */
export const NewDestruction = z.object({
  id: Id,
  revision: z.int().positive(),
  ...head,
  note: Note.default(null),
  lines: z
    .array(z.object({ ...line, quantity: z.int().positive().max(caps.quantity) }))
    .min(1)
    .max(500),
})
export type NewDestruction = z.infer<typeof NewDestruction>

/** `value`: at cost; null for members without `stock.see-cost`. */
export const Destruction = z.object({
  id: Id,
  /** Without gaps. */
  number: z.int().positive(),
  ...head,
  note: z.string().nullable(),
  recordedAt: Instant,
  byName: z.string(),
  lots: z.int(),
  units: Quantity,
  value: Money.nullable(),
})
export type Destruction = z.infer<typeof Destruction>

/** With its lines; the label, the lot and the cost are those of the destruction. */
export const DestructionReport = Destruction.extend({
  lines: z.array(
    z.object({
      ...line,
      label: z.string(),
      packaging: z.string(),
      lot: z.string().nullable(),
      expiresOn: Day.nullable(),
      quantity: Quantity,
      cost: Money.nullable(),
    }),
  ),
})
export type DestructionReport = z.infer<typeof DestructionReport>

export const destructions = {
  list: endpoint({
    method: 'GET',
    path: '/destructions',
    summary: 'List destruction reports, newest first unless sorted',
    permission: 'member',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      search: Search.optional(),
      sort: sortedBy('number', 'destroyedOn', 'method', 'witness', 'user', 'lots', 'units', 'value').optional(),
    }),
    reply: pageOf(Destruction),
  }),
  read: endpoint({
    method: 'GET',
    path: '/destructions/{id}',
    summary: 'Read a destruction report with its lines',
    permission: 'member',
    params: ById,
    reply: DestructionReport,
  }),
  create: endpoint({
    method: 'POST',
    path: '/destructions',
    summary: 'Destroy lots and write the report, exactly once',
    permission: 'stock.adjust',
    touches: ['pharmacy-products', 'destructions'],
    body: NewDestruction,
    reply: DestructionReport,
    status: 201,
  }),
}
