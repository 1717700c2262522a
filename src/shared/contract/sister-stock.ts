import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, Instant, Quantity } from '#shared/contract/values.ts'

/** What another pharmacy of the same owner may sell of a product: never 0 of both. */
export const SisterStock = z.object({
  /** Of the referential. */
  productId: Id,
  /** Its name. No id: no call of this pharmacy accepts one of the sister's rows. */
  pharmacy: z.string(),
  boxes: Quantity,
  /** Loose units of opened boxes. */
  units: Quantity,
})
export type SisterStock = z.infer<typeof SisterStock>

const SisterStocks = z.object({
  /** When the figures were true. */
  at: Instant,
  /** The names of the other pharmacies of the owner, also those without the product; empty: the owner has one pharmacy. */
  pharmacies: z.array(z.string()),
  stocks: z.array(SisterStock),
})
export type SisterStocks = z.infer<typeof SisterStocks>

/** The stock of the sister pharmacies, to read only (decision 0033). */
export const sisterStock = {
  read: endpoint({
    method: 'POST',
    path: '/sister-stock',
    summary: 'What the other pharmacies of the same owner may sell of products of the referential',
    permission: 'member',
    inCopy: 'Asks',
    touchesNothing: 'Reads; the ids are too many for a query',
    body: z.object({ productIds: z.array(Id).max(200) }),
    reply: SisterStocks,
    status: 200,
  }),
}
