import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { mostInBatch } from '#shared/contract/product-batch.ts'
import { Id, Instant, Money, PageQuery, pageOf, Search, severalOf, sortedBy } from '#shared/contract/values.ts'

const causes = ['price', 'delivery', 'asked'] as const

/** A label that waits to be printed, with what it says today. A product waits at most once. */
export const WaitingLabel = z.object({
  id: Id,
  pharmacyProductId: Id,
  label: z.string(),
  /** Of its substances: « 500 mg + 62,5 mg ». */
  dosage: z.string().nullable(),
  form: z.string().nullable(),
  /** Codes of the referential, then those of the pharmacy. */
  codes: z.array(z.string()),
  /** The packaging of the lot that is sold first, its units and its price; null without a lot. */
  packaging: z.string().nullable(),
  units: z.int().positive().nullable(),
  price: Money.nullable(),
  /** When loose units of opened boxes are in stock: their price, and the word for one. */
  unitPrice: Money.nullable(),
  unitWord: z.string().nullable(),
  storage: z.string().nullable(),
  cause: z.enum(causes),
  /** Since when it waits, or when its price last changed. */
  at: Instant,
  byName: z.string(),
})
export type WaitingLabel = z.infer<typeof WaitingLabel>

const LabelIds = z.object({ ids: z.array(Id).min(1).max(mostInBatch) })

export const labels = {
  list: endpoint({
    method: 'GET',
    path: '/labels',
    summary: 'List the labels that wait to be printed, newest first unless sorted; none of archived products',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      cause: severalOf(z.enum(causes)).optional(),
      sort: sortedBy('label', 'price', 'storage', 'cause', 'at', 'user').optional(),
    }),
    reply: pageOf(WaitingLabel),
  }),
  add: endpoint({
    method: 'POST',
    path: '/labels',
    summary: 'Ask for the labels of products; one that waits already waits once',
    permission: 'product.edit',
    touches: ['labels'],
    body: z.object({ productIds: z.array(Id).min(1).max(mostInBatch) }),
    /** `waiting`: products whose label waited already. `archived`: products that get no label. */
    reply: z.object({ added: z.int(), waiting: z.int(), archived: z.int() }),
    status: 200,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/labels/remove',
    summary: 'Take labels out of the queue without printing them',
    permission: 'product.edit',
    touches: ['labels'],
    body: LabelIds,
    reply: z.object({ removed: z.int() }),
    status: 200,
  }),
  markPrinted: endpoint({
    method: 'POST',
    path: '/labels/printed',
    summary: 'Say which labels came out of the printer; one whose price changed since stays in the queue',
    permission: 'product.edit',
    touches: ['labels'],
    /** `at`: as listed when it was printed. */
    body: z.object({
      labels: z
        .array(z.object({ id: Id, at: Instant }))
        .min(1)
        .max(mostInBatch),
    }),
    reply: z.object({ printed: z.int(), changed: z.int() }),
    status: 200,
  }),
}
