import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { SisterStock } from '#shared/contract/sister-stock.ts'
import { Day, Id, Money, PageQuery, pageOf, Quantity, Search, sortedBy } from '#shared/contract/values.ts'

/** A product that is out of stock or will be within 14 days, by its demand. */
export const Shortage = z.object({
  /** Of the pharmacy product. */
  id: Id,
  label: z.string(),
  storage: z.string().nullable(),
  state: z.enum(['out', 'soon']),
  quantity: Quantity,
  minimum: Quantity,
  sold30Days: Quantity,
  /** Packages sold per day in stock; null when the product was in stock on too few days. */
  perDay: z.number().nullable(),
  /** Days until the stock is sold; 0 when out; null when the demand is unknown. */
  daysLeft: z.int().nullable(),
  /** The day on which the last package left; null while in stock. */
  since: Day.nullable(),
  /** Turnover missed since then (docs/stock.md). */
  missed: Money,
  /** Boxes of deliveries that are not closed. */
  onItsWay: Quantity,
  /** Where the sister pharmacies have it now (decision 0033); empty for a private product. */
  sisters: z.array(SisterStock.omit({ productId: true })),
})
export type Shortage = z.infer<typeof Shortage>

export const shortages = {
  list: endpoint({
    method: 'GET',
    path: '/shortages',
    summary: 'Products out of stock or about to be, the dearest absence first unless sorted',
    permission: 'report.see',
    query: PageQuery.extend({
      search: Search.optional(),
      state: z.enum(['out', 'soon']).optional(),
      storage: z.string().max(200).optional(),
      sort: sortedBy(
        'label',
        'storage',
        'quantity',
        'minimum',
        'sold30Days',
        'perDay',
        'daysLeft',
        'since',
        'missed',
        'sisters',
        'onItsWay',
      ).optional(),
    }),
    reply: pageOf(Shortage).extend({ out: z.int(), missed: Money }),
  }),
}
