import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'

/** French name of each list of medicines. */
export const prescriptionListWords: Record<Exclude<PharmacyProduct['prescriptionList'], 'none'>, string> = {
  'list-1': 'Liste I',
  'list-2': 'Liste II',
  narcotic: 'Stupéfiant',
}
