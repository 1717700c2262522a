import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'

/** What a customer may leave without: a product of the list, with its line if it is on the ticket, or typed words. */
export type MissedSubject =
  | { product: PharmacyProduct; line?: Pick<SaleRecord, 'label' | 'quantity' | 'price'> }
  | { text: string; quantity?: number }

/** The help panel that the seller opens. */
export type HelpAsk = { kind: 'missed'; subject: MissedSubject } | { kind: 'prescription' | 'purchases' | 'buyer' }
