import type { StockItem } from '#shared/contract/pharmacy-products.ts'
import { aProduct } from '#tests/support/a-product.ts'

const lot = (id: number, given: Partial<StockItem>): StockItem => ({
  id: `019f0000-0000-7000-8000-${String(id).padStart(12, '0')}`,
  packaging: 'boîte',
  units: 1,
  lot: `L${id}`,
  expiresOn: '2028-01-31',
  quantity: 10,
  salePrice: 1250,
  archived: false,
  storage: null,
  blocked: null,
  discountPercent: null,
  ...given,
})

/** Three lots: expired, near and far. CIP13 of a real box. */
export const doliprane = aProduct(1, {
  label: 'Doliprane 1000 mg cp B/8',
  codes: ['3400935955838'],
  storage: 'Tiroir B2',
  stockItems: [
    lot(13, { lot: 'FAR', expiresOn: '2029-05-31' }),
    lot(12, { lot: 'NEAR', expiresOn: '2026-12-29', quantity: 2 }),
    lot(11, { lot: 'OLD', expiresOn: '2026-10-31', quantity: 4 }),
  ],
})
export const coartem = aProduct(2, {
  label: 'Coartem 20/120 mg cp B/24',
  inn: 'Artéméther',
  brand: 'Novartis',
  codes: ['3400930145449'],
  stockItems: [lot(21, { salePrice: 3850, quantity: 5 })],
})
/** Two boxes of one code, as a wholesaler's relabelling leaves them. */
export const smecta = aProduct(3, {
  label: 'Smecta orange 3 g sach. B/30',
  inn: 'Diosmectite',
  codes: ['3400936747913', '3400936404120'],
  stockItems: [lot(31, { salePrice: 4350 })],
})
export const smectaOld = aProduct(4, {
  label: 'Smecta 3 g sach. B/30 (ancien)',
  inn: 'Diosmectite',
  codes: ['3400936404120'],
  stockItems: [lot(41, { salePrice: 4100 })],
})
/** Sold out, and its last delivery not keyed yet. */
export const maalox = aProduct(5, {
  label: 'Maalox susp. buv. Fl/250 ml',
  inn: 'Hydroxyde d’aluminium',
  codes: ['3400931863014'],
  stockItems: [lot(51, { salePrice: 3100, quantity: 0 })],
})

export const theShelf = [doliprane, coartem, smecta, smectaOld, maalox]
/** The GS1 DataMatrix of a Doliprane box, as scanners send it. */
export const dolipraneBox = (lotNumber: string, yymmdd: string) => `0103400935955838${`17${yymmdd}`}10${lotNumber}`
