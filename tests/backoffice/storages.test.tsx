import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StorageFigures } from '#shared/contract/pharmacy-product-storages.ts'
import { aDesk, ok, plain, rowTexts, type Asked } from './support/a-desk.tsx'
import { stocked } from './support/a-shop.ts'

const id = (n: number) => `018f0000-0000-7000-8000-5000000000${String(n).padStart(2, '0')}`
const aStorage = (n: number, label: string, of: Partial<StorageFigures> = {}): StorageFigures => ({
  id: id(n),
  label,
  archived: false,
  products: 12,
  units: 340,
  costValue: 86_000,
  priceValue: 121_500,
  accuracy: 96,
  lots: 25,
  wrongLots: 1,
  ...of,
})
const drawer = aStorage(1, 'Tiroir A3')
const empty = aStorage(2, 'Frigo', {
  products: 0,
  units: 0,
  costValue: 0,
  priceValue: 0,
  accuracy: null,
  lots: 0,
  wrongLots: 0,
})
const shelf = [
  stocked(1, 'Amoxicilline 500 mg gél. B/12', [{ quantity: 48 }], { storage: 'Tiroir A3' }),
  stocked(2, 'Doliprane 1 g cp B/8', [{ quantity: 3 }], { storage: 'Réserve' }),
]
const moved = {
  id: id(90),
  at: '2026-11-21T08:05:00.000Z',
  userName: 'DOSSOU Aurèle',
  pharmacyProductId: shelf[0]!.id,
  label: shelf[0]!.label,
  lot: 'K7',
  whole: false,
  from: 'Frigo',
  to: 'Tiroir A3',
}

const answer = ({ method, path }: Asked) => {
  const family = '/pharmacy-product-storages'
  if (path === `${family}/figures`) return ok({ items: [drawer, empty], total: 2, unplaced: 3 })
  if (path === `${family}/moves`) return ok({ items: [moved], total: 1 })
  if (path === `${family}/${drawer.id}` && method === 'GET')
    return ok({ id: drawer.id, label: 'Tiroir A3', archived: false })
  if (path === `${family}/${drawer.id}` && method === 'PATCH')
    return { status: 409, body: { message: 'stocks:storageInUse', details: { products: 12 } } }
  return undefined
}
const rows = () => rowTexts().map((cells) => cells.map(plain))

test('the storages with products, units, value and accuracy; what has no place is counted', async () => {
  await aDesk({ path: '/backoffice/rangements', products: shelf, answer })
  await waitFor(() =>
    expect(rows()).toEqual([
      ['Tiroir A3', '12', '340', '86 000', '121 500', '96 %', expect.anything()],
      ['Frigo', '0', '0', '0', '0', '–', expect.anything()],
    ]),
  )
  expect(plain(document.body.textContent ?? '')).toContain('2 rangements, 3 produits en stock sans rangement')
})

test('who may not see costs has no such column', async () => {
  await aDesk({ path: '/backoffice/rangements', products: shelf, answer, permissions: ['sale.sell', 'product.edit'] })
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(screen.queryByRole('columnheader', { name: 'Valeur d’achat' })).toBeNull()
})

test('a storage shows its products with a link to the stock, and what was moved', async () => {
  await aDesk({ path: `/backoffice/rangements/${drawer.id}`, products: shelf, answer })
  const panel = await screen.findByRole('complementary', { name: 'Tiroir A3' })
  const products = await within(panel).findByRole('table', { name: 'Produits de Tiroir A3' })
  expect(
    within(products)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['Amoxicilline 500 mg gél. B/1248'])
  expect(within(panel).getByRole('link', { name: 'Voir au stock' }).getAttribute('href')).toBe(
    '/backoffice/stock?rangement=Tiroir%20A3',
  )
  const moves = await within(panel).findByRole('table', { name: 'Déplacements' })
  expect(moves.textContent).toMatch(/lot K7.*venu de Frigo.*DOSSOU Aurèle/)
})

test('a storage that is not empty is not archived, and says why', async () => {
  const { user } = await aDesk({ path: `/backoffice/rangements/${drawer.id}`, products: shelf, answer })
  await user.click(await screen.findByRole('button', { name: 'Archiver le rangement' }))
  expect(await screen.findByText('Ce rangement n’est pas vide')).toBeTruthy()
  expect(plain(document.body.textContent ?? '')).toMatch(/Produits\s?12/)
})

test('with the scanner: a storage by its label, then each scan moves its product; a second scan says so', async () => {
  const box = '3400936404649'
  const lot = '018f0000-0000-7000-8000-900000000010'
  const product = stocked(1, 'Amoxicilline 500 mg gél. B/12', [{ quantity: 48 }], { storage: 'Frigo', codes: [box] })
  const sent: Record<string, unknown>[] = []
  const { user } = await aDesk({
    path: '/backoffice/rangements/scanner',
    products: [product],
    answer: (asked) => {
      if (asked.path === '/pharmacy-product-storages/all')
        return ok([drawer, empty].map(({ id, label, archived }) => ({ id, label, archived })))
      if (asked.path !== '/pharmacy-products/move') return undefined
      sent.push(asked.body as Record<string, unknown>)
      return ok({ id: lot })
    },
  })
  const scan = (text: string) => user.type(screen.getByRole('textbox', { name: 'Scan' }), `${text}{Enter}`)
  const scans = () =>
    within(screen.getByRole('list', { name: 'Scans' }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => plain(textContent ?? ''))
  await screen.findByRole('textbox', { name: 'Scan' })
  await waitFor(async () => {
    await user.click(screen.getByRole('combobox', { name: 'Rangement' }))
    expect(screen.getAllByRole('option')).toHaveLength(2)
  })
  await scan(box)
  expect(scans()[0]).toMatch(/Choisissez d’abord le rangement/)
  await scan('tiroir a3')
  await scan(box)
  await waitFor(() => expect(scans()[0]).toMatch(/Amoxicilline.*Frigo → Tiroir A3/))
  expect(sent).toMatchObject([{ stockItemId: product.stockItems[0]!.id, storageId: drawer.id, whole: true }])
  await scan(box)
  expect(scans()[0]).toMatch(/est déjà à Tiroir A3/)
  await user.click(screen.getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(sent.map(({ storageId }) => storageId)).toEqual([drawer.id, empty.id]))
  await waitFor(() => expect(scans()[1]).toMatch(/annulé/))
})

test('without the list of products a storage is not said to be empty', async () => {
  await aDesk({ path: `/backoffice/rangements/${drawer.id}`, answer })
  expect(await screen.findByText('La liste des produits n’est pas encore chargée.')).toBeTruthy()
  expect(screen.queryByText('Aucun produit dans ce rangement.')).toBeNull()
})
