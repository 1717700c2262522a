import { MissedSale, NewMissedSale } from '#shared/contract/missed-sales.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

export const MissedSaleEntry = journalLine('missed-sale', { payload: NewMissedSale, answer: MissedSale })
