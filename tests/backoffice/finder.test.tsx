import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aClient, personId } from './support/a-clientele.ts'
import { aDesk, ok, plain, typeAtOnce, type Asked } from './support/a-desk.tsx'
import { aSummary, saleId, stocked } from './support/a-shop.ts'

const coartem = stocked(1, 'Coartem 20/120 mg cp B/24', [{ quantity: 17 }], { storage: 'A1' })
const smecta = stocked(2, 'Smecta 3 g pdre sach. B/30', [{ quantity: 18 }])

const knowsSale = ({ path, query }: Asked) =>
  path === '/sales' && query.get('search') === '5852'
    ? ok({ items: [aSummary(5852)], total: 1, turnover: 100 })
    : undefined
const options = () => screen.getAllByRole('option').map((option) => plain(option.textContent ?? ''))

async function aFinder(given: Parameters<typeof aDesk>[0] = {}) {
  const desk = await aDesk({ products: [coartem, smecta], path: '/backoffice/stock', ...given })
  await screen.findByText(/Coartem/)
  await desk.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Chercher' })
  return desk
}

test('Ctrl+K shows the screens that this member has', async () => {
  await aFinder()
  const entries = within(screen.getByRole('navigation', { name: 'Menu', hidden: true }))
    .getAllByRole('link', { hidden: true })
    .map(({ textContent }) => textContent)
  // Those of the menu, in its order; its last link is the help.
  expect(options().map((option) => option.replace(/G puis .$/, ''))).toEqual(entries.slice(0, -1))
  expect(options()).toContain('VentesG puis V')
  // There are more screens than letters: a screen without one has no key.
  const keys = options().flatMap((option) => /G puis (.)$/.exec(option)?.[1] ?? [])
  expect(keys.length).toBeGreaterThan(20)
  expect(new Set(keys).size).toBe(keys.length)
})

test('it opens from a field that is being typed in, and from the bar', async () => {
  const { user } = await aDesk({ products: [coartem], path: '/backoffice/stock' })
  await screen.findByText(/Coartem/)
  await user.keyboard('f')
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Chercher' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chercher' })).toBeNull())
  await user.click(screen.getByRole('button', { name: /Chercher un écran/ }))
  expect(await screen.findByRole('dialog', { name: 'Chercher' })).toBeTruthy()
})

test('a screen by the beginning of one of its words', async () => {
  const { user } = await aFinder()
  await user.keyboard('bord{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/backoffice/'))
  expect(screen.queryByRole('dialog', { name: 'Chercher' })).toBeNull()
})

test('a product with a typing error; Entrée opens it', async () => {
  const { user } = await aFinder()
  await user.keyboard('coarten 120')
  await waitFor(() => expect(options()).toEqual(['Coartem 20/120 mg cp B/24A1']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/stock/${coartem.id}`))
  expect(await screen.findByRole('complementary', { name: /Coartem/ })).toBeTruthy()
})

test('a sale by its number, asked of the server when the hand rests', async () => {
  const { user, askedOf } = await aFinder({ answer: knowsSale })
  typeAtOnce(screen.getByRole('combobox'), '5852')
  const sale = await screen.findByRole('option', { name: /n°\s5852/ })
  expect(askedOf('/sales').map((query) => query.get('search'))).toEqual(['5852'])
  await user.click(sale)
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/ventes/${saleId(5852)}`))
})

test('without a network sales say that they need it; products are found all the same', async () => {
  const { user, goOffline } = await aFinder({ answer: () => 'nobody' })
  goOffline()
  await user.keyboard('smecta')
  await waitFor(() => expect(options()).toEqual(['Smecta 3 g pdre sach. B/30']))
  expect(
    within(screen.getByRole('dialog')).getByText('Chercher un client ou une vente demande le réseau.'),
  ).toBeTruthy()
})

test('nothing found: it says what was looked for', async () => {
  const { user } = await aFinder()
  await user.keyboard('xyzzy')
  await waitFor(() =>
    expect(plain(screen.getByRole('dialog').textContent ?? '')).toContain('Aucun résultat pour « xyzzy »'),
  )
})

test('a client by his name, with what tells him from another; Entrée opens his page', async () => {
  const { user } = await aFinder({
    answer: ({ path, query }) =>
      path === '/clients' && query.get('search') === 'adan'
        ? ok({ items: [aClient(1, { name: 'ADANDÉ Justin' })], total: 1 })
        : undefined,
  })
  typeAtOnce(screen.getByRole('combobox'), 'adan')
  await waitFor(() => expect(options()).toContain('ADANDÉ Justinné le 12/03/1984'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/patients/${personId(1)}`))
})

test('what can be made is found by its first letters, for who has the right', async () => {
  const { user } = await aFinder()
  await user.keyboard('nouveau cl')
  await waitFor(() => expect(options()).toEqual(['Nouveau client']))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('complementary', { name: /Nouveau client/ })).toBeTruthy()
})

test('the list in view is exported by its name', async () => {
  const { user } = await aDesk({ products: [coartem], path: '/backoffice/stock' })
  await screen.findByText(/Coartem/)
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Chercher' })
  await user.keyboard('exporter')
  await user.click(await screen.findByRole('option', { name: 'Exporter la liste' }))
  expect(await screen.findByRole('menuitem', { name: 'Fichier CSV' })).toBeTruthy()
})

test('an action of a screen is found by its name and opened by Entrée; who may not do it is not offered it', async () => {
  const { user } = await aFinder()
  await user.keyboard('doublons')
  await waitFor(() => expect(options()).toEqual(['Chercher les doublons']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/backoffice/clients/doublons'))
})

test('« exporter » finds the lists that can be exported, for who may export', async () => {
  const { user } = await aFinder()
  await user.keyboard('exporter ve')
  await waitFor(() => expect(options()).toEqual(['Exporter les ventes']))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Fichier CSV' })).toBeTruthy()
  expect(location.pathname).toBe('/backoffice/ventes')
  cleanup()
  const seller = await aFinder({ permissions: defaultRoles.vendeur })
  await seller.user.keyboard('exporter')
  await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]))
})

test('a member without the right is not offered the action', async () => {
  const { user } = await aFinder({ permissions: defaultRoles.vendeur })
  await user.keyboard('nouvelle commande')
  await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]))
})

test('what can be done on the list in view: its filters are cleared by Entrée', async () => {
  const { user } = await aFinder({ path: '/backoffice/stock?cherche=coartem' })
  await user.keyboard('effacer')
  await waitFor(() => expect(options()).toEqual(['Effacer les filtres']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toBe(''))
})
