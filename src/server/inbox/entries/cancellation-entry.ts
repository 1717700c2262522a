import { Sale, SaleCancellation } from '#shared/contract/sales.ts'
import { Id } from '#shared/contract/values.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

export const CancellationEntry = journalLine('cancellation', {
  payload: SaleCancellation.extend({ saleId: Id }),
  answer: Sale,
})
