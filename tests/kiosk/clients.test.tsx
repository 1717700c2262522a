import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personIndexAtom } from '#shared/store/lists/person-list-atoms.ts'
import { listRetryAtom } from '#shared/store/lists/product-list-atoms.ts'
import { aCounter, button, goOffline, lineOf, scan } from './support/a-counter.tsx'
import { clarisse, theClients } from './support/the-clients.ts'
import { theShelf } from './support/the-shelf.ts'

const path = '/kiosk/clients'

async function theClientsScreen(given: Partial<Parameters<typeof aCounter>[0]> = {}) {
  const counter = await aCounter({ products: theShelf, clients: theClients, path, ...given })
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Chercher un client' })
  await waitFor(() => expect(counter.store.get(personIndexAtom)).not.toBeNull())
  return { ...counter, search }
}
/** Typed as a hand does: keys of a test come as fast as a scanner's. */
const seek = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
const hits = () =>
  within(screen.getByRole('list', { name: 'Clients trouvés' }))
    .queryAllByRole('button')
    .map((hit) => hit.textContent?.replaceAll(/\s/g, ' '))
const card = (name: string) => screen.findByRole('complementary', { name })
const textOf = (element: HTMLElement) => element.textContent?.replaceAll(/\s/g, ' ')

test('two of one name are told apart by age, phone and insurer', async () => {
  const { user } = await theClientsScreen()
  await user.keyboard('agbod')
  await waitFor(() => expect(hits()).toHaveLength(2))
  expect(hits()[0]).toContain(
    '12/03/1984 · 42 ans01 96 12 34 56ARCH 70 % Expire dans 12 joursNSIA Assurances 80 % Valable',
  )
  expect(hits()[1]).toContain('02/04/2026 · 7 moisNSIA Assurances 80 % Expirée')
})

test.each([
  ['the beginning of a phone, with blanks', '01 97 00', 'ZINSOU Aurèle'],
  ['a whole phone with its country', '+229 01 97 00 00 01', 'ZINSOU Aurèle'],
  ['the number of a card', 'ns 2026 118', 'AGBODJAN Clarisse'],
  ['a name with a typing error', 'hounsuo', 'HOUNSOU Gaston'],
  ['an organization', 'port cot', 'Port de Cotonou'],
])('found by %s', async (_, typed, name) => {
  await theClientsScreen()
  seek(typed)
  await waitFor(() => expect(hits()).toHaveLength(1))
  expect(hits()[0]).toContain(name)
})

test('every policy stands with its state before anything is sold, in the order of paying', async () => {
  const { user } = await theClientsScreen()
  seek('agbod')
  await user.keyboard('{Enter}')
  const text = textOf(await card('AGBODJAN Clarisse'))
  expect(text).toContain('Née le 12/03/1984, 42 ans · 01 96 12 34 56')
  expect(text).toMatch(
    /1\. ARCH70 %Expire dans 12 jours.*N° ARCH-77.*Jusqu’au 03\/12\/2026.*2\. NSIA Assurances80 %Valable.*Cadres de la SONACOP · SONACOP.*N° NS-2026-118.*Plafond du mois : il reste 18 000 F CFA sur 50 000/,
  )
  expect(text).toMatch(/Encours15 000 F CFALimite40 000Disponible25 000/)
})

test('what is over is said: a dependant’s expired card, a ceiling reached, a card that waits, a contract that is gone, a credit beyond its limit', async () => {
  const { user } = await theClientsScreen()
  seek('agbod')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(textOf(await card('AGBODJAN Clarisse'))).toMatch(
    /Expirée.*ayant droit de AGBODJAN Clarisse.*Expirée depuis 3 jours, le 18\/11\/2026/,
  )
  seek('gaston')
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  const text = textOf(await card('HOUNSOU Gaston'))
  expect(text).toMatch(/NSIA Assurances80 %Plafond du mois atteint.*il reste 0 F CFA sur 50 000/)
  expect(text).toMatch(/Port de Cotonou90 %Pas encore valable.*Valable à partir du 01\/12\/2026/)
  expect(text).toMatch(/Police GONE-1Contrat archivé.*Rien n’est pris en charge/)
  expect(text).toMatch(/Encours60 000 F CFALimite50 000Dépassé de10 000/)
})

test('found, read and sold to by keyboard alone: the ticket says whose it is', async () => {
  const { user, sales } = await aCounter({ products: theShelf, clients: theClients })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.keyboard('{F4}')
  await screen.findByRole('searchbox', { name: 'Chercher un client' })
  await user.keyboard('agbod')
  await waitFor(() => expect(hits()).toHaveLength(2))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Vendre à ce patient'))
  await user.keyboard('{Enter}')
  expect(textOf(await screen.findByRole('group', { name: 'Patient' }))).toContain(
    'AGBODJAN C.ARCH 70 % Expire dans 12 jours',
  )
  await lineOf('Coartem')
  expect(sales()).toMatchObject([
    {
      patient: { id: clarisse.id, firstName: 'Clarisse', lastName: 'Agbodjan' },
      records: [{ label: 'Coartem 20/120 mg cp B/24' }],
    },
  ])
})

test('F9 leaves the search for a client and pays', async () => {
  const { user } = await aCounter({ products: theShelf, clients: theClients })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.keyboard('{F4}')
  await user.type(await screen.findByRole('searchbox', { name: 'Chercher un client' }), 'agbod{F9}')
  expect(await screen.findByRole('region', { name: 'Paiements' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('searchbox', { name: 'Chercher un client' })).toBeNull()
})

test('touched twice, the patient is on one sale; the sale that goes out names him', async () => {
  const { user, sales, sent } = await theClientsScreen()
  seek('zinsou')
  await user.keyboard('{Enter}')
  await user.dblClick(await button(/Vendre à ce patient/))
  await screen.findByRole('group', { name: 'Patient' })
  expect(sales()).toMatchObject([{ patient: { lastName: 'Zinsou' } }])
  scan('3400930145449')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await screen.findByRole('status', { name: 'Payé, rien à rendre' })
  await waitFor(() => expect(sent).toMatchObject([{ patientId: theClients.persons[2]!.id }]))
})

test('boxes scanned right after the touch are on his sale', async () => {
  const { user, sales } = await theClientsScreen()
  seek('zinsou')
  await user.keyboard('{Enter}')
  fireEvent.click(await button(/Vendre à ce patient/))
  scan('3400930145449')
  scan('3400935955838')
  await waitFor(() =>
    expect(sales()).toMatchObject([
      { patient: { lastName: 'Zinsou' }, records: [{ label: theShelf[1]!.label }, { label: theShelf[0]!.label }] },
    ]),
  )
  expect(screen.queryByRole('searchbox', { name: 'Chercher un client' })).toBeNull()
})

test('the patient is taken off, and comes back within five seconds; « Modifier » chooses another', async () => {
  const { user, sales } = await theClientsScreen()
  seek('zinsou')
  await user.keyboard('{Enter}')
  await user.click(await button(/Vendre à ce patient/))
  await user.click(await button(/Retirer ZINSOU A\. de la vente/))
  await button(/Choisir un client/)
  expect(sales()).toMatchObject([{ patient: null }])
  await user.click(await button(/^Annuler$/))
  expect(textOf(await screen.findByRole('group', { name: 'Patient' }))).toContain('ZINSOU A.Sans police')
  await user.click(await button(/Modifier le patient/))
  await card('ZINSOU Aurèle')
  seek('gaston')
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  await card('HOUNSOU Gaston')
  await user.click(await button(/Vendre à ce patient/))
  expect(textOf(await screen.findByRole('group', { name: 'Patient' }))).toContain(
    'HOUNSOU G.NSIA Assurances 80 % Plafond du mois atteint',
  )
  expect(sales()).toMatchObject([{ patient: { lastName: 'Hounsou' } }])
})

test('the card of one client is put away by the search for another', async () => {
  const { user } = await theClientsScreen()
  seek('zinsou')
  await user.keyboard('{Enter}')
  await card('ZINSOU Aurèle')
  seek('gaston')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Vendre à ce patient' })).toBeNull())
})

test('a card that is scanned opens its patient', async () => {
  await theClientsScreen()
  scan('NS-2026-119')
  expect(textOf(await card('AGBODJAN Clarisse'))).toContain('7 mois')
})

test('an organization shows its credit and its contracts, and is nobody’s patient', async () => {
  const { user } = await theClientsScreen()
  seek('port')
  await user.keyboard('{Enter}')
  const panel = await card('Port de Cotonou')
  expect(textOf(panel)).toMatch(
    /Encours120 000 F CFADont facturé90 000Limite500 000Disponible380 000.*Personnel du port100 %Valable/,
  )
  expect(within(panel).queryByRole('button', { name: /Vendre/ })).toBeNull()
})

test('offline the list says its hour, on the card too', async () => {
  const { store, user } = await theClientsScreen()
  goOffline(store)
  expect(await screen.findByText('Liste de 11:42')).toBeTruthy()
  seek('zinsou')
  await user.keyboard('{Enter}')
  expect((await card('ZINSOU Aurèle')).textContent).toContain('Liste de 11:42')
})

test('a list that has not come says so, and that of nobody too', async () => {
  const { store } = await aCounter({ products: theShelf, path })
  expect(await screen.findByText('Chargement des clients')).toBeTruthy()
  goOffline(store)
  expect(await screen.findByText(/n’est pas encore sur ce poste/)).toBeTruthy()
})

test('a list that could not be read says what still works, and is asked for again', async () => {
  const { store, user } = await aCounter({ products: theShelf, failedLists: ['persons'], path })
  await screen.findByText(/La liste des clients n’a pas pu être lue/)
  const asked: unknown[] = []
  store.set(listRetryAtom, { retry: (list) => asked.push(list) })
  await user.click(await button(/Réessayer/))
  expect(asked).toEqual(['persons'])
  await user.keyboard('{F6}')
  await screen.findByRole('complementary', { name: 'Nouveau patient' })
})

test('a terminal that knows nobody says how the first is made', async () => {
  await aCounter({ products: theShelf, clients: { persons: [] }, path })
  expect(await screen.findByText(/Aucun client enregistré/)).toBeTruthy()
})

test('who may not sell has no business with clients', async () => {
  await aCounter({ products: theShelf, clients: theClients, permissions: ['stock.adjust'], path })
  await screen.findByRole('link', { name: 'Retour à l’accueil' })
  expect(screen.queryByRole('link', { name: 'Clients' })).toBeNull()
})

test('« ? » names the keys; Échap closes the card, then goes back to the sale', async () => {
  const { user } = await theClientsScreen()
  await user.keyboard('?')
  expect((await screen.findByRole('dialog')).textContent).toContain('Nouveau patient')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByRole('searchbox')
  seek('zinsou')
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  await card('ZINSOU Aurèle')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'ZINSOU Aurèle' })).toBeNull())
  await user.keyboard('{Escape}')
  await screen.findByRole('heading', { name: /^Vente \S+-1$/ })
})
