import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Purchase } from '#shared/contract/persons.ts'
import { personIndexAtom } from '#shared/store/lists/person-list-atoms.ts'
import { aCounter, button, lineOf, lines, scan } from './support/a-counter.tsx'
import { clarisse, theClients } from './support/the-clients.ts'
import { coartem, theShelf } from './support/the-shelf.ts'

const favourites = () => screen.findByRole('region', { name: 'Vendus souvent' })

test('while nothing is searched, what is sold most and is in stock is one touch away', async () => {
  const ids = theShelf.map(({ id }) => id)
  const { user } = await aCounter({
    products: theShelf.map((product) =>
      product.id === coartem.id
        ? { ...product, stockItems: product.stockItems.map((item) => ({ ...item, quantity: 0 })) }
        : product,
    ),
    onCall: (call) => (call.path === '/best-sellers' ? { status: 200, body: { ids } } : undefined),
  })
  const tiles = within(await favourites())
  expect(tiles.queryByRole('button', { name: `Ajouter ${coartem.label}` })).toBeNull()
  await user.click(tiles.getByRole('button', { name: /^Ajouter Doliprane/ }))
  await lineOf('Doliprane')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'mal' } })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Vendus souvent' })).toBeNull())
})

test('the other open sales are there, by the name of their patient', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Nouvelle vente$/))
  await waitFor(() => expect(lines()).toHaveLength(0))
  const others = await screen.findByRole('region', { name: 'Autres ventes ouvertes' })
  await user.click(within(others).getByRole('button', { name: /^Vente \S+-1/ }))
  await lineOf('Coartem')
})

test('what a patient bought last is added in the same quantity by one touch, once', async () => {
  const purchase: Purchase = {
    pharmacyProductId: coartem.id,
    label: coartem.label,
    quantity: 2,
    posology: null,
    price: 3850,
    times: 1,
    saleId: '018f0000-0000-7000-8000-00000000d001',
    saleNumber: 12,
    soldAt: '2026-10-21T10:00:00.000Z',
  }
  const { store, user, sales } = await aCounter({
    products: theShelf,
    clients: theClients,
    path: '/kiosk/clients',
    onCall: (call) => (call.path.endsWith('/purchases') ? { status: 200, body: [purchase] } : undefined),
  })
  await waitFor(() => expect(store.get(personIndexAtom)).not.toBeNull())
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: clarisse.lastName } })
  await user.click((await within(screen.getByRole('list', { name: 'Clients trouvés' })).findAllByRole('button'))[0]!)
  await user.click(await button(/Vendre à ce patient/))
  const usual = await screen.findByRole('region', { name: 'Traitement habituel' })
  await user.dblClick(within(usual).getByRole('button', { name: `Ajouter ${coartem.label}` }))
  await waitFor(() => expect(sales()[0]?.records).toMatchObject([{ quantity: 2 }]))
  expect(screen.queryByRole('region', { name: 'Traitement habituel' })).toBeNull()
})
