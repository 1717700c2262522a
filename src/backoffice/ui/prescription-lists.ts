import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'

/** How a list of medicines is called; of what is on none, nothing. */
export const prescriptionListWords: Record<Exclude<PharmacyProduct['prescriptionList'], 'none'>, string> = {
  'list-1': 'Liste I',
  'list-2': 'Liste II',
  narcotic: 'Stupéfiant',
}
