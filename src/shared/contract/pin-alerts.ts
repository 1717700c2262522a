import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Instant, PageQuery, pageOf, Search, sortedBy } from '#shared/contract/values.ts'

/** A series of wrong PINs of one member at one terminal that had to be slowed down. It ends with an hour of rest. */
export const PinAlert = z.object({
  id: Id,
  userId: Id,
  /** « DOSSOU Afi » */
  userName: z.string(),
  /** The code that the terminal shows: `K7QF`. */
  terminalCode: z.string(),
  guesses: z.int().positive(),
  startedAt: Instant,
  lastAt: Instant,
})
export type PinAlert = z.infer<typeof PinAlert>

export const pinAlerts = {
  list: endpoint({
    method: 'GET',
    path: '/pin-alerts',
    summary: 'Series of wrong PINs, the latest first unless sorted',
    permission: 'audit.see',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      search: Search.optional(),
      sort: sortedBy('lastAt', 'since', 'hour', 'user', 'terminal', 'guesses').optional(),
    }),
    reply: pageOf(PinAlert),
  }),
}
