import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { addRecord, payCash } from '#shared/domain/sale-lines.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { stockRow } from '#backoffice/ui/stock-row.ts'
import { aurele, facts } from '#tests/support/a-local-sale.ts'
import { anOrderRecord } from './support/an-order-record.ts'
import { aDesk, ok, pageText, plain, rowTexts, type Asked } from './support/a-desk.tsx'
import { aMovement, detailOf, quietStock, saleId, stocked } from './support/a-shop.ts'

const amoxicilline = stocked(1, 'Amoxicilline 500 mg gél. B/12', [{ quantity: 48 }], {
  inn: 'Amoxicilline 500 mg',
  storage: 'C4',
  minimum: 20,
  maximum: 60,
})
const artefan = stocked(2, 'Artefan 20/120 mg cp B/24', [{ quantity: 6 }], { storage: 'A1', minimum: 15, maximum: 40 })
const clamoxyl = stocked(3, 'Clamoxyl 500 mg gél. B/12', [{ quantity: 0 }], { storage: 'C4', minimum: 6, maximum: 24 })
const doliprane = stocked(
  4,
  'Doliprane 2,4 % susp. buv. Fl/100 ml',
  [
    { quantity: 4, expiresOn: '2026-12-29' },
    { quantity: 10, expiresOn: '2027-09-30' },
  ],
  { storage: 'B3' },
)
const quartem = stocked(5, 'Quartem 80/480 mg cp B/6', [{ quantity: -2 }], { storage: 'A1' })
const ventoline = stocked(
  6,
  'Ventoline 100 µg/dose susp. inh.',
  [
    { quantity: 3, expiresOn: '2026-11-20' },
    { quantity: 8, expiresOn: '2028-01-31' },
  ],
  { storage: 'F1' },
)
const gone = stocked(7, 'Zantac 150 mg cp B/20', [{ quantity: 9 }], { archived: true })
const shelf = [quartem, amoxicilline, artefan, clamoxyl, doliprane, ventoline, gone]

const labels = () => rowTexts().map(([label]) => label!.split(' ')[0])
const labelsAre = (...expected: string[]) => waitFor(() => expect(labels()).toEqual(expected))
const cellsOf = (label: string) => rowTexts().find(([first]) => first?.startsWith(label))
const panel = (name: RegExp) => screen.findByRole('complementary', { name })

test('the whole stock by label, archived products apart, with what each row has to say', async () => {
  await aDesk({ path: '/backoffice/stock', products: shelf })
  await labelsAre('Amoxicilline', 'Artefan', 'Clamoxyl', 'Doliprane', 'Quartem', 'Ventoline')
  expect(cellsOf('Amoxicilline')).toEqual([
    'Amoxicilline 500 mg gél. B/12',
    'Amoxicilline 500 mg',
    'C4',
    '48',
    '20 / 60',
    '06/2028',
    '650',
    '',
  ])
  expect(cellsOf('Artefan')?.at(-1)).toBe('Sous le mini')
  expect(cellsOf('Clamoxyl')?.at(-1)).toBe('Rupture')
  expect(cellsOf('Quartem')?.[3]).toBe('−2')
  expect(cellsOf('Quartem')?.at(-1)).toBe('Stock négatif')
  expect(cellsOf('Doliprane')?.at(-1)).toBe('Expire dans 38 j')
  expect(cellsOf('Ventoline')?.slice(5)).toEqual(['11/2026', '650', 'Expiré'])
})

test.each([
  ['etat=rupture', ['Clamoxyl', 'Quartem']],
  ['etat=negatif', ['Quartem']],
  ['etat=mini', ['Artefan']],
  ['expire=expires', ['Ventoline']],
  ['expire=bientot', ['Doliprane']],
  ['expire=2026-12', ['Doliprane']],
  ['rangement=A1', ['Artefan', 'Quartem']],
  ['etat=rupture&rangement=A1', ['Quartem']],
  ['tri=-stock', ['Amoxicilline', 'Doliprane', 'Ventoline', 'Artefan', 'Clamoxyl', 'Quartem']],
  ['tri=expire', ['Ventoline', 'Doliprane', 'Amoxicilline', 'Artefan', 'Clamoxyl', 'Quartem']],
  ['tri=etat', ['Quartem', 'Clamoxyl', 'Ventoline', 'Doliprane', 'Artefan', 'Amoxicilline']],
])('the address %s shows its rows', async (address, expected) => {
  await aDesk({ path: `/backoffice/stock?${address}`, products: shelf })
  await labelsAre(...expected)
})

test('a word, its accents and one typing error are forgiven; what is found is counted and marked', async () => {
  const { user } = await aDesk({ path: '/backoffice/stock', products: shelf })
  await labelsAre('Amoxicilline', 'Artefan', 'Clamoxyl', 'Doliprane', 'Quartem', 'Ventoline')
  await user.keyboard('f')
  await user.keyboard('dolprane')
  await labelsAre('Doliprane')
  expect(document.querySelector('mark')?.textContent).toBe('Doliprane')
  expect(screen.getAllByRole('status').map((status) => plain(status.textContent ?? ''))).toContain('1 résultat')
  await user.keyboard('{Escape}')
  await user.keyboard('amoxicil 500')
  await labelsAre('Amoxicilline')
  expect(new URLSearchParams(location.search).get('cherche')).toBe('amoxicil 500')
})

test('what the stock is worth follows the filter: as a whole at cost, filtered at the sale price of what is on the shelf', async () => {
  await aDesk({
    path: '/backoffice/stock?rangement=A1',
    products: shelf,
    answer: ({ path }) => (path === '/pharmacy-products/stats' ? ok({ ...quietStock, stockValue: 54_000 }) : undefined),
  })
  await labelsAre('Artefan', 'Quartem')
  // 6 boxes at 650; the 2 that were sold before their delivery was entered count below zero.
  await waitFor(() => expect(pageText()).toContain('2 produits, 2 600 F CFA au prix de vente'))
  fireEvent.click(screen.getByRole('button', { name: 'Retirer le filtre A1' }))
  await waitFor(() => expect(pageText()).toContain('6 produits, 54 000 F CFA au prix d’achat'))
})

test('a lot is found by its first signs, before what is found by name', async () => {
  const lots = [
    stocked(1, 'Quartem 80/480 mg cp B/6', [{ quantity: 3, lot: 'DOL7714' }]),
    stocked(2, 'Doliprane 1 g cp B/8', [{ quantity: 4, lot: 'KX2291' }]),
  ]
  const { user } = await aDesk({ path: '/backoffice/stock', products: lots })
  await labelsAre('Doliprane', 'Quartem')
  await user.keyboard('f')
  await user.keyboard('dol7714')
  await labelsAre('Quartem')
  await user.keyboard('{Escape}')
  await user.keyboard('kx2')
  await labelsAre('Doliprane')
})

test('a header sorts, and the address keeps it', async () => {
  const { user } = await aDesk({ path: '/backoffice/stock', products: shelf })
  await labelsAre('Amoxicilline', 'Artefan', 'Clamoxyl', 'Doliprane', 'Quartem', 'Ventoline')
  await user.click(within(screen.getByRole('grid')).getByRole('button', { name: 'Stock' }))
  await labelsAre('Quartem', 'Clamoxyl', 'Artefan', 'Ventoline', 'Doliprane', 'Amoxicilline')
  expect(location.search).toBe('?tri=stock')
})

test('a filter is chosen from the menu and taken off by its chip', async () => {
  const { user } = await aDesk({ path: '/backoffice/stock', products: shelf })
  await user.click(await screen.findByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'État' }))
  await user.click(await screen.findByRole('option', { name: 'En rupture' }))
  await labelsAre('Clamoxyl', 'Quartem')
  await user.click(screen.getByRole('button', { name: 'Fermer' }))
  await user.click(screen.getByRole('button', { name: 'Retirer le filtre En rupture' }))
  await waitFor(() => expect(labels()).toHaveLength(6))
})

test('50,000 products: only the rows in view are drawn, and the last is one key away', async () => {
  const many = Array.from({ length: 50_000 }, (_, at) =>
    stocked(at + 1, `Produit ${String(at + 1).padStart(5, '0')}`, [{ quantity: 1 }]),
  )
  const { user } = await aDesk({ path: '/backoffice/stock', products: many })
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('50001'))
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  await user.keyboard('{ArrowDown}{End}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Produit 50000'))
})

const asOf =
  (product: typeof amoxicilline) =>
  ({ path }: Asked) => {
    if (path === `/pharmacy-products/${product.id}`) return ok(detailOf(product))
    if (path === `/pharmacy-products/${product.id}/history`)
      return ok({
        items: [
          aMovement(3),
          aMovement(2, {
            cause: 'delivery',
            quantity: 24,
            after: 28,
            saleId: null,
            saleNumber: null,
            lot: 'KX2291',
            at: '2026-11-20T09:00:00.000Z',
          }),
        ],
        total: 2,
      })
    return undefined
  }

test('the panel: lots with their costs, cover, last movements that lead to their sale', async () => {
  const { user } = await aDesk({ path: '/backoffice/stock', products: shelf, answer: asOf(doliprane) })
  await waitFor(() => expect(labels()).toHaveLength(6))
  await user.click(screen.getByText(/Doliprane/))
  const detail = await panel(/Doliprane/)
  expect(location.pathname).toBe(`/backoffice/stock/${doliprane.id}`)
  await waitFor(() =>
    expect(
      within(detail)
        .getByRole('link', { name: /Vente n°\s3/ })
        .getAttribute('href'),
    ).toBe(`/backoffice/ventes/${saleId(3)}`),
  )
  const text = plain(detail.textContent ?? '')
  expect(text).toContain('En stock14')
  expect(text).toContain('Reste pour28 jours')
  expect(text).toContain('L112/20264480650')
  expect(text).toContain('HierLivraison, lot KX2291+2428')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('the panel shows what the sister pharmacies have, with the hour', async () => {
  const productId = '018f0000-0000-7000-8000-00000000aa01'
  const body = {
    at: '2026-11-21T08:05:00.000Z',
    pharmacies: ['Pharmacie Plateau Lagune', 'Pharmacie Yopougon'],
    stocks: [{ productId, pharmacy: 'Pharmacie Plateau Lagune', boxes: 4, units: 0 }],
  }
  const { askedOf } = await aDesk({
    path: `/backoffice/stock/${doliprane.id}`,
    products: [{ ...doliprane, productId }],
    answer: (asked) => (asked.path === '/sister-stock' ? ok(body) : asOf(doliprane)(asked)),
  })
  const rows = await screen.findByRole('table', { name: 'Stock des autres pharmacies' })
  expect(
    within(rows)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['Pharmacie Plateau Lagune4', 'Pharmacie Yopougonaucun'])
  expect((await panel(/Doliprane/)).textContent).toMatch(/Autres pharmaciesà\s\d\d:05/)
  expect(askedOf('/sister-stock')).toHaveLength(1)
})

test('the product says where it is cheaper, free boxes counted', async () => {
  const offer = (supplierName: string, price: number, free: number) => ({
    supplierId: `018f0000-0000-7000-8000-0000000000${supplierName === 'Gapob' ? 'f1' : 'f2'}`,
    supplierName,
    price,
    net: (price * 10) / (10 + free),
    paid: 10,
    free,
    on: '2026-11-01',
    availability: 'available' as const,
  })
  const offers = [offer('Ubipharm', 650, 0), offer('Gapob', 680, 2)]
  await aDesk({
    path: `/backoffice/stock/${doliprane.id}`,
    products: [doliprane],
    answer: (asked) =>
      asked.path === '/order-preparations/records-stat'
        ? ok([anOrderRecord({ id: doliprane.id, offers })])
        : asOf(doliprane)(asked),
  })
  const prices = await screen.findByRole('table', { name: 'Prix des fournisseurs' })
  const rows = within(prices).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Gapob.*680.*2 pour 10.*567$/),
    expect.stringMatching(/^Ubipharm.*650.*650$/),
  ])
  expect(screen.getByText('moins cher chez Gapob')).toBeDefined()
})

test('who may not see costs sees none', async () => {
  const { askedOf } = await aDesk({
    path: `/backoffice/stock/${doliprane.id}`,
    products: shelf,
    permissions: ['sale.sell'],
    answer: asOf(doliprane),
  })
  const detail = await panel(/Doliprane/)
  await within(detail).findByRole('link', { name: /Vente n°\s3/ })
  expect(within(detail).queryByText('Achat')).toBeNull()
  expect(detail.textContent).not.toContain('480')
  expect(askedOf('/pharmacy-products/stats')).toEqual([])
})

test('boxes that this terminal sold and did not send yet are off the shelf', async () => {
  const { store } = await aDesk({
    path: '/backoffice/stock',
    products: shelf,
    answer: ({ path }) => (path === '/sales' ? 'nobody' : undefined),
  })
  await waitFor(() => expect(cellsOf('Artefan')?.[3]).toBe('6'))
  const shared = store.get(sharedSalesAtom)!
  const sale = await shared.store.create(aurele)
  const paid = await shared.store.change(sale.id, sale.editCount, (open) =>
    payCash(
      addRecord(open, {
        id: crypto.randomUUID(),
        stockItemId: artefan.stockItems[0]!.id,
        label: artefan.label,
        quantity: 4,
        price: 650,
      }),
      { id: crypto.randomUUID(), tendered: 2600 },
      5,
    ),
  )
  await shared.store.end(paid!.id, paid!.editCount, facts)
  shared.written()
  await waitFor(() => expect(cellsOf('Artefan')?.[3]).toBe('2'))
  expect(cellsOf('Amoxicilline')?.[3]).toBe('48')
})

/** A lot of boxes of 30 at 1 800 and, out of one of them, loose tablets at 60. */
function opened(n: number, label: string, boxes: number, units: number) {
  const product = stocked(n, label, [{ quantity: boxes, price: 1800 }])
  const box = { ...product.stockItems[0]!, units: 30 }
  return {
    ...product,
    stockItems: [
      box,
      { ...box, id: unitItemIdOf(box.id), packaging: 'comprimé', units: 1, quantity: units, salePrice: 60 },
    ],
  }
}

test('boxes and loose units stand apart, at the price of the box; what is loose is no rupture', async () => {
  const coversyl = opened(1, 'Coversyl 5 mg cp B/30', 12, 8)
  const xarelto = opened(2, 'Xarelto 20 mg cp B/30', 0, 8)
  const lasilix = opened(8, 'Lasilix 40 mg cp B/30', 4, -2)
  await aDesk({
    path: '/backoffice/stock?tri=-stock',
    products: [coversyl, xarelto, lasilix, clamoxyl],
    answer: asOf(coversyl),
  })
  await labelsAre('Coversyl', 'Lasilix', 'Xarelto', 'Clamoxyl')
  expect(cellsOf('Coversyl')?.[3]).toBe('12 boîtes + 8 comprimés')
  expect(cellsOf('Coversyl')?.at(-2)).toBe('1 800')
  expect(cellsOf('Xarelto')?.slice(3)).toEqual(['0 boîte + 8 comprimés', '–', '06/2028', '1 800', ''])
  expect(cellsOf('Lasilix')?.[3]).toBe('4 boîtes, −2 comprimés')
  expect(cellsOf('Lasilix')?.at(-1)).toBe('Stock négatif')
  expect(cellsOf('Clamoxyl')?.[3]).toBe('0')
})

test('only what has neither box nor unit is out of stock; the panel covers by boxes', async () => {
  const coversyl = opened(1, 'Coversyl 5 mg cp B/30', 12, 8)
  const { user } = await aDesk({
    path: `/backoffice/stock/${coversyl.id}`,
    products: [coversyl, opened(2, 'Xarelto 20 mg cp B/30', 0, 8), clamoxyl],
    answer: asOf(coversyl),
  })
  await waitFor(() => expect(screen.getByRole('complementary').textContent).toContain('24\u00a0jours'))
  expect(plain((await panel(/Coversyl/)).textContent ?? '')).toContain('En stock12 boîtes + 8 comprimés')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'État' }))
  await user.click(await screen.findByRole('option', { name: 'En rupture' }))
  await labelsAre('Clamoxyl')
})

test('a box opened here counts as its units before the list knows', () => {
  const product = opened(1, 'Coversyl 5 mg cp B/30', 12, 0)
  const box = product.stockItems[0]!
  const row = stockRow(
    { ...product, stockItems: [box] },
    '2026-11-21',
    new Map([
      [box.id, 1],
      [unitItemIdOf(box.id), -27],
    ]),
  )
  expect([row.quantity, row.loose.units, row.price]).toEqual([11, 27, 1800])
})

test('without a network the list works and says its hour; the detail keeps what the list knows', async () => {
  const { user, goOffline } = await aDesk({
    path: '/backoffice/stock?etat=rupture',
    products: shelf,
    answer: () => 'nobody',
  })
  goOffline()
  await labelsAre('Clamoxyl', 'Quartem')
  expect(screen.getByText(/Liste d’il y a .* \(.*\d\d:\d\d\)/, { selector: 'b' })).toBeTruthy()
  await user.keyboard('{ArrowDown}{Enter}')
  const detail = await panel(/Clamoxyl/)
  expect(plain(detail.textContent ?? '')).toContain('En stock0')
  expect(detail.textContent).toContain('Demande le réseau')
})

test('never loaded: rows to come, no claim that the stock is empty', async () => {
  await aDesk({ path: '/backoffice/stock' })
  expect((await screen.findByRole('grid')).getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByText('Aucun produit dans le stock.')).toBeNull()
})

test('empty, and filtered to nothing', async () => {
  const { user } = await aDesk({ path: '/backoffice/stock', products: [gone] })
  expect(await screen.findByText('Aucun produit dans le stock.')).toBeTruthy()
  await user.keyboard('f')
  await user.keyboard('coartem')
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('Aucun résultat pour'))
  await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }))
  expect(await screen.findByText('Aucun produit dans le stock.')).toBeTruthy()
})

test('a product that is not in the stock says so', async () => {
  await aDesk({ path: '/backoffice/stock/018f0000-0000-7000-8000-0000000000ff', products: shelf })
  expect(await screen.findByText(/n’est pas dans votre stock/)).toBeTruthy()
})
