import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readBirthDate } from '#kiosk/clients/typed-birth-date.ts'
import { draftOfSearch } from '#kiosk/clients/patient-draft.ts'
import { withSlashes } from '#shared/domain/typed-day.ts'
import { personIndexAtom } from '#shared/store/lists/person-list-atoms.ts'
import { aCounter, button, goOffline, scan, today } from './support/a-counter.tsx'
import { clarisse, nsiaContract, theClients } from './support/the-clients.ts'
import { theShelf } from './support/the-shelf.ts'

async function theClientsScreen(given: Partial<Parameters<typeof aCounter>[0]> = {}) {
  const counter = await aCounter({ products: theShelf, clients: theClients, path: '/kiosk/clients', ...given })
  await waitFor(() => expect(counter.store.get(personIndexAtom)).not.toBeNull())
  return counter
}
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
/** Typed as a hand does: keys of a test come as fast as a scanner's. */
const write = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const seek = (text: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: 'Chercher un client' }), { target: { value: text } })
const save = () => button(/Enregistrer le patient/)
const textOf = (element: HTMLElement) => element.textContent?.replaceAll(/\s/g, ' ')

async function theForm(given: Parameters<typeof theClientsScreen>[0] = {}, searched = '') {
  const counter = await theClientsScreen(given)
  seek(searched)
  await counter.user.keyboard('{F6}')
  await screen.findByRole('complementary', { name: 'Nouveau patient' })
  return counter
}

test('what was searched in vain is the name; the new patient is there at once and is sold to, offline', async () => {
  const { store, user, sent, sentPatients, sales } = await theClientsScreen()
  goOffline(store)
  seek('Kossou')
  await user.click(screen.getByRole('searchbox'))
  await user.keyboard('{Enter}')
  await screen.findByRole('complementary', { name: 'Nouveau patient' })
  expect(field(/^Nom/).value).toBe('Kossou')
  await waitFor(() => expect(document.activeElement).toBe(field(/^Prénoms/)))
  write(/^Prénoms/, 'Béatrice')
  await user.click(await save())
  await screen.findByRole('complementary', { name: 'KOSSOU Béatrice' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Vendre à ce patient'))
  await user.keyboard('{Enter}')
  expect(textOf(await screen.findByRole('group', { name: 'Patient' }))).toContain('KOSSOU B.Sans police')
  scan('3400930145449')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await screen.findByRole('status', { name: 'Payé, rien à rendre' })
  expect(sales().filter(({ patient }) => patient !== null)).toMatchObject([
    { patient: { lastName: 'Kossou' }, status: 'SUBMITTING' },
  ])
  await user.click(await button(/2\sà envoyer/))
  expect(screen.getByRole('complementary', { name: 'Ventes à envoyer' }).textContent).toMatch(
    /1\svente, 3\s850\sF\sCFA, 1\spatient/,
  )
  // Nobody answers: he is tried first, and the sale that names him waits behind him.
  await waitFor(() =>
    expect(sentPatients[0]).toMatchObject({ lastName: 'Kossou', firstName: 'Béatrice', revision: 1, policy: null }),
  )
  expect(sent).toEqual([])
})

test('everything that can be said of him is sent as it was typed', async () => {
  const permissions = ['sale.sell', 'register.use', 'contract.edit'] as const
  const { user, sentPatients } = await theForm({ permissions }, '97 11 22 33')
  expect(field(/^Téléphone/).value).toBe('97 11 22 33')
  write(/^Nom/, 'Sossa')
  write(/^Date de naissance/, '12031985')
  expect(field(/^Date de naissance/).value).toBe('12/03/1985')
  expect(screen.getByText(/^41\sans$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Femme' }))
  write(/^N° de sécurité sociale/, ' 285-03 ')
  await user.click(await button(/Ajouter une police/))
  await user.click(screen.getByRole('combobox', { name: /Contrat/ }))
  fireEvent.change(screen.getByRole('combobox', { name: /Contrat/ }), { target: { value: 'sonacop' } })
  await user.click(await screen.findByRole('option', { name: /NSIA Assurances · Cadres de la SONACOP/ }))
  scan('NS-2026-500')
  await waitFor(() => expect(field(/^Numéro de la carte/).value).toBe('NS-2026-500'))
  write(/^Taux/, '90')
  await user.click(screen.getByRole('combobox', { name: /Assuré/ }))
  fireEvent.change(screen.getByRole('combobox', { name: /Assuré/ }), { target: { value: 'agbod' } })
  await user.click((await screen.findAllByRole('option', { name: /AGBODJAN Clarisse.*12\/03\/1984/ }))[0]!)
  await user.click(await save())
  const panel = await screen.findByRole('complementary', { name: 'SOSSA' })
  expect(textOf(panel)).toMatch(/NSIA Assurances90 %Valable.*N° NS-2026-500 · ayant droit de AGBODJAN Clarisse/)
  await waitFor(() => expect(sentPatients).toHaveLength(1))
  expect(sentPatients[0]).toMatchObject({
    lastName: 'Sossa',
    firstName: '',
    phone: '+2290197112233',
    birthDate: '1985-03-12',
    sex: 'F',
    socialSecurityId: '285-03',
    policy: { contractId: nsiaContract.id, number: 'NS-2026-500', coverage: 90, holderId: clarisse.id },
  })
})

test('a rate above the contract’s is asked for by who may not edit contracts; the contract’s own is not', async () => {
  const { user, sentPatients } = await theForm({}, 'Sossa')
  await user.click(await button(/Ajouter une police/))
  await user.click(screen.getByRole('combobox', { name: /Contrat/ }))
  fireEvent.change(screen.getByRole('combobox', { name: /Contrat/ }), { target: { value: 'sonacop' } })
  await user.click(await screen.findByRole('option', { name: /Cadres de la SONACOP/ }))
  write(/^Numéro de la carte/, 'NS-1')
  write(/^Taux/, '81')
  expect(await screen.findByText(/Le contrat paie 80\s%/)).toBeTruthy()
  await user.click(await button(/^Demander au pharmacien$/))
  const dialog = await screen.findByRole('dialog', { name: 'Demander au pharmacien' })
  expect(textOf(dialog)).toContain('Prise en charge de 81 %, contrat à 80 %')
  await user.click(within(dialog).getAllByRole('button', { name: /^(Annuler|Close)$/ })[0]!)
  expect(sentPatients).toEqual([])
  write(/^Taux/, '80')
  await user.click(await save())
  await waitFor(() => expect(sentPatients).toMatchObject([{ policy: { coverage: 80 } }]))
})

test('touched twice, he is made once', async () => {
  const { user, store, sentPatients } = await theForm(
    { onPatient: () => ({ status: 503, body: { message: 'internal' } }) },
    'Kossou',
  )
  await user.dblClick(await save())
  await screen.findByRole('complementary', { name: 'KOSSOU' })
  seek('kossou')
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Clients trouvés' })).getAllByRole('button')).toHaveLength(1),
  )
  expect(new Set(sentPatients.map(({ id }) => id)).size).toBe(1)
  expect(store.get(personIndexAtom)?.index.find('kossou').total).toBe(1)
})

test.each([
  ['no name', () => write(/^Nom/, ' '), 'Indiquez le nom'],
  ['a day that does not exist', () => write(/^Date de naissance/, '31021990'), 'Cette date n’existe pas.'],
  ['a day to come', () => write(/^Date de naissance/, '22112026'), 'Cette date est à venir.'],
  ['half a date', () => write(/^Date de naissance/, '1203'), 'Indiquez le jour, le mois et l’année, comme 12/03/1985.'],
  ['a phone of five figures', () => write(/^Téléphone/, '01 96 1'), /n’a pas le bon nombre de chiffres/],
])('%s is named at its field, and nothing is made', async (_, type, words) => {
  const { user, sentPatients } = await theForm({}, 'Kossou')
  type()
  await user.click(await save())
  expect(await screen.findByText(words)).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('complementary', { name: 'Nouveau patient' })).toBeTruthy()
  expect(sentPatients).toEqual([])
})

test.each(['101', '-1', '12,5', '1000', 'abc'])(
  'a rate of %s is refused at its field; contract and number are asked for',
  async (rate) => {
    const { user, sentPatients } = await theForm({}, 'Kossou')
    await user.click(await button(/Ajouter une police/))
    write(/^Taux/, rate)
    await user.click(await save())
    for (const words of [
      'Indiquez un taux de 0 à 100, sans virgule',
      'Choisissez le contrat',
      'Indiquez le numéro de la carte',
    ])
      expect(await screen.findByText(words)).toBeTruthy()
    expect(sentPatients).toEqual([])
  },
)

test.each(['0', '100', '70 %'])('a rate of %s is one', async (rate) => {
  const { user } = await theForm({}, 'Kossou')
  await user.click(await button(/Ajouter une police/))
  write(/^Taux/, rate)
  await user.click(await save())
  await screen.findByText('Choisissez le contrat')
  expect(screen.queryByText('Indiquez un taux de 0 à 100, sans virgule')).toBeNull()
})

test('a phone that somebody has is said, his card is one touch away, and another may be made all the same', async () => {
  const { user, sentPatients } = await theForm({}, '01 97 00 00 02')
  write(/^Téléphone/, '97 00 00 01')
  expect(await screen.findByText('Ce numéro est celui de ZINSOU Aurèle')).toBeTruthy()
  await user.click(await button(/Utiliser cette fiche/))
  await screen.findByRole('complementary', { name: 'ZINSOU Aurèle' })
  // What was typed is still there.
  await user.keyboard('{F6}')
  await waitFor(() => expect(field(/^Téléphone/).value).toBe('97 00 00 01'))
  write(/^Nom/, 'Zinsou')
  await user.click(await save())
  await waitFor(() => expect(sentPatients).toMatchObject([{ lastName: 'Zinsou', phone: '+2290197000001' }]))
})

test('the same name and birth date are said, in whatever order and capitals', async () => {
  await theForm({}, 'clarisse AGBODJAN')
  write(/^Date de naissance/, '12/3/84')
  expect(await screen.findByText('AGBODJAN Clarisse, née le 12/03/1984, a déjà une fiche')).toBeTruthy()
})

test('a patient whom the server refuses stands in the queue with its reason, and is corrected', async () => {
  const refuse = {
    status: 400,
    body: {
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.policy.contractId', message: 'unknown' }] },
    },
  }
  const { user, sentPatients } = await theForm(
    { onPatient: ({ revision }) => (revision === 1 ? refuse : 'nobody') },
    'Kossou',
  )
  await user.click(await button(/Ajouter une police/))
  await user.click(screen.getByRole('combobox', { name: /Contrat/ }))
  await user.click(await screen.findByRole('option', { name: /NSIA/ }))
  write(/^Numéro de la carte/, 'NS-1')
  await user.click(await save())
  await user.click(await button(/1\sà envoyer/))
  const drawer = screen.getByRole('complementary', { name: 'Ventes à envoyer' })
  await waitFor(() => expect(textOf(drawer)).toMatch(/KOSSOU.*Refusé.*Demande refusée/))
  await user.click(within(drawer).getByRole('button', { name: 'Corriger' }))
  const panel = await screen.findByRole('complementary', { name: 'Patient à corriger' })
  expect(textOf(panel)).toContain('Ce contrat n’existe plus')
  expect(field(/^Numéro de la carte/).value).toBe('NS-1')
  await user.click(screen.getByRole('combobox', { name: /Contrat/ }))
  await user.click(await screen.findByRole('option', { name: /ARCH/ }))
  await user.click(await save())
  await screen.findByRole('complementary', { name: 'KOSSOU' })
  await waitFor(() =>
    expect(sentPatients.map(({ id, revision }) => [id, revision])).toEqual([
      [sentPatients[0]!.id, 1],
      [sentPatients[0]!.id, 2],
    ]),
  )
})

test('a refused patient is forgotten when asked twice, but not while a sale names him', async () => {
  const { user } = await theForm(
    { onPatient: () => ({ status: 400, body: { message: 'requests:invalid' } }) },
    'Kossou',
  )
  await user.click(await save())
  await user.click(await button(/Vendre à ce patient/))
  await user.click(await button(/1\sà envoyer/))
  const drawer = screen.getByRole('complementary', { name: 'Ventes à envoyer' })
  await waitFor(() => expect(textOf(drawer)).toContain('Refusé'))
  await user.click(within(drawer).getByRole('button', { name: 'Supprimer' }))
  await user.click(within(drawer).getByRole('button', { name: 'Oui, supprimer' }))
  expect(await within(drawer).findByText(/Une vente de ce poste est au nom de ce patient/)).toBeTruthy()
  expect(textOf(drawer)).toContain('KOSSOU')
})

test('a refused patient whom no sale names is forgotten', async () => {
  const { user } = await theForm(
    { onPatient: () => ({ status: 400, body: { message: 'requests:invalid' } }) },
    'Kossou',
  )
  await user.click(await save())
  await user.click(await button(/1\sà envoyer/))
  const drawer = screen.getByRole('complementary', { name: 'Ventes à envoyer' })
  await user.click(await within(drawer).findByRole('button', { name: 'Supprimer' }))
  expect(textOf(drawer)).toContain('KOSSOU')
  await user.click(within(drawer).getByRole('button', { name: 'Oui, supprimer' }))
  await waitFor(() => expect(textOf(drawer)).not.toContain('KOSSOU'))
})

test('slashes come by themselves, other separators become them, and nothing is written after the year', () => {
  expect(
    ['1', '12', '120', '1203', '12031', '120319850', '3/5/85', '12-03-1985', '12.3.', '//', 'a1b'].map(withSlashes),
  ).toEqual(['1', '12', '12/0', '12/03', '12/03/1', '12/03/1985', '3/5/85', '12/03/1985', '12/3/', '', '1'])
})

test('two figures of a year are of the last hundred years', () => {
  const dayOf = (typed: string) => readBirthDate(typed, today)
  expect([dayOf('21/11/26'), dayOf('22/11/26'), dayOf('3/5/85')]).toEqual([
    { kind: 'day', day: '2026-11-21' },
    { kind: 'day', day: '1926-11-22' },
    { kind: 'day', day: '1985-05-03' },
  ])
  expect(dayOf('29/02/2024')).toEqual({ kind: 'day', day: '2024-02-29' })
  expect(dayOf('29/02/2025').kind).toBe('wrong')
})

test('letters searched are a name, the last word the first name; figures are a phone', () => {
  expect(draftOfSearch('de souza marie')).toMatchObject({ lastName: 'de souza', firstName: 'marie', phone: '' })
  expect(draftOfSearch(' Dossou ')).toMatchObject({ lastName: 'Dossou', firstName: '' })
  expect(draftOfSearch('+229 01 96')).toMatchObject({ lastName: '', phone: '+229 01 96' })
})
