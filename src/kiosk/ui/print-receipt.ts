import { atom } from 'jotai'
import type { NewSale } from '#shared/contract/sales.ts'

/** What a ticket says of a sale: the frozen one of this terminal, or the server's. */
export type PrintableSale = Pick<NewSale, 'id' | 'identifier' | 'soldAt' | 'sellerId' | 'records' | 'vouchers' | 'payments'>

/** A receipt to print: the sale, and the server's number once there is one. */
export type ReceiptRequest = { sale: PrintableSale; number: number | null; isReprint: boolean }

/** Set by any screen of the counter; the printer of the window takes it from here. */
export const receiptRequestAtom = atom<ReceiptRequest | null>(null)
