import { NewSaleReturn, SaleReturn } from '#shared/contract/sales.ts'
import { Id } from '#shared/contract/values.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

export const ReturnEntry = journalLine('return', { payload: NewSaleReturn.extend({ saleId: Id }), answer: SaleReturn })
