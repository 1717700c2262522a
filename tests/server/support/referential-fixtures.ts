import { randomUUID } from 'node:crypto'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { idOf } from '#tests/server/support/shop.ts'

const nothing = (): CallFixture => ({})
const at = (id: string) => (): CallFixture => ({ params: { id } })

/** The calls of a small family, whose row in `aFullReferential` has the id `idOf(table)`. */
function ofFamily(name: string, table: string, key: 'name' | 'label', beside: Record<string, unknown> = {}) {
  const id = idOf(table)
  return {
    [`${name}.list`]: (): CallFixture => ({ query: { search: 'é', sort: '-products' } }),
    [`${name}.all`]: nothing,
    [`${name}.read`]: at(id),
    [`${name}.create`]: (): CallFixture => ({ body: { [key]: `${table} ${randomUUID()}`, ...beside } }),
    [`${name}.patch`]: (): CallFixture => ({
      params: { id },
      body: { [key]: `${table} ${randomUUID()}`, archived: false },
    }),
    [`${name}.remove`]: at(id),
  }
}

const aNewProduct = () => ({
  label: 'PARACÉTAMOL 500 mg, comprimé',
  codes: [],
  inns: [{ innId: idOf('inns'), dosage: '500 mg' }],
  formId: idOf('forms'),
  brandId: idOf('brands'),
  categoryId: idOf('product_categories'),
  unitId: idOf('units'),
  atc: 'N02BE01',
  packagingIds: [idOf('packagings')],
  prescriptionList: 'none',
  section: null,
})

const aRegister = () => ({
  countryCode: 'BJ',
  decimals: 'comma',
  rows: [{ line: 2, fields: { label: `MÉDICAMENT ${randomUUID().slice(0, 8)}`, price: '1 250' } }],
  decisions: [],
})

/** A valid request of every call of the referential, for `callFixtures`. */
export function referentialFixtures(): Record<string, () => CallFixture> {
  return {
    'registerImports.readProfile': () => ({ params: { code: 'BJ' } }),
    'registerImports.check': () => ({ body: aRegister() }),
    'registerImports.create': () => ({
      body: { ...aRegister(), id: randomUUID(), fileName: 'registre.csv', columns: { label: 'Libellé' } },
    }),
    'registerImports.list': nothing,
    'registerImports.read': at(idOf('register import')),
    'registerImports.previewUndo': at(idOf('register import')),
    'registerImports.undo': at(idOf('register import')),
    'countries.list': nothing,
    'countries.sections': at('BJ'),
    'countries.changeSections': () => ({
      params: { id: 'BJ' },
      body: { sections: [{ code: 'medicament', label: 'Médicament', vatGroup: 'A', coefficient: 1320 }] },
    }),
    'products.list': nothing,
    'products.withHealthInsurance': nothing,
    'products.read': at(idOf('referential product')),
    'products.details': at(idOf('referential product')),
    'products.pharmacyProducts': at(idOf('referential product')),
    'products.uses': at(idOf('referential product')),
    'products.create': () => ({ body: aNewProduct() }),
    'products.patch': () => ({
      params: { id: idOf('edited product') },
      body: { ...aNewProduct(), archived: false, version: 1 },
    }),
    'products.batch': () => ({ body: { products: [aNewProduct()] } }),
    'products.remove': at(idOf('edited product')),
    'products.archive': () => ({ body: { productId: idOf('edited product') } }),
    'products.archiveSeveral': () => ({ body: { productIds: [idOf('edited product')] } }),
    'products.notice': at(idOf('referential product')),
    'products.putNotice': () => ({ params: { id: idOf('edited product') }, body: { text: 'Voie orale.\nAdulte.' } }),
    'products.spc': at(idOf('referential product')),
    'products.putSpc': () => ({ params: { id: idOf('edited product') }, body: { text: 'Sans objet.' } }),
    'products.mergePreview': () => ({
      params: { id: idOf('kept product') },
      query: { duplicateId: idOf('duplicate product') },
    }),
    'products.merge': () => ({
      params: { id: idOf('kept product') },
      body: { duplicateId: idOf('duplicate product') },
    }),
    ...ofFamily('productCategories', 'product_categories', 'label'),
    ...ofFamily('inns', 'inns', 'name'),
    ...ofFamily('brands', 'brands', 'name'),
    ...ofFamily('forms', 'forms', 'label'),
    ...ofFamily('units', 'units', 'label'),
    ...ofFamily('packagings', 'packagings', 'label', { units: 30 }),
    'wholesalers.list': () => ({ query: { search: 'ubi', sort: '-products' } }),
    'wholesalers.read': at(idOf('wholesaler')),
    'wholesalers.create': () => ({
      body: { name: `Grossiste ${randomUUID()}`, countryCode: 'BJ', phone: null, email: null },
    }),
    'wholesalers.patch': () => ({
      params: { id: idOf('wholesaler') },
      body: { phone: '+229 01 21 30 00 00', archived: false },
    }),
    'wholesalers.remove': at(idOf('leaving wholesaler')),
    'wholesalerProducts.list': () => ({
      query: { wholesalerId: idOf('wholesaler'), search: 'doli', show: 'listed', sort: '-price' },
    }),
    'wholesalerProducts.history': () => ({ params: { id: idOf('wholesaler'), code: '2000017' } }),
    'wholesalerProducts.profile': at(idOf('wholesaler')),
    'wholesalerProducts.takeList': () => ({
      params: { id: idOf('wholesaler') },
      body: {
        day: '2026-03-01',
        isWhole: false,
        lines: [
          {
            code: `N${randomUUID().slice(0, 8)}7`,
            label: 'EFFERALGAN 1 G',
            pack: 'B/8',
            availability: 'limited',
            price: '900',
            publicPrice: 1400,
            per: 10,
            free: 1,
            rebate: 250,
          },
        ],
        profile: { columns: { code: 'Code', price: 'PA' }, decimals: 'comma' },
      },
    }),
    'wholesalerProducts.tie': () => ({
      params: { id: idOf('wholesaler'), code: '2000017' },
      body: { productId: idOf('referential product') },
    }),
    'priceListImports.history': () => ({ query: { wholesalerId: idOf('wholesaler') } }),
    'priceListImports.rows': at(idOf('price list')),
    'priceListImports.undo': at(idOf('price list')),
    'atcs.list': () => ({ query: { search: 'n02', parent: 'root' } }),
    'atcs.read': at('N02BE01'),
  }
}
