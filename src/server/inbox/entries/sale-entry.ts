import { NewSale, Sale } from '#shared/contract/sales.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

export const SaleEntry = journalLine('sale', { payload: NewSale, answer: Sale })
