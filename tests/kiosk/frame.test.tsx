import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import { aCounter, button, goOffline, lineOf, scan } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

test('an unknown address has one way out', async () => {
  await aCounter({ products: theShelf, path: '/kiosk/nulle-part' })
  const home = await screen.findByRole('link', { name: 'Retour à l’accueil' })
  expect(home.getAttribute('href')).toBe('/kiosk/')
})

test('who may not sell finds no counter, and looks the stock up', async () => {
  await aCounter({ products: theShelf, permissions: ['stock.adjust'], path: '/kiosk/' })
  await screen.findByRole('heading', { name: 'Ventes du jour' })
  expect(screen.queryByRole('link', { name: 'Vente' })).toBeNull()
  expect(screen.queryByRole('tablist')).toBeNull()
})

test('locking leaves the open sale to whoever unlocks, and shows the lock screen', async () => {
  const { store, user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(screen.getByRole('button', { name: 'Verrouiller' }))
  expect(await screen.findByRole('heading', { name: /Qui êtes-vous/ })).toBeTruthy()
  expect(store.get(sessionAtom)).toBeNull()
  await waitFor(() =>
    expect(sales()).toMatchObject([
      { status: 'LOCAL', openedBy: null, records: [{ label: 'Coartem 20/120 mg cp B/24' }] },
    ]),
  )
  expect(location.pathname).toBe('/kiosk/')
  expect(sales()).toHaveLength(1)
})

test('each screen begins at its top, wherever the one before was scrolled to', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  const scroller = screen.getByRole('main').parentElement!
  scroller.scrollTop = 320
  await user.click(await button(/^Encaisser/))
  await screen.findByRole('heading', { name: 'Encaissement' })
  await waitFor(() => expect(scroller.scrollTop).toBe(0))
  expect(scroller.contains(screen.getByRole('main'))).toBe(true)
})

test('offline: the pill says for how long and how many, the drawer what waits, and selling goes on beside it', async () => {
  const { store, user } = await aCounter({ products: theShelf, onSale: () => 'nobody' })
  goOffline(store, 14 * 60)
  scan('3400930145449')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await user.click(await button(/Hors ligne depuis 14\smin.*1\sà envoyer/))
  const drawer = screen.getByRole('complementary', { name: 'Ventes à envoyer' })
  expect(drawer.textContent).toContain('Continuez à vendre.')
  expect(within(drawer).getByText(/-1$/).textContent).toMatch(/^Vente /)
  expect(drawer.textContent).toContain('3\u202f850')
  scan('3400935955838')
  await lineOf('Doliprane')
})

test('a stock look-up shows every lot and changes nothing', async () => {
  const { store, sales } = await aCounter({ products: theShelf, path: '/kiosk/stock' })
  await screen.findByRole('searchbox')
  await waitFor(() => expect(store.get(productIndexAtom)).not.toBeNull())
  scan('3400935955838')
  await screen.findByRole('complementary', { name: 'Doliprane 1000 mg cp B/8' })
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^OLD.*expiré depuis.*4/),
    expect.stringMatching(/^NEAR.*expire dans 38\sjours.*2/),
    expect.stringMatching(/^FAR\s*05\/2029/),
  ])
  expect(sales()).toEqual([])
})
