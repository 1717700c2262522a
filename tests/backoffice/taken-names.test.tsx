import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { till } from '#tests/support/a-terminal.ts'
import { aCountry } from './support/a-country.ts'
import { aClient, aContract, anOrganization, aPerson, aPolicy, companyId, personId } from './support/a-clientele.ts'
import { aDesk, type Answer, type Asked, ok, plain, taken } from './support/a-desk.tsx'

const admin = { ...till, pharmacyId: null, domainId: null, roles: ['admin'] }
const empty = ok({ items: [], total: 0 })
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
/** The sentence under a field that is marked as wrong. */
const saidAt = (field: HTMLElement): string | null => {
  if (field.getAttribute('aria-invalid') !== 'true') return null
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).find((text) => text?.includes('existe')) ?? null
}
const noDialog = () => expect(screen.queryByText('Déjà modifié ailleurs')).toBeNull()

describe('a record that exists says so under its name', () => {
  test.each([
    ['parametres/banques', 'name', 'Cette banque existe déjà.', till],
    ['parametres/motifs', 'label', 'Ce motif existe déjà.', till],
    ['parametres/etiquettes', 'label', 'Cette étiquette existe déjà.', till],
    ['parametres/roles', 'name', 'Ce rôle existe déjà.', till],
    ['rangements', 'label', 'Ce rangement existe déjà.', till],
    ['fournisseurs', 'name', 'Ce fournisseur existe déjà.', till],
    ['assurances', 'name', 'Cet assureur existe déjà.', till],
    ['grossistes', 'name', 'Ce grossiste existe déjà.', admin],
    ['referentiel/categories', 'label', 'Cette catégorie existe déjà.', admin],
    ['referentiel/dci', 'name', 'Cette DCI existe déjà.', admin],
    ['referentiel/laboratoires', 'name', 'Ce laboratoire existe déjà.', admin],
    ['referentiel/formes', 'label', 'Cette forme existe déjà.', admin],
    ['referentiel/unites', 'label', 'Cette unité existe déjà.', admin],
    ['referentiel/conditionnements', 'label', 'Ce conditionnement existe déjà.', admin],
  ])('%s', async (screenPath, field, sentence, account) => {
    const { user } = await aDesk({
      account,
      path: `/backoffice/${screenPath}`,
      answer: ({ method, path }) =>
        method === 'POST' ? taken(field) : path === '/countries' ? ok([aCountry('BJ', 'Bénin')]) : empty,
    })
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('n')
    const panel = within(await screen.findByRole('complementary'))
    const name = panel.getAllByRole('textbox')[0]!
    fill(name, 'Déjà là')
    for (const country of panel.queryAllByRole('combobox', { name: /^Pays/ })) {
      await user.click(country)
      await user.click(await screen.findByRole('option', { name: 'Bénin' }))
    }
    await user.click(panel.getByRole('button', { name: 'Créer' }))
    expect(await panel.findByText(sentence)).toBeTruthy()
    expect(saidAt(name)).toBe(sentence)
    noDialog()
  })
})

test('the refused name is said once; which record it is, when it is archived', async () => {
  const bank = (name: string, archived: boolean) => ({ id: personId(name.length), name, archived })
  const banks = [bank('Ecobank', false), bank('BIIC', true)]
  const { user } = await aDesk({
    path: '/backoffice/parametres/banques',
    answer: ({ method }) => (method === 'POST' ? taken('name') : ok({ items: banks, total: 2 })),
  })
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('n')
  const panel = within(await screen.findByRole('complementary'))
  const name = panel.getAllByRole('textbox')[0]!
  const texts = () => panel.queryAllByText(/existe déjà/).map(({ textContent }) => plain(textContent ?? ''))
  fill(name, 'Ecobank')
  await user.click(panel.getByRole('button', { name: 'Créer' }))
  await waitFor(() => expect(texts()).toEqual(['Cette banque existe déjà.']))
  fill(name, 'BIIC')
  await user.click(panel.getByRole('button', { name: 'Créer' }))
  await waitFor(() =>
    expect(texts()).toEqual(['Cette banque existe déjà.', 'Cette banque existe déjà : BIIC (archivée).']),
  )
})

describe('a payer that exists', () => {
  const port = anOrganization(1, { name: 'Port autonome' })

  test('an organization that is renamed', async () => {
    const { user } = await aDesk({
      path: `/backoffice/organismes/${port.id}`,
      answer: ({ method, path }) =>
        method === 'PATCH' ? taken('name') : path === `/organizations/${port.id}` ? ok(port) : undefined,
    })
    const sheet = within(await screen.findByRole('region', { name: 'Identité' }))
    await user.click(sheet.getByRole('button', { name: 'Modifier' }))
    const name = sheet.getByLabelText(/^Nom/)
    fill(name, 'Mairie')
    await user.click(sheet.getByRole('button', { name: 'Enregistrer' }))
    expect(await sheet.findByText('Cet organisme existe déjà.')).toBeTruthy()
    expect(saidAt(name)).toBe('Cet organisme existe déjà.')
    noDialog()
  })

  const { products: _, ...contract } = aContract(1, { label: 'Cadres' })
  const detail = { ...contract, payerName: 'NSIA', policies: 1, products: [] }
  const nsia = { id: companyId(1), name: 'NSIA', kind: 'insurer', taxId: null, phone: null, email: null }
  const known = ({ method, path }: Asked): Answer => {
    if (method !== 'GET') return taken('label')
    if (path === '/companies') return ok({ items: [{ ...nsia, archived: false, contracts: [] }], total: 1 })
    if (path === '/contracts') return ok({ items: [detail], total: 1 })
    return path === `/contracts/${contract.id}` ? ok(detail) : undefined
  }

  test('a new contract', async () => {
    const { user } = await aDesk({ path: '/backoffice/assurances', answer: known })
    await user.click(await screen.findByRole('button', { name: 'Nouveau contrat' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('combobox', { name: /^Payeur/ }))
    await user.click(await screen.findByRole('option', { name: 'NSIA' }))
    fill(dialog.getByLabelText(/^Contrat/), 'Cadres')
    fill(dialog.getByLabelText(/^Taux/), '80')
    await user.click(dialog.getByRole('button', { name: 'Créer' }))
    expect(await dialog.findByText('Ce contrat existe déjà.')).toBeTruthy()
    expect(saidAt(dialog.getByLabelText(/^Contrat/))).toBe('Ce contrat existe déjà.')
    noDialog()
  })

  test('a contract that is renamed', async () => {
    const { user } = await aDesk({ path: `/backoffice/contrats/${contract.id}`, answer: known })
    await user.click(await screen.findByRole('button', { name: 'Modifier' }))
    const dialog = within(await screen.findByRole('dialog'))
    fill(dialog.getByLabelText(/^Contrat/, { selector: 'input' }), 'Dockers')
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
    expect(await dialog.findByText('Ce contrat existe déjà.')).toBeTruthy()
    noDialog()
  })
})

describe('a policy that exists says so under its number', () => {
  const afi = aPerson(1, { lastName: 'Agbo', firstName: 'Afi' })
  const { products: _, ...contract } = aContract(7, { label: 'Port' })
  const knows =
    (refusal: Answer) =>
    ({ method, path }: Asked): Answer => {
      if (method !== 'GET') return refusal
      if (path === `/persons/${afi.id}`) return ok(afi)
      if (path === `/persons/${afi.id}/contract-policies`) return ok([aPolicy(1, { number: 'N-1' })])
      if (path === '/companies/all') return ok([])
      if (path === '/contracts') return ok({ items: [{ ...contract, payerName: 'SUNU', policies: 3 }], total: 1 })
      return undefined
    }
  const open = async (refusal: Answer) => {
    const { user } = await aDesk({ path: `/backoffice/patients/${afi.id}`, answer: knows(refusal) })
    const sheet = within(await screen.findByRole('region', { name: 'Polices' }))
    return { user, sheet }
  }

  test('under a contract that exists', async () => {
    const { user, sheet } = await open(taken('number'))
    await user.click(sheet.getByRole('button', { name: 'Ajouter une police' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('combobox', { name: /^Assureur et contrat/ }))
    await user.click(await screen.findByRole('option', { name: /SUNU, Port/ }))
    fill(dialog.getByLabelText(/^N° de police/), 'N-1')
    await user.click(dialog.getByRole('button', { name: 'Ajouter' }))
    expect(await dialog.findByText('Cette police existe déjà.')).toBeTruthy()
    expect(saidAt(dialog.getByLabelText(/^N° de police/))).toBe('Cette police existe déjà.')
    noDialog()
  })

  test('when its number is changed', async () => {
    const { user, sheet } = await open(taken('number'))
    await user.click(await sheet.findByRole('button', { name: /^Modifier/ }))
    const dialog = within(await screen.findByRole('dialog'))
    fill(dialog.getByLabelText(/^N° de police/), 'N-2')
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
    expect(await dialog.findByText('Cette police existe déjà.')).toBeTruthy()
    noDialog()
  })

  test.each([
    ['company.name', /^Nom de l’assureur/, 'Cet assureur existe déjà. Choisissez-le dans la liste.'],
    ['contract.label', /^Contrat/, 'Ce contrat existe déjà.'],
    ['policy.number', /^N° de police/, 'Cette police existe déjà.'],
  ])('or which of insurer, contract and policy, all made at once: %s', async (field, label, sentence) => {
    const { user, sheet } = await open(taken(field))
    await user.click(sheet.getByRole('button', { name: 'Ajouter une police' }))
    const dialog = within(await screen.findByRole('dialog'))
    const input = (name: RegExp) => dialog.getByLabelText(name, { selector: 'input:not([type=radio])' })
    await user.click(dialog.getByRole('radio', { name: /^Nouveau contrat/ }))
    await user.click(dialog.getByRole('combobox', { name: /^Assureur$|^Assureur \*/ }))
    await user.click(await screen.findByRole('option', { name: 'Nouvel assureur…' }))
    fill(input(/^Nom de l’assureur/), 'SUNU')
    fill(input(/^Contrat/), 'Port')
    fill(input(/^Taux du contrat/), '80')
    fill(input(/^N° de police/), 'N-1')
    await user.click(dialog.getByRole('button', { name: 'Ajouter' }))
    expect(await dialog.findByText(sentence)).toBeTruthy()
    expect(saidAt(input(label))).toBe(sentence)
    noDialog()
  })
})

test('two persons who are related already are said to be, at the one that was chosen', async () => {
  const afi = aPerson(1, { lastName: 'Agbo' })
  const { user } = await aDesk({
    path: `/backoffice/patients/${afi.id}`,
    answer: ({ method, path }) => {
      if (method === 'POST') return taken('relativeId')
      if (path === `/persons/${afi.id}`) return ok(afi)
      return path === '/clients' ? ok({ items: [aClient(3, { name: 'KOFFI Rose' })], total: 1 }) : undefined
    },
  })
  const sheet = within(await screen.findByRole('region', { name: 'Proches' }))
  await user.click(sheet.getByRole('button', { name: 'Ajouter un proche' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Proche/), 'koffi')
  await screen.findByRole('option', { name: /KOFFI/ })
  await user.keyboard('{ArrowDown}{Enter}')
  await user.click(dialog.getByRole('combobox', { name: /^Lien/ }))
  await user.click(await screen.findByRole('option', { name: 'Conjoint' }))
  await user.click(dialog.getByRole('button', { name: 'Ajouter' }))
  expect(await dialog.findByText('Ces deux personnes sont déjà proches.')).toBeTruthy()
  noDialog()
})

test('what is taken back from the archive under a name that another has meanwhile is told in plain words', async () => {
  const supplier = { id: personId(50), name: 'Ubipharm', contacts: [], deliveryDays: [], archived: true }
  const { user } = await aDesk({
    path: `/backoffice/fournisseurs/${supplier.id}`,
    answer: ({ method, path }) => {
      if (method === 'PATCH') return taken('name')
      return path === `/suppliers/${supplier.id}` ? ok(supplier) : empty
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Reprendre le fournisseur' }))
  const told = await screen.findByRole('alertdialog', { name: 'Existe déjà' })
  expect(told.textContent).toContain('Une autre fiche a déjà ce nom, ce numéro ou ce code.')
})
