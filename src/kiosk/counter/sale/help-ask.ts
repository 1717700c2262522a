import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'

/** What somebody may leave without: a product of the list, on a line of the ticket or not, or words that are none. */
export type MissedSubject =
  | { product: PharmacyProduct; line?: Pick<SaleRecord, 'label' | 'quantity' | 'price'> }
  | { text: string; quantity?: number }

/** What the seller wants help with, beside the ticket. */
export type HelpAsk = { kind: 'missed'; subject: MissedSubject } | { kind: 'prescription' } | { kind: 'purchases' }
