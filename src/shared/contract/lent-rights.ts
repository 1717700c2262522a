import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Instant, PageQuery, pageOf, Search, sortedBy } from '#shared/contract/values.ts'

/** What a right was lent for. `other`: nothing that has a page of its own, such as a sale that was never ended. */
export const lentSubjects = ['sale', 'register', 'lot', 'contract', 'other'] as const

/** A right that a member gave in place, by a code, and that a colleague used. */
export const LentRight = z.object({
  id: Id,
  usedAt: Instant,
  permission: z.string(),
  /** Of a discount its highest percentage; otherwise money in minor units. Null: the right had no amount. */
  amount: z.int().nullable(),
  grantedByName: z.string(),
  usedByName: z.string(),
  /** `label`: the number of the sale, who opened the register, the product and lot, the contract. */
  subject: z.object({ kind: z.enum(lentSubjects), id: Id, label: z.string().nullable() }),
  /** False: given without the server, and nothing shows that the code was typed. */
  isProven: z.boolean(),
})
export type LentRight = z.infer<typeof LentRight>

export const lentRights = {
  list: endpoint({
    method: 'GET',
    path: '/lent-rights',
    summary: 'Rights that members gave in place to a colleague, the latest first unless sorted',
    permission: 'audit.see',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      /** Words of a name: who gave, or who used. */
      search: Search.optional(),
      sort: sortedBy('usedAt', 'hour', 'permission', 'amount', 'subject', 'grantedBy', 'usedBy', 'proof').optional(),
    }),
    reply: pageOf(LentRight),
  }),
}
