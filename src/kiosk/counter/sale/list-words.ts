import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'

/** The name of a prescription list at the counter. Null: sold without a prescription. */
export function listWords({ prescriptionList }: Pick<PharmacyProduct, 'prescriptionList'>): string | null {
  switch (prescriptionList) {
    case 'none':
      return null
    case 'list-1':
      return 'Liste I'
    case 'list-2':
      return 'Liste II'
    case 'narcotic':
      return 'Stupéfiant'
  }
}
