import * as z from 'zod'
import { NewSalePhoto } from '#shared/contract/sales.ts'
import { Id } from '#shared/contract/values.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

export const PhotoEntry = journalLine('photo', { payload: NewSalePhoto, answer: z.object({ id: Id }) })
