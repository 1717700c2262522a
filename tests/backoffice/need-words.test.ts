import { expect, test } from 'vitest'
import type { OrderRecord, SupplierOffer } from '#shared/contract/order-preparations.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'
import {
  needSentence,
  quantitySentence,
  supplierSentence,
  withoutOrder,
} from '#backoffice/order-preparation/need-words.ts'
import { anOrderRecord } from './support/an-order-record.ts'
import { plain } from './support/a-desk.tsx'

const record = anOrderRecord({ stock: 10, daysLeft: 6, proposed: 73, quantity: 73, loss: 1_500, supplierId: 'u' })
const why = (change: Partial<OrderRecord>) => plain(needSentence({ ...record, ...change }))

test.each<[Partial<OrderRecord>, string]>([
  [{}, '10 en stock, pour 6 jours, 1,5 par jour, livraison tous les 7 jours.'],
  [{ coming: 4, daysLeft: 0 }, '10 en stock et 4 en route, moins d’un jour, 1,5 par jour, livraison tous les 7 jours.'],
  [{ reason: 'due', stock: 0, dues: 2 }, '2 boîtes dues à des clients, 0 en stock, 1,5 par jour.'],
  [{ reason: 'out', stock: 0 }, 'En rupture, 1,5 par jour.'],
  [{ reason: 'out', stock: -2 }, 'Stock négatif (−2), à recompter, 1,5 par jour.'],
  [{ reason: 'minimum', minimum: 12 }, '10 en stock, le minimum est 12, 1,5 par jour.'],
  [
    { reason: 'asked', askedInVain: 3 },
    'Demandé 3 fois sans être vendu en 30 jours, pas assez de ventes pour calculer.',
  ],
  [{ reason: null, daysLeft: null, perDay: null }, 'Pas nécessaire : 10 en stock.'],
])('the reason of a line is one sentence with its figures: %o', (change, sentence) => {
  expect(why(change)).toBe(sentence)
})

test('it says how many boxes and how long they last, or that the product has a maximum', () => {
  const said = (change: Partial<OrderRecord>) => plain(quantitySentence({ ...record, ...change }))
  expect(said({})).toBe('73 boîtes pour un stock de 83 : un mois de ventes, et jusqu’à la livraison suivante.')
  expect(said({ maximum: 83 })).toBe('73 boîtes pour un stock de 83 : le maximum de la fiche.')
  expect(said({ proposed: 0, season: 1.5 })).toBe(
    'Le stock visé est de 83 boîtes. La saison change les ventes : ×1,5 par rapport aux semaines d’avant, l’an dernier.',
  )
})

test('without an order: francs lost, else when it runs out, else nothing', () => {
  const said = (change: Partial<OrderRecord>) => withoutOrder({ ...record, ...change }, francCfa)
  expect(plain(said({})!)).toBe('Sans commande : environ 1 500 F CFA de ventes perdues d’ici la livraison suivante.')
  expect(plain(said({ loss: 0, daysLeft: 9 })!)).toBe('Sans commande : rupture dans 9 jours.')
  expect(said({ loss: 0, daysLeft: 30 })).toBeNull()
})

test('the supplier is compared with the next one, free boxes counted', () => {
  const offer = (supplierId: string, price: number, free: number): SupplierOffer => ({
    supplierId,
    supplierName: supplierId === 'u' ? 'Ubipharm' : 'Gapob',
    price,
    net: (price * 10) / (10 + free),
    paid: 10,
    free,
    on: '2026-11-01',
    availability: 'available',
  })
  const said = (offers: SupplierOffer[], supplierId: string | null = 'u') =>
    plain(supplierSentence({ ...record, supplierId, offers }, francCfa))
  expect(said([offer('u', 650, 0), offer('g', 680, 2)])).toBe('650 F CFA la boîte, 83 F CFA plus cher que Gapob.')
  expect(said([offer('u', 680, 2), offer('g', 650, 0)])).toBe(
    '680 F CFA la boîte, 2 gratuites pour 10, 83 F CFA moins cher que Gapob.',
  )
  expect(said([offer('u', 650, 0), offer('g', 650, 0)])).toBe('650 F CFA la boîte, au même prix que Gapob.')
  expect(said([offer('u', 650, 0)])).toBe('Seul fournisseur de ce produit depuis un an, 650 F CFA la boîte.')
  expect(said([])).toBe('Dernier fournisseur de ce produit.')
  expect(said([], null)).toBe('Aucun fournisseur connu. Choisissez-en un.')
})
