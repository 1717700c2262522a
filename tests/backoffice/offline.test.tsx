import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { openBus } from '#shared/windows/bus.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { aCompany, aContract, anOrganization, aPerson, aPolicy, aSchemeLine } from '#tests/support/listed-rows.ts'
import { aClient, aPerson as aDetail } from './support/a-clientele.ts'
import { aDesk, ok, pageText, plain, rowTexts, today } from './support/a-desk.tsx'
import { salesPage } from './support/a-shop.ts'

const port = anOrganization(1, { name: 'Port autonome', outgoing: 150_000 })
const contract = aContract(1, {
  label: 'Salariés du Port',
  owner: { kind: 'organization', id: port.id },
  ownerName: port.name,
})
const nsia = aCompany(1, { name: 'NSIA', contracts: [contract] })
const afi = aPerson(1, {
  lastName: 'Agbo',
  firstName: 'Afi',
  socialSecurityId: '184-22',
  outgoing: 12_000,
  policies: [aPolicy(1, { contractId: contract.id, number: 'NS-4471' })],
})
const zoe = aPerson(2, { lastName: 'Zinsou', firstName: 'Zoé', outgoing: 20_000 })
const gone = aPerson(3, { lastName: 'Archivé', archived: true })
const lists = {
  persons: [zoe, gone, afi],
  organizations: [port],
  companies: [nsia],
  'product-health-insurance': [
    aSchemeLine(1, { label: 'Amoxicilline 500', productId: null }),
    aSchemeLine(2, { label: 'Paracétamol 500' }),
  ],
}
/** 12:35 in Cotonou, seven minutes before the hour of the tests. */
const syncedAt = Date.parse(`${today}T11:35:00.000Z`)
const aged = /^Liste d’il y a 7\smin \(\d\d:35\)$/

async function aDeskOffline(path: string, given: Parameters<typeof aDesk>[0] = {}) {
  const desk = await aDesk({ path, lists, syncedAt, answer: () => 'nobody', ...given })
  desk.goOffline()
  return desk
}
const names = () => rowTexts().map(([name]) => name)
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('offline every screen says so and since when; what writes rests with its reason, by click and by key', async () => {
  const { user, goOnline } = await aDeskOffline('/backoffice/clients')
  const band = await screen.findByRole('region', { name: 'Hors ligne' })
  expect(plain(band.textContent ?? '')).toContain('Hors ligne depuis moins d’une minute : lecture seule.')
  const add = await button('Nouveau client')
  expect(add.disabled).toBe(true)
  expect(plain(add.title)).toBe('Hors ligne : lecture seule.')
  await user.keyboard('n')
  expect(screen.queryByRole('complementary')).toBeNull()
  goOnline()
  await waitFor(() => expect(add.disabled).toBe(false))
  expect(screen.queryByRole('region', { name: 'Hors ligne' })).toBeNull()
  expect(add.title).toBe('')
})

test('an unstable network is one: nothing rests', async () => {
  const { store } = await aDesk({
    path: '/backoffice/clients',
    answer: ({ path }) => (path === '/clients' ? ok({ items: [aClient(1)], total: 1 }) : undefined),
  })
  store.set(connectivityAtom, { state: 'unstable', since: null, seconds: 0 })
  expect((await button('Nouveau client')).disabled).toBe(false)
  expect(screen.queryByRole('region', { name: 'Hors ligne' })).toBeNull()
})

test('clients are read from the lists on disk, with their age; search, filters and order work, and nothing is asked', async () => {
  const { user, askedOf, answerWith, goOnline } = await aDeskOffline('/backoffice/clients')
  await waitFor(() => expect(names()).toEqual(['AGBO Afi', 'Port autonome', 'ZINSOU Zoé']))
  expect(plain(screen.getByText(aged).textContent ?? '')).toContain('il y a 7 min')
  expect(rowTexts()[0]).toEqual([
    'AGBO Afi',
    'Patient',
    '12/03/1984',
    '01 00 00 00 01',
    '1',
    '',
    '12 000',
    'Illimité',
    '',
  ])
  const before = askedOf('/clients').length
  await user.click(screen.getByRole('button', { name: 'Encours' }))
  await waitFor(() => expect(names()).toEqual(['Port autonome', 'ZINSOU Zoé', 'AGBO Afi']))
  // Without a birth date: last both ways.
  for (const _ of ['ascending', 'descending']) {
    await user.click(screen.getByRole('button', { name: 'Né le' }))
    await waitFor(() => expect(names().at(-1)).toBe('Port autonome'))
  }
  await user.click(screen.getByRole('button', { name: 'Encours' }))
  await user.click(screen.getByRole('radio', { name: 'Patients' }))
  await waitFor(() => expect(names()).toEqual(['ZINSOU Zoé', 'AGBO Afi']))
  await user.type(screen.getByRole('searchbox', { name: 'Filtrer les clients' }), 'ns-4471')
  await waitFor(() => expect(names()).toEqual(['AGBO Afi']))
  expect(askedOf('/clients')).toHaveLength(before)
  expect((await button('Exporter')).disabled).toBe(false)

  await user.clear(screen.getByRole('searchbox', { name: 'Filtrer les clients' }))
  await user.type(screen.getByRole('searchbox', { name: 'Filtrer les clients' }), 'personne')
  expect(await screen.findByText(/Aucun résultat pour/)).toBeTruthy()

  answerWith(({ path }) => (path === '/clients' ? ok({ items: [], total: 0 }) : undefined))
  goOnline()
  await waitFor(() => expect(askedOf('/clients').length).toBeGreaterThan(before))
  await waitFor(() => expect(screen.queryByText(aged)).toBeNull())
})

test('a list that was never on this terminal needs the network, and says so', async () => {
  await aDeskOffline('/backoffice/clients', { lists: {} })
  expect(await screen.findByText(/La liste des clients demande le réseau/)).toBeTruthy()
})

test('a patient is read from the list: who he is, who pays, what needs the network; all of him comes back by itself', async () => {
  const { answerWith, goOnline, user } = await aDeskOffline(`/backoffice/patients/${afi.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'AGBO Afi' })).toBeTruthy()
  expect(screen.getByText(aged)).toBeTruthy()
  const sheet = (name: string) => plain(screen.getByRole('region', { name }).textContent ?? '')
  expect(sheet('Polices')).toContain('NSIA, Salariés du Port')
  expect(sheet('Polices')).toContain('n° NS-4471')
  expect(sheet('Identité')).toContain('184-22')
  expect(sheet('Identité')).toContain('Demandent le réseau')
  expect(sheet('Proches')).toContain('Les proches demandent le réseau.')
  expect(sheet('Crédit')).toContain('Demande le réseau')
  for (const name of ['Modifier', 'Archiver', 'Ajouter une police', 'Changer la limite'])
    expect((await button(name)).disabled).toBe(true)
  await user.keyboard('m')
  expect(screen.queryByRole('form')).toBeNull()

  answerWith(({ path }) =>
    path === `/persons/${afi.id}`
      ? ok(aDetail(1, { ...afi, email: 'afi@exemple.bj' }))
      : path.endsWith('contract-policies')
        ? ok([])
        : undefined,
  )
  goOnline()
  await waitFor(() => expect(sheet('Identité')).toContain('afi@exemple.bj'))
  expect((await button('Modifier')).disabled).toBe(false)
})

test('an organization and the insurers are read from the lists', async () => {
  const { user } = await aDeskOffline(`/backoffice/organismes/${port.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Port autonome' })).toBeTruthy()
  expect(screen.getByText(aged)).toBeTruthy()
  expect(plain(screen.getByRole('region', { name: 'Contrats' }).textContent ?? '')).toContain('Salariés du Port')
  await user.keyboard('ga')
  await waitFor(() => expect(rowTexts()[0]?.slice(0, 2)).toEqual(['NSIA', 'Assureur']))
  expect(screen.getByText(aged)).toBeTruthy()
  expect((await button('Nouvel assureur')).disabled).toBe(true)
})

test('the scheme’s list is read from the disk, and a line of it', async () => {
  const { user } = await aDeskOffline('/backoffice/regime', {
    products: [aProduct(2, { productId: aSchemeLine(2).productId!, label: 'Doliprane 500' })],
  })
  await waitFor(() => expect(rowTexts().map((cells) => cells.at(-1))).toEqual(['Sans produit', 'Doliprane 500']))
  await user.click(screen.getByRole('radio', { name: 'Sans produit' }))
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  await user.click(screen.getByText('Amoxicilline 500'))
  expect(plain((await screen.findByRole('complementary', { name: 'Amoxicilline 500' })).textContent ?? '')).toContain(
    'Aucun produit',
  )
  for (const name of ['Importer', 'Associer les produits']) expect((await button(name)).disabled).toBe(true)
})

test.each([
  ['/ventes', /Les ventes demandent le réseau/],
  ['/ordonnancier', /L’ordonnancier demande le réseau/],
  ['/parametres/pharmacie', /Demande le réseau/],
  ['/parametres/banques', /Les banques demandent le réseau/],
  ['/regime/associer', /Les propositions demandent le réseau/],
])(
  '%s, which only the server can answer, says that it needs the network: nothing turns for ever',
  async (path, words) => {
    await aDeskOffline(`/backoffice${path}`)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText('Chargement')).toBeNull()
  },
)

test('what only the server can answer comes back by itself', async () => {
  const { answerWith, goOnline } = await aDeskOffline('/backoffice/ventes')
  await screen.findByText(/Les ventes demandent le réseau/)
  answerWith(({ path, query }) => (path === '/sales' ? ok(salesPage(query, 3)) : undefined))
  goOnline()
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
})

test('the network goes while a form is open: what was typed stays, and is saved when it is back', async () => {
  const known = aDetail(1, { ...afi })
  const { user, goOffline, goOnline, sent } = await aDesk({
    path: `/backoffice/patients/${afi.id}`,
    lists,
    syncedAt,
    answer: ({ method, path }) =>
      path === `/persons/${afi.id}`
        ? ok(method === 'PATCH' ? { ...known, firstName: 'Afiavi' } : known)
        : path.endsWith('contract-policies')
          ? ok([])
          : undefined,
  })
  const identity = within(await screen.findByRole('region', { name: 'Identité' }))
  await user.click(identity.getByRole('button', { name: 'Modifier' }))
  await user.type(identity.getByLabelText('Prénom'), 'avi')
  goOffline()
  expect(await identity.findByText(/Votre saisie est conservée ici/)).toBeTruthy()
  expect(identity.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true)
  expect(screen.getByText(/^Fiche d’il y a/)).toBeTruthy()
  await user.type(identity.getByLabelText('Prénom'), '{Enter}')
  expect(sent(`PATCH /persons/${afi.id}`)).toEqual([])
  goOnline()
  await waitFor(() =>
    expect(identity.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(false),
  )
  expect(identity.getByLabelText<HTMLInputElement>('Prénom').value).toBe('Afiavi')
  await user.click(identity.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect(sent(`PATCH /persons/${afi.id}`)).toEqual([expect.objectContaining({ firstName: 'Afiavi' })]),
  )
})

test('who unlocked here once with a network opens the back-office without one', async () => {
  const { user, remember, goOffline } = await aDesk({
    path: '/backoffice/clients',
    isLocked: true,
    lists,
    syncedAt,
    answer: () => 'nobody',
  })
  await remember('4417')
  goOffline()
  await user.click(await screen.findByRole('button', { name: /DOSSOU Aurèle/ }))
  await user.keyboard('4417')
  expect(await screen.findByRole('region', { name: 'Hors ligne' })).toBeTruthy()
  await waitFor(() => expect(names()).toContain('AGBO Afi'))
})

test('a long list on its way says how far it is; cut in the middle, that it will go on', async () => {
  const { goOffline } = await aDesk({ path: '/backoffice/stock' })
  const disk = openListStore(pharmacyId)
  const page = {
    items: Array.from({ length: 26 }, (_, n) => aProduct(n)),
    removed: [],
    cursor: 'c1',
    epoch: 'e1',
    total: 52,
    more: true,
  }
  await disk.loadPage('pharmacy-products', 0, page, Date.now())
  disk.close()
  // As the window that writes it does.
  const other = openBus()
  other.post({ kind: 'changed', store: 'lists', rev: 0 })
  const band = await screen.findByRole('region', { name: 'Chargement des produits' })
  other.close()
  expect(plain(band.textContent ?? '')).toContain('Premier chargement des produits sur ce poste26 sur 52')
  expect(within(band).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(pageText()).not.toContain('Aucun produit')
  goOffline()
  await waitFor(() => expect(plain(band.textContent ?? '')).toContain('interrompu, il reprendra avec le réseau'))
})

test('offline from the start, the sales say that they need the network', async () => {
  const { goOffline } = await aDesk({
    path: '/backoffice/ventes',
    answer: (asked) => (asked.path === '/sales' ? 'nobody' : undefined),
  })
  goOffline()
  expect(await screen.findByText(/Les ventes demandent le réseau/)).toBeTruthy()
})
