import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { aCounter, type PlayedCall } from './support/a-counter.tsx'
import { coartem } from './support/the-shelf.ts'

// The figures are kept on the terminal.
beforeEach(() => localStorage.clear())

const productId = '018f0000-0000-7000-8000-00000000aa01'
const empty = {
  ...coartem,
  productId,
  stockItems: coartem.stockItems.map((item) => ({ ...item, quantity: 0 })),
}
const at = '2026-11-21T14:05:00.000Z'
const sisters =
  (stocks: readonly object[], asked: unknown[] = [], pharmacies = ['Pharmacie Plateau Lagune']) =>
  ({ path, body }: PlayedCall) => {
    if (path !== '/sister-stock') return undefined
    asked.push(body)
    return { status: 200, body: { at, pharmacies, stocks } }
  }
const four = { productId, pharmacy: 'Pharmacie Plateau Lagune', boxes: 4, units: 0 }
const hits = () => within(screen.getByRole('list', { name: 'Produits' }))

test('a product out of stock says where the sister pharmacy has it, with the hour', async () => {
  const asked: unknown[] = []
  const { user } = await aCounter({ products: [empty], onCall: sisters([four], asked) })
  await user.type(await screen.findByRole('searchbox'), 'coar')
  expect((await hits().findByText(/4 à Plateau Lagune/)).parentElement?.textContent).toMatch(/, à\s\d\d:05$/)
  expect(asked).toEqual([{ productIds: [productId] }])
})

test('a product in stock, and a private one, ask nothing', async () => {
  const asked: unknown[] = []
  const { user } = await aCounter({
    products: [
      { ...coartem, productId },
      { ...empty, id: coartem.id.replace(/.$/, '9'), label: 'Coartem maison', productId: null },
    ],
    onCall: sisters([four], asked),
    path: '/kiosk/stock',
  })
  await user.type(await screen.findByRole('searchbox'), 'coar')
  await hits().findByText('Rupture')
  // The panel of the product in stock asks: by then, the list has asked or will not.
  expect(asked).toEqual([])
  const inStock = hits()
    .getAllByRole('button')
    .find(({ textContent }) => !textContent?.includes('Rupture'))
  await user.click(inStock!)
  await waitFor(() => expect(asked).toEqual([{ productIds: [productId] }]))
})

test('the panel lists the sisters, also those without it; offline it keeps the last figure and says so', async () => {
  const { user, store } = await aCounter({
    products: [{ ...coartem, productId }],
    path: '/kiosk/stock',
    onCall: sisters([{ ...four, units: 8 }], [], ['Pharmacie Plateau Lagune', 'Pharmacie Yopougon']),
  })
  await user.type(await screen.findByRole('searchbox'), 'coar')
  await user.click(await hits().findByRole('button'))
  const list = await screen.findByRole('list', { name: 'Stock des autres pharmacies' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Pharmacie Plateau Lagune4\u00a0boîtes + 8\u00a0comprimés', 'Pharmacie Yopougonaucun'])
  store.set(connectivityAtom, { state: 'offline', since: 0, seconds: 60 })
  expect(await screen.findByText(/hors ligne, vu à\s\d\d:05/)).toBeTruthy()
})

test('offline without a figure, the panel says that none is known', async () => {
  const { user, store } = await aCounter({ products: [{ ...coartem, productId }], path: '/kiosk/stock' })
  store.set(connectivityAtom, { state: 'offline', since: 0, seconds: 60 })
  await user.type(await screen.findByRole('searchbox'), 'coar')
  await user.click(await hits().findByRole('button'))
  expect(await screen.findByText(/Hors ligne\s: leur stock n’est pas connu ici/)).toBeTruthy()
})

test('an owner with one pharmacy sees no such section', async () => {
  const asked: unknown[] = []
  const { user } = await aCounter({
    products: [{ ...coartem, productId }],
    path: '/kiosk/stock',
    onCall: sisters([], asked, []),
  })
  await user.type(await screen.findByRole('searchbox'), 'coar')
  await user.click(await hits().findByRole('button'))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.queryByText('Autres pharmacies')).toBeNull()
})
