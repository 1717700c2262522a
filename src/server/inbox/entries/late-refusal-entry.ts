import * as z from 'zod'
import { Id } from '#shared/contract/values.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

/** What a closing no longer waits for: its parcel was refused, which no other line tells. Its id is that of the register's event, and it has one revision. */
export const LateRefusalEntry = journalLine('late-refusal', {
  payload: z.object({ id: Id, revision: z.literal(1), parcelId: Id, message: z.string() }),
  answer: z.object({ id: Id }),
})
