import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { mayCall } from '#backoffice/ui/rights.ts'
import { rightText } from '#backoffice/ui/right-words.ts'
import { screensOf } from '#backoffice/screens.ts'
import { config } from '#shared/config.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { till } from '#tests/support/a-terminal.ts'
import { aDesk } from './support/a-desk.tsx'
import { stocked } from './support/a-shop.ts'

const menu = async () => within(await screen.findByRole('navigation', { name: 'Menu' }))
const entries = async () =>
  (await menu())
    .getAllByRole('link')
    .map((link) => link.textContent)
    .filter((text) => text !== 'Aide')

/** What screens.ts declares for a member, whatever the build leaves out. */
const titles = () => screensOf({ uid: till.uid, pharmacyId, roles: [] }, []).map(({ title }) => title)

test('a terminal that nobody signed in shows the sign-in, whatever the address', async () => {
  await aDesk({ account: null, path: '/backoffice/stock' })
  expect(await screen.findByLabelText(/Adresse e-mail/)).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
})

test('a terminal that nobody unlocked shows the lock screen; after the PIN the screen that was asked for opens', async () => {
  const { unlock } = await aDesk({ isLocked: true, path: '/backoffice/stock' })
  expect(await screen.findByText(/Qui êtes-vous/)).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
  await unlock()
  expect(await screen.findByRole('heading', { name: 'Stock' })).toBeTruthy()
})

test('a member sees the screens of a pharmacy, and only those that exist', async () => {
  await aDesk({})
  const shown = await entries()
  expect(shown).toEqual(titles())
  expect(shown[0]).toBe('Tableau de bord')
  expect(shown).toContain('Ventes')
  expect(shown).not.toContain('Produits')
})

test('the menu offers a seller only the screens whose call the server answers', async () => {
  await aDesk({ path: '/backoffice/ventes', permissions: defaultRoles.vendeur })
  expect(await entries()).toEqual([
    'Ventes',
    'Ventes manquées',
    'Dus aux clients',
    'Caisses',
    'Décaissements',
    'Stock',
    'Rangements',
    'Lots sans date',
    'Étiquettes de prix',
    'Rappels',
    'Destructions',
    'Fournisseurs',
    'Clients',
    'Assureurs',
    'Liste du régime',
  ])
})

test('a permission alone decides about an entry of the menu', async () => {
  await aDesk({ path: '/backoffice/ventes', permissions: ['role.manage'] })
  const shown = await entries()
  expect(shown).toContain('Rôles')
  expect(shown).not.toContain('Pharmacie')
  expect(shown).not.toContain('Exports')
})

test('an account of the platform sees the referential and no pharmacy', async () => {
  await aDesk({ account: { ...till, pharmacyId: null, domainId: null, roles: ['admin'] } })
  expect(await entries()).toEqual([
    'Produits',
    'Grossistes',
    'Catégories',
    'DCI',
    'Laboratoires',
    'Formes',
    'Unités',
    'Conditionnements',
    'Classification ATC',
    'Pays et sections',
    'Registres',
    'Pharmacies',
    'Groupes',
    'Comptes',
  ])
  expect(await screen.findByRole('heading', { name: 'Produits' })).toBeTruthy()
})

test('a member does not reach the platform’s screens by their address', async () => {
  await aDesk({ path: '/backoffice/referentiel' })
  expect(await screen.findByRole('heading', { name: 'Cette page n’existe pas' })).toBeTruthy()
})

afterEach(() => config.disabledFeatures.splice(0))

test('a feature left out of the build is neither in the menu nor at its address', async () => {
  config.disabledFeatures.push('sales')
  await aDesk({ path: '/backoffice/ventes' })
  const shown = await entries()
  expect(shown).toEqual(titles().filter((title) => title !== 'Ventes'))
  expect(shown).toContain('Ventes manquées')
  expect(await screen.findByRole('heading', { name: 'Cette page n’existe pas' })).toBeTruthy()
})

test('an unknown address says so and leads home', async () => {
  await aDesk({ path: '/backoffice/nulle-part' })
  expect((await screen.findByRole('link', { name: 'Retour à l’accueil' })).getAttribute('href')).toBe('/backoffice/')
})

test('G then a letter goes to a screen; ? shows the keys', async () => {
  const { user } = await aDesk({})
  await menu()
  await user.keyboard('gs')
  expect(await screen.findByRole('heading', { name: 'Stock' })).toBeTruthy()
  await user.keyboard('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Raccourcis du clavier' }))
  for (const title of ['Tableau de bord', 'Ventes', 'Stock', 'Filtrer']) expect(keys.getByText(title)).toBeTruthy()
})

test('locking brings the lock screen back', async () => {
  const { user } = await aDesk({})
  await user.click(await screen.findByRole('button', { name: /DOSSOU Aurèle/ }))
  await user.click(await screen.findByRole('menuitem', { name: /Verrouiller/ }))
  await waitFor(() => expect(screen.getByText(/Qui êtes-vous/)).toBeTruthy())
})

test('a group of the menu folds, but for the entry of the screen in view; the terminal remembers it', async () => {
  onTestFinished(() => localStorage.removeItem('officine.menu.folded'))
  const { user } = await aDesk({ path: '/backoffice/stock' })
  const nav = within(await screen.findByRole('navigation', { name: 'Menu' }))
  await user.click(nav.getByRole('button', { name: 'Paramètres' }))
  await waitFor(() => expect(nav.queryByRole('link', { name: 'Banques' })).toBeNull())
  await user.click(nav.getByRole('button', { name: 'Stock' }))
  await waitFor(() => expect(nav.queryByRole('link', { name: 'Ruptures' })).toBeNull())
  expect(nav.getByRole('link', { name: 'Stock' })).toBeTruthy()
  await user.click(nav.getByRole('button', { name: 'Paramètres' }))
  expect(await nav.findByRole('link', { name: 'Banques' })).toBeTruthy()
  cleanup()

  await aDesk({ path: '/backoffice/clients' })
  const again = within(await screen.findByRole('navigation', { name: 'Menu' }))
  expect(again.getByRole('link', { name: 'Banques' })).toBeTruthy()
  expect(again.queryByRole('link', { name: 'Stock' })).toBeNull()
  expect(again.getByRole('button', { name: 'Stock' }).getAttribute('aria-expanded')).toBe('false')
})

const work = {
  path: '/backoffice/clients',
  products: [stocked(1, 'Coartem', [{ quantity: -2 }]), stocked(2, 'Smecta', [{ quantity: 5 }])],
  lists: {
    'product-health-insurance': [
      { id: '1', productId: null, archived: false },
      { id: '2', productId: null, archived: false },
      { id: '3', productId: null, archived: true },
      { id: '4', productId: '018f0000-0000-7000-8000-000000000001', archived: false },
    ],
  },
}
const counts = async () => (await menu()).queryAllByRole('link', { name: /^\d/ })

test('the menu counts the work that waits, and the count leads to it, without a request', async () => {
  const { askedOf } = await aDesk(work)
  await waitFor(async () =>
    expect(
      (await counts()).map((link) => [link.textContent, link.getAttribute('aria-label'), link.getAttribute('href')]),
    ).toEqual([
      ['1', '1\u00a0produit en stock négatif', '/backoffice/stock?etat=negatif'],
      ['2', '2\u00a0lignes du régime sans produit', '/backoffice/regime?seulement=sans'],
    ]),
  )
  expect(askedOf('/product-health-insurance/with-associated-product')).toEqual([])
})

test('what waits in a folded group is counted beside its name', async () => {
  onTestFinished(() => localStorage.removeItem('officine.menu.folded'))
  localStorage.setItem('officine.menu.folded', '["Stock"]')
  await aDesk(work)
  await waitFor(async () => expect((await counts()).map(({ textContent }) => textContent)).toEqual(['1', '2']))
  expect((await menu()).queryByRole('link', { name: 'Stock' })).toBeNull()
})

test('a member without the right to do the work sees no count', async () => {
  await aDesk({ ...work, permissions: [...defaultRoles.titulaire].filter((right) => right !== 'stock.adjust') })
  await waitFor(async () => expect((await counts()).map(({ textContent }) => textContent)).toEqual(['2']))
})

test('the menu leaves out what this member may not open; its address says which right is missing', async () => {
  await aDesk({ path: '/backoffice/ordonnancier', permissions: ['sale.sell', 'register.use'] })
  expect(await screen.findByText(/qui ont le droit «\sVoir les rapports et l’ordonnancier\s»/)).toBeTruthy()
  expect(await entries()).not.toContain('Ordonnancier')
})

const closed = screensOf({ uid: till.uid, pharmacyId, roles: [] }, []).filter(
  ({ path, call }) => path !== '/' && call.method === 'GET' && !mayCall(new Set(), call),
)
test.each(closed.flatMap(({ call, pages }) => pages.map(({ path }) => ({ path, call }))))(
  '$path, opened by a member without any right, names the right and asks the server for nothing of it',
  async ({ path, call }) => {
    const asked: string[] = []
    await aDesk({
      path: `/backoffice${path.replace(/:\w+\??/, '01900000-0000-7000-8000-000000000001')}`,
      permissions: ['sale.sell'],
      answer: (question) => {
        asked.push(question.path)
        return undefined
      },
    })
    expect((await screen.findByText(/Réservé aux personnes/)).textContent).toContain(rightText(call.permission))
    expect(asked.filter((each) => each.startsWith(call.path))).toEqual([])
  },
)
