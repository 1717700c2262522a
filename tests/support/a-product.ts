import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'

/** A product of the shelf; `n` makes its id and code. */
export function aProduct(n: number, given: Partial<PharmacyProduct> = {}): PharmacyProduct {
  const id = `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
  return {
    id,
    productId: null,
    label: `Doliprane ${n} mg cp B/16`,
    inn: 'Paracétamol',
    form: 'comprimé',
    brand: 'Sanofi',
    atc: 'N02BE01',
    codes: [`34009${String(n).padStart(8, '0')}`],
    prescriptionList: 'none',
    storage: null,
    category: null,
    tagIds: [],
    recalledLots: [],
    minimum: 0,
    maximum: 0,
    archived: false,
    quantitiesByPackaging: {},
    stockItems: [
      {
        id: id.replace('018f', '019f'),
        packaging: 'boîte',
        units: 1,
        lot: 'L1',
        expiresOn: '2028-01-31',
        quantity: 5,
        salePrice: 650,
        archived: false,
        storage: null,
        blocked: null,
        discountPercent: null,
      },
    ],
    ...given,
  }
}
