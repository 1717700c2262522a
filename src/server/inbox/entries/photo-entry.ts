import * as z from 'zod'
import { NewSalePhoto } from '#shared/contract/sales.ts'
import { Id } from '#shared/contract/values.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

/** The picture stands in the file that its SHA-256 names. */
export const PhotoEntry = journalLine('photo', {
  payload: NewSalePhoto.omit({ data: true }).extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  answer: z.object({ id: Id }),
})
