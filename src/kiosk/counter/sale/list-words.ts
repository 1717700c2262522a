import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'

/** How a listed medicine is named at the counter; null: it is sold without a prescription. */
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
