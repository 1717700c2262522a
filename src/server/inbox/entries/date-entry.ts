import * as z from 'zod'
import { Id, Instant } from '#shared/contract/values.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

/** A correction is asked for by no terminal's parcel: its id is the server's, and it has one revision. */
export const DateEntry = journalLine('date', {
  payload: z.object({ id: Id, revision: z.literal(1), saleId: Id, from: Instant, to: Instant }),
  answer: z.object({ id: Id }),
})
