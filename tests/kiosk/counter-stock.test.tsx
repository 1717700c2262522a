import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { aCounter } from './support/a-counter.tsx'
import { coartem } from './support/the-shelf.ts'

const box = { ...coartem.stockItems[0]!, units: 24, packaging: 'boîte' }
const product = {
  ...coartem,
  storage: 'Tiroir C4',
  stockItems: [
    box,
    { ...box, id: box.id.replace('21', '22'), lot: 'VIEUX', expiresOn: '2026-10-31', quantity: 3 },
    { ...box, id: box.id.replace('21', '23'), lot: 'RAPPEL', archived: true, quantity: 6 },
    { ...box, id: box.id.replace('21', '24'), lot: 'FINI', archived: true, quantity: 0 },
    { ...box, id: unitItemIdOf(box.id), units: 1, packaging: 'comprimé', quantity: 8, salePrice: 165 },
  ],
}

test('every lot by packaging, with its expiry, what is left and where; what may be sold apart from what may not', async () => {
  const { user } = await aCounter({ products: [product], path: '/kiosk/stock' })
  await user.type(await screen.findByRole('searchbox'), 'coar')
  await user.click(await within(screen.getByRole('list', { name: 'Produits' })).findByRole('button'))
  const detail = await screen.findByRole('complementary', { name: coartem.label })
  const rows = (name: string) =>
    within(within(detail).getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent?.trim()))
  expect(rows('Lots, Boîte de 24')).toEqual([
    ['VIEUX', expect.stringContaining('expiré'), '3', '3\u202f850'],
    ['L21', '01/2028', '5', '3\u202f850'],
    ['RAPPEL retiré', '01/2028', '6', '3\u202f850'],
  ])
  expect(rows('Lots, Comprimé')).toEqual([['L21', '01/2028', '8', '165']])
  expect(detail.textContent).toContain('5 à vendre')
  expect(detail.textContent).toContain('Tiroir C4')
  expect(screen.getByRole('list', { name: 'Produits' }).textContent).toContain('5\u00a0boîtes + 8\u00a0comprimés')
})

test('the notice is read when it is asked for', async () => {
  const productId = '018f0000-0000-7000-8000-00000000aa01'
  const { user } = await aCounter({
    products: [{ ...product, productId }],
    path: '/kiosk/stock',
    onCall: ({ path }) => {
      if (path === `/products/${productId}/notice`)
        return { status: 200, body: { text: '1 comprimé\n3 fois par jour' } }
      return path === `/products/${productId}/spc` ? { status: 200, body: { text: null } } : undefined
    },
  })
  await user.type(await screen.findByRole('searchbox'), 'coar')
  await user.click(await within(screen.getByRole('list', { name: 'Produits' })).findByRole('button'))
  const detail = await screen.findByRole('complementary', { name: coartem.label })
  expect(within(detail).queryByText(/3 fois par jour/)).toBeNull()
  await user.click(within(detail).getByRole('button', { name: 'Notice' }))
  expect(await within(detail).findByText(/3 fois par jour/)).toBeTruthy()
  await user.click(within(detail).getByRole('button', { name: 'RCP' }))
  expect(await within(detail).findByText('Pas de résumé des caractéristiques pour ce produit.')).toBeTruthy()
})

test('equivalents in stock with their place, and the last movements when asked for', async () => {
  const described = { inn: 'Artéméther 20 mg + Luméfantrine 120 mg', form: 'comprimé' }
  const equivalent = {
    ...coartem,
    ...described,
    id: coartem.id.replace(/.$/, '8'),
    label: 'Artefan 20/120 mg cp B/24',
    storage: 'Tiroir A1',
    stockItems: [{ ...box, id: box.id.replace('21', '28'), quantity: 6 }],
  }
  const { user } = await aCounter({
    products: [{ ...product, ...described }, equivalent],
    path: '/kiosk/stock',
    onCall: ({ path }) =>
      path === `/pharmacy-products/${product.id}/history`
        ? {
            status: 200,
            body: {
              total: 1,
              items: [
                {
                  id: '018f0000-0000-7000-8000-00000000bb01',
                  at: '2026-11-21T08:05:00.000Z',
                  cause: 'delivery',
                  stockItemId: box.id,
                  lot: 'L21',
                  quantity: 24,
                  before: 0,
                  after: 24,
                  userName: 'DOSSOU Aurèle',
                  saleId: null,
                  saleNumber: null,
                  reason: null,
                  note: null,
                },
              ],
            },
          }
        : undefined,
  })
  await user.type(await screen.findByRole('searchbox'), 'coar')
  await user.click(await within(screen.getByRole('list', { name: 'Produits' })).findByRole('button'))
  const detail = within(await screen.findByRole('complementary', { name: coartem.label }))
  expect(detail.getByRole('list', { name: 'Équivalents en stock' }).textContent).toBe(
    'Artefan 20/120 mg cp B/24Tiroir A16',
  )
  await user.click(detail.getByRole('button', { name: 'Derniers mouvements' }))
  const movements = await detail.findByRole('list', { name: 'Derniers mouvements' })
  expect(movements.textContent).toMatch(/Livraison, lot L21.*DOSSOU Aurèle.*\+24/)
})
