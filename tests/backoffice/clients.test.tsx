import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aClient, anOrganization, aPerson, faithful, organizationId, personId } from './support/a-clientele.ts'
import { aDesk, type Answer, ok, pageText, plain, rowTexts, taken, type Asked } from './support/a-desk.tsx'

const aurele = aClient(1, {
  name: 'ADANDÉ Justin',
  policies: 2,
  tags: [faithful.id],
  creditLimit: 50_000,
  outgoing: 62_500,
})
const port = aClient(2, {
  kind: 'organization',
  id: organizationId(2),
  name: 'Port autonome',
  phone: null,
  birthDate: null,
  creditLimit: 2_000_000,
  outgoing: 150_000,
})
const afi = aClient(3, { name: 'AGBO Afi', phone: null, birthDate: null })

const aList = ({ path }: Asked): Answer => {
  if (path === '/clients') return ok({ items: [aurele, port, afi], total: 3 })
  if (path === '/tags') return ok({ items: [faithful], total: 1 })
  return undefined
}
const names = () => rowTexts().map(([name]) => name)
const panel = () => screen.findByRole('complementary', { name: 'Nouveau client' })

test('each client with what he owes, his limit and his tags', async () => {
  await aDesk({ path: '/backoffice/clients', answer: aList })
  await waitFor(() => expect(names()).toEqual(['ADANDÉ Justin', 'Port autonome', 'AGBO Afi']))
  expect(rowTexts()[0]).toEqual([
    'ADANDÉ Justin',
    'Patient',
    '12/03/1984',
    '01 96 12 34 56',
    '2',
    'Fidèle',
    '62 500',
    '50 000',
    'Limite dépassée',
  ])
  expect(rowTexts()[1]).toEqual(['Port autonome', 'Organisme', '', '–', '–', '', '150 000', '2 000 000', ''])
  expect(pageText()).toContain('3 clients')
})

test.each([
  ['type=organisme', { kind: 'organization' }],
  ['seulement=debiteurs', { only: 'debtors' }],
  ['seulement=a-verifier', { only: 'to-check' }],
  ['seulement=assures&type=particulier', { only: 'insured', kind: 'person' }],
  [`etiquette=${faithful.id}`, { tag: faithful.id }],
  ['tri=encours', { sort: 'outgoing' }],
  ['cherche=dossou', { search: 'dossou' }],
  ['type=martien&seulement=riches&etiquette=x', {}],
])('the address %s asks the server for what it says', async (address, expected) => {
  const { askedOf } = await aDesk({ path: `/backoffice/clients?${address}`, answer: aList })
  await waitFor(() => expect(names()).toHaveLength(3))
  const { page, size, ...asked } = Object.fromEntries(askedOf('/clients')[0]!)
  expect(asked).toEqual(expected)
  expect([page, size]).toEqual(['0', '100'])
})

test('a row opens the page of the organization', async () => {
  const { user } = await aDesk({ path: '/backoffice/clients', answer: aList })
  await user.click(await screen.findByText('Port autonome'))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/organismes/${organizationId(2)}`))
})

test('a row opens the page of the person, and the way back leads to the list as it was filtered', async () => {
  const { user } = await aDesk({ path: '/backoffice/clients?cherche=port', answer: aList })
  await user.click(await screen.findByText('ADANDÉ Justin'))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/patients/${personId(1)}`))
  await user.click(
    within(await screen.findByRole('navigation', { name: 'Fil d’Ariane' })).getByRole('link', { name: 'Clients' }),
  )
  await waitFor(() => expect(location.pathname + location.search).toBe('/backoffice/clients?cherche=port'))
})

test('a new person: what was searched is his name, and his page opens', async () => {
  const made = aPerson(9, { lastName: 'Houngbo', firstName: 'Rose' })
  const { user, sent } = await aDesk({
    path: '/backoffice/clients?cherche=Houngbo Rose',
    answer: (asked) =>
      asked.method === 'POST'
        ? { status: 201, body: made }
        : asked.path === `/persons/${made.id}`
          ? ok(made)
          : aList(asked),
  })
  await screen.findByText('ADANDÉ Justin')
  await user.keyboard('n')
  const form = within(await panel())
  expect(form.getByLabelText<HTMLInputElement>(/^Nom/).value).toBe('Houngbo')
  expect(form.getByLabelText<HTMLInputElement>('Prénom').value).toBe('Rose')
  await user.type(form.getByLabelText('Téléphone'), '01 97 00 00 01')
  await user.click(form.getByRole('button', { name: 'Créer' }))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/patients/${made.id}`))
  expect(sent('POST /persons')).toEqual([
    {
      lastName: 'Houngbo',
      firstName: 'Rose',
      birthDate: null,
      sex: null,
      phone: '01 97 00 00 01',
      socialSecurityId: null,
      email: null,
      address: null,
      note: null,
      tags: [],
    },
  ])
  expect(screen.queryByText(/Quitter sans enregistrer/)).toBeNull()
})

test.each([
  ['Patient', '/persons', 'lastName', aPerson(9)],
  ['Organisme', '/organizations', 'name', anOrganization(9)],
])('« Créer et nouveau »: an empty form of the same kind follows (%s)', async (kind, path, key, made) => {
  const { user, sent } = await aDesk({
    path: '/backoffice/clients?cherche=Agbo',
    answer: (asked) => (asked.method === 'POST' ? { status: 201, body: made } : aList(asked)),
  })
  await screen.findByText('ADANDÉ Justin')
  await user.keyboard('n')
  const form = within(await panel())
  await user.click(form.getByRole('radio', { name: kind }))
  const name = () => form.getByLabelText<HTMLInputElement>(/^Nom/)
  await waitFor(() => expect(name().value).toBe('Agbo'))
  await user.click(form.getByRole('button', { name: 'Créer et nouveau' }))
  await waitFor(() => expect(name().value).toBe(''))
  expect(await screen.findByText(/» créé$/)).toBeTruthy()
  await user.type(name(), 'Bio{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent(`POST ${path}`)).toMatchObject([{ [key]: 'Agbo' }, { [key]: 'Bio' }]))
  await waitFor(() => expect(name().value).toBe(''))
  expect(location.pathname).toBe('/backoffice/clients')
  expect(form.getByRole<HTMLInputElement>('radio', { name: kind }).checked).toBe(true)
})

test('a birth date is typed; one that is not understood is refused at its field', async () => {
  const { user, sent } = await aDesk({
    path: '/backoffice/clients?cherche=Agbo',
    answer: (asked) => (asked.method === 'POST' ? { status: 201, body: aPerson(9) } : aList(asked)),
  })
  await screen.findByText('ADANDÉ Justin')
  await user.keyboard('n')
  const form = within(await panel())
  const birth = () => form.getByLabelText<HTMLInputElement>('Né le')
  await user.type(birth(), '12 mars{Control>}{Enter}{/Control}')
  expect(await form.findByText(/^Date non comprise\s: tapez 12031975, hier ou \+30$/)).toBeTruthy()
  expect(sent('POST /persons')).toEqual([])
  await user.clear(birth())
  await user.type(birth(), '120375{Enter}')
  await waitFor(() => expect(sent('POST /persons')).toMatchObject([{ birthDate: '1975-03-12' }]))
})

test('the way back from one that was just made leads to the list, not to another new one', async () => {
  const { user } = await aDesk({
    path: '/backoffice/clients?cherche=Agbo',
    answer: (asked) => (asked.method === 'POST' ? { status: 201, body: aPerson(9) } : aList(asked)),
  })
  await screen.findByText('ADANDÉ Justin')
  await user.keyboard('n')
  await user.click(within(await panel()).getByRole('button', { name: 'Créer' }))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/patients/${personId(9)}`))
  await user.click(
    within(await screen.findByRole('navigation', { name: 'Fil d’Ariane' })).getByRole('link', { name: 'Clients' }),
  )
  await waitFor(() => expect(location.pathname + location.search).toBe('/backoffice/clients?cherche=Agbo'))
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('the two orders of the server: by name, and by what is owed, most first', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/clients', answer: aList })
  await waitFor(() => expect(names()).toHaveLength(3))
  const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  expect([sortOf('Nom'), sortOf('Encours')]).toEqual(['ascending', 'none'])
  await user.click(screen.getByRole('button', { name: 'Encours' }))
  await waitFor(() => expect(askedOf('/clients').at(-1)?.get('sort')).toBe('-outgoing'))
  expect([sortOf('Nom'), sortOf('Encours')]).toEqual(['none', 'descending'])
  await user.click(screen.getByRole('button', { name: 'Nom' }))
  await waitFor(() => expect([sortOf('Nom'), sortOf('Encours')]).toEqual(['ascending', 'none']))
})

test('what is wrong is said at its field before anything is sent', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/clients', answer: aList })
  await screen.findByText('ADANDÉ Justin')
  await user.click(screen.getByRole('button', { name: 'Nouveau client' }))
  const form = within(await panel())
  await user.type(form.getByLabelText('Téléphone'), '12')
  await user.click(form.getByRole('button', { name: 'Créer' }))
  expect(form.getByLabelText(/^Nom/).getAttribute('aria-invalid')).toBe('true')
  expect(form.getByText('Indiquez le nom.')).toBeTruthy()
  expect(plain(form.getByText(/nombre de chiffres/).textContent ?? '')).toContain('10 ici')
  expect(document.activeElement).toBe(form.getByLabelText(/^Nom/))
  expect(sent('POST /persons')).toEqual([])
  await user.type(form.getByLabelText(/^Nom/), 'Agbo')
  expect(form.queryByText('Indiquez le nom.')).toBeNull()
})

test('an e-mail that is none is said at its field before anything is sent', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/clients', answer: aList })
  await screen.findByText('ADANDÉ Justin')
  await user.click(screen.getByRole('button', { name: 'Nouveau client' }))
  const form = within(await panel())
  await user.type(form.getByLabelText(/^Nom/), 'Bio')
  await user.type(form.getByLabelText('E-mail'), 'ama@')
  await user.click(form.getByRole('button', { name: 'Créer' }))
  expect(await form.findByText('Cette adresse e-mail n’est pas complète.')).toBeTruthy()
  expect(form.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true')
  expect(sent('POST /persons')).toEqual([])
})

describe('a twin', () => {
  const creating = (asked: Asked) => (asked.method === 'POST' ? { status: 201, body: aPerson(9) } : aList(asked))
  const typed = async (name: string, firstName: string, phone = '') => {
    const desk = await aDesk({ path: '/backoffice/clients', answer: creating })
    await screen.findByText('ADANDÉ Justin')
    await desk.user.click(screen.getByRole('button', { name: 'Nouveau client' }))
    const form = within(await panel())
    await desk.user.type(form.getByLabelText(/^Nom/), name)
    await desk.user.type(form.getByLabelText('Prénom'), firstName)
    if (phone) await desk.user.type(form.getByLabelText('Téléphone'), phone)
    await desk.user.click(form.getByRole('button', { name: 'Créer' }))
    return { ...desk, form }
  }

  test('by name is said before it is created, with its record; it can be created all the same', async () => {
    const { user, sent, form } = await typed('Justin', 'Adande')
    const said = within(await form.findByRole('alert', { name: 'Fiche déjà connue' }))
    expect(said.getByText(/ADANDÉ Justin, né\(e\) le 12\/03\/1984, existe déjà\./)).toBeTruthy()
    expect(said.getByRole('link', { name: 'Ouvrir sa fiche' }).getAttribute('href')).toContain(
      `/patients/${personId(1)}`,
    )
    expect(sent('POST /persons')).toEqual([])
    await user.click(said.getByRole('button', { name: 'Créer quand même' }))
    await waitFor(() => expect(location.pathname).toBe(`/backoffice/patients/${personId(9)}`))
    expect(sent('POST /persons')).toHaveLength(1)
  })

  test('is no longer said once another name is typed', async () => {
    const { user, sent, form } = await typed('Adandé', 'Justin')
    await form.findByRole('alert', { name: 'Fiche déjà connue' })
    await user.type(form.getByLabelText('Prénom'), 'e')
    expect(form.queryByRole('alert', { name: 'Fiche déjà connue' })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Créer' }))
    await waitFor(() => expect(sent('POST /persons')).toHaveLength(1))
  })

  test('by phone is one of the family only, unless a word of the name is the same', async () => {
    const { sent } = await typed('Bio', 'Ama', '01 96 12 34 56')
    await waitFor(() => expect(sent('POST /persons')).toHaveLength(1))
  })

  test('by phone and a word of the name is said', async () => {
    const { sent, form } = await typed('Adande', 'J.', '96 12 34 56')
    expect(await form.findByRole('alert', { name: 'Fiche déjà connue' })).toBeTruthy()
    expect(sent('POST /persons')).toEqual([])
  })
})

describe('those of the counter to check', () => {
  const bio = aClient(7, { name: 'BIO Ama', toCheck: true })
  const toCheck = (asked: Asked): Answer => {
    if (asked.path === '/clients') return ok({ items: [bio], total: 1 })
    return asked.method === 'PUT' ? ok({ id: bio.id }) : aList(asked)
  }

  test('are a choice of the list; those ticked are ticked off, the last one can be taken back', async () => {
    const { user, sent, askedOf } = await aDesk({ path: '/backoffice/clients?seulement=a-verifier', answer: toCheck })
    expect(await screen.findByText('À vérifier', { selector: '[role=gridcell] *' })).toBeTruthy()
    expect(askedOf('/clients')[0]!.get('only')).toBe('to-check')
    await user.click(screen.getByRole('checkbox', { name: 'Cocher la ligne' }))
    await user.click(screen.getByRole('button', { name: 'Vérifié' }))
    await waitFor(() => expect(sent(`PUT /persons/${bio.id}/check`)).toEqual([{ checked: true }]))
    expect(await screen.findByText('Fiche de BIO Ama vérifiée')).toBeTruthy()
    await waitFor(() => expect(askedOf('/clients').length).toBeGreaterThan(1))
    await user.click(screen.getByRole('button', { name: 'Annuler' }))
    await waitFor(() => expect(sent(`PUT /persons/${bio.id}/check`)).toEqual([{ checked: true }, { checked: false }]))
  })

  test('are not ticked in the whole list, nor by a member who may not edit clients', async () => {
    await aDesk({ path: '/backoffice/clients', answer: toCheck })
    await screen.findByText('BIO Ama')
    expect(screen.queryByRole('checkbox')).toBeNull()
    cleanup()
    await aDesk({
      path: '/backoffice/clients?seulement=a-verifier',
      permissions: defaultRoles.titulaire.filter((right) => right !== 'client.edit'),
      answer: toCheck,
    })
    await screen.findByText('BIO Ama')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('offline, the list says that it needs the network', async () => {
    const { goOffline } = await aDesk({
      path: '/backoffice/clients?seulement=a-verifier',
      lists: { persons: [aPerson(7, { lastName: 'Bio', firstName: 'Ama' })], organizations: [] },
      answer: () => 'nobody',
    })
    act(goOffline)
    expect(await screen.findByText(/La liste des clients demande le réseau/)).toBeTruthy()
  })
})

test('what the server refuses is said at its field, in French, and nothing typed is lost', async () => {
  const { user } = await aDesk({
    path: '/backoffice/clients',
    answer: (asked) => (asked.method === 'POST' ? taken('name') : aList(asked)),
  })
  await screen.findByText('ADANDÉ Justin')
  await user.click(screen.getByRole('button', { name: 'Nouveau client' }))
  const form = within(await panel())
  await user.click(form.getByRole('radio', { name: 'Organisme' }))
  await user.type(form.getByLabelText(/^Nom/), 'Port autonome')
  await user.click(form.getByRole('button', { name: 'Créer' }))
  expect(await form.findByText('Cet organisme existe déjà.')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>(/^Nom/).value).toBe('Port autonome')
})

test('without an answer the form says that it is not sure, keeps what was typed, and can be sent again', async () => {
  let isThere = false
  const { user, sent } = await aDesk({
    path: '/backoffice/clients',
    answer: (asked) =>
      asked.method === 'POST' ? (isThere ? { status: 201, body: aPerson(9) } : 'nobody') : aList(asked),
  })
  await screen.findByText('ADANDÉ Justin')
  await user.click(screen.getByRole('button', { name: 'Nouveau client' }))
  const form = within(await panel())
  await user.type(form.getByLabelText(/^Nom/), 'Agbo')
  await user.click(form.getByRole('button', { name: 'Créer' }))
  expect(await form.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('n’a pas répondu'))
  expect(form.getByLabelText<HTMLInputElement>(/^Nom/).value).toBe('Agbo')
  isThere = true
  await user.click(form.getByRole('button', { name: 'Créer' }))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/patients/${personId(9)}`))
  expect(sent('POST /persons')).toHaveLength(2)
})

test('two presses of the button send once', async () => {
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { user, sent } = await aDesk({
    path: '/backoffice/clients',
    answer: (asked) => (asked.method === 'POST' ? { status: 201, body: aPerson(9) } : aList(asked)),
  })
  const network = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const reply = await network(input, init)
    if (new Request(input as Request, init).method === 'POST') await held
    return reply
  }
  await screen.findByText('ADANDÉ Justin')
  await user.click(screen.getByRole('button', { name: 'Nouveau client' }))
  const form = within(await panel())
  await user.type(form.getByLabelText(/^Nom/), 'Agbo')
  await user.keyboard('{Enter}{Enter}')
  await user.click(form.getByRole('button', { name: 'Créer' }))
  await waitFor(() => expect(sent('POST /persons')).toHaveLength(1))
  answer()
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/patients/${personId(9)}`))
  expect(sent('POST /persons')).toHaveLength(1)
})

test('leaving with something typed asks first', async () => {
  const { user } = await aDesk({ path: '/backoffice/clients', answer: aList })
  await screen.findByText('ADANDÉ Justin')
  await user.click(screen.getByRole('button', { name: 'Nouveau client' }))
  await user.type(within(await panel()).getByLabelText(/^Nom/), 'Agbo')
  await user.click(screen.getByRole('link', { name: 'Stock' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Continuer la saisie' }))
  expect(location.pathname).toBe('/backoffice/clients')
  expect(within(await panel()).getByLabelText<HTMLInputElement>(/^Nom/).value).toBe('Agbo')
  await user.click(screen.getByRole('link', { name: 'Stock' }))
  await user.click(await screen.findByRole('button', { name: 'Abandonner la saisie' }))
  await waitFor(() => expect(location.pathname).toBe('/backoffice/stock'))
})

test('off line the form says so, keeps what is typed and sends nothing', async () => {
  const { user, goOffline, goOnline, sent } = await aDesk({ path: '/backoffice/clients', answer: aList })
  await screen.findByText('ADANDÉ Justin')
  await user.click(screen.getByRole('button', { name: 'Nouveau client' }))
  const form = within(await panel())
  await user.type(form.getByLabelText(/^Nom/), 'Agbo')
  goOffline()
  expect(await form.findByText(/Hors ligne : enregistrer demande le réseau/)).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(sent('POST /persons')).toEqual([])
  goOnline()
  await waitFor(() => expect(form.getByRole<HTMLButtonElement>('button', { name: 'Créer' }).disabled).toBe(false))
  expect(form.getByLabelText<HTMLInputElement>(/^Nom/).value).toBe('Agbo')
})

test('who may not edit clients is not offered to', async () => {
  const { user } = await aDesk({ path: '/backoffice/clients', permissions: defaultRoles.vendeur, answer: aList })
  await screen.findByText('ADANDÉ Justin')
  expect(screen.queryByRole('button', { name: 'Nouveau client' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Doublons possibles' })).toBeNull()
  await user.keyboard('n')
  expect(screen.queryByRole('complementary')).toBeNull()
})
