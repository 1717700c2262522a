import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aContract, aPolicy, companyId, contractId, organizationId, personId } from './support/a-clientele.ts'
import { aDesk, type Answer, type Asked, ok, pageText, plain, rowTexts } from './support/a-desk.tsx'
import { stocked } from './support/a-shop.ts'

const nsia = {
  id: companyId(1),
  name: 'NSIA',
  kind: 'insurer',
  taxId: null,
  phone: null,
  email: null,
  archived: false,
  contracts: [],
}
const cnss = { ...nsia, id: companyId(2), name: 'CNSS', kind: 'social-security' }
const lonely = { ...nsia, id: companyId(3), name: 'Atlantique' }
const { products: _, ...port } = aContract(1, {
  label: 'Salariés du Port',
  owner: { kind: 'organization', id: organizationId(1) },
  ownerName: 'Port autonome',
  validUntil: '2026-11-20',
})
const { products: __, ...scheme } = aContract(2, { label: 'Régime général', companyId: cnss.id, defaultCoverage: 70 })
const { products: ___, ...own } = aContract(3, {
  label: 'Personnel',
  companyId: null,
  owner: { kind: 'organization', id: organizationId(9) },
  ownerName: 'Brasserie',
  defaultCoverage: 100,
})
const listed = [
  { ...port, payerName: 'NSIA', policies: 12 },
  { ...scheme, payerName: 'CNSS', policies: 40 },
  { ...own, payerName: 'Brasserie', policies: 3 },
]
const doliprane = stocked(1, 'Doliprane 500 mg cp B/16', [{ quantity: 4 }])
const smecta = stocked(2, 'Smecta 3 g pdre sach. B/30', [{ quantity: 4 }])
const detail = {
  ...port,
  payerName: 'NSIA',
  policies: 12,
  products: [
    { pharmacyProductId: smecta.id, excluded: true, coverage: null, referencePrice: null, label: smecta.label },
  ],
}

const payers =
  (more: (asked: Asked) => Answer = () => undefined) =>
  (asked: Asked): Answer => {
    const given = more(asked)
    if (given !== undefined) return given
    if (asked.path === '/companies') return ok({ items: [nsia, cnss, lonely], total: 3 })
    if (asked.path === '/contracts') return ok({ items: listed, total: 3 })
    if (asked.path === `/contracts/${port.id}`) return ok(detail)
    if (asked.path === '/contract-policies')
      return ok({ items: [aPolicy(1, { beneficiaryName: 'AGBO Afi' })], total: 1 })
    return undefined
  }
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('social security first, then insurers, then who pays himself; an insurer without a contract is there too', async () => {
  await aDesk({ path: '/backoffice/assurances', answer: payers() })
  await waitFor(() =>
    expect(rowTexts().map(([payer, , contract]) => [payer, contract])).toEqual([
      ['CNSS', 'Régime général'],
      ['Atlantique', 'Aucun contrat'],
      ['NSIA', 'Salariés du Port'],
      ['Brasserie', 'Personnel'],
    ]),
  )
  expect(rowTexts()[2]).toEqual([
    'NSIA',
    'Assureur',
    'Salariés du Port',
    'Port autonome',
    '80 %',
    '12',
    'jusqu’au 20/11/2026',
    'Expiré',
  ])
  expect(rowTexts()[3]?.[1]).toBe('Organisme, à crédit')
  expect(pageText()).toContain('3 assureurs, 3 contrats')
})

test('a few letters of the insurer, of the contract or of who took it', async () => {
  const { user } = await aDesk({ path: '/backoffice/assurances', answer: payers() })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  await user.keyboard('f')
  await user.keyboard('port auto')
  await waitFor(() => expect(rowTexts().map(([payer]) => payer)).toEqual(['NSIA']))
  expect(pageText()).toContain('1 assureur, 1 contrat')
})

test('a contract opens its page, an insurer without one its panel', async () => {
  const { user } = await aDesk({ path: '/backoffice/assurances', answer: payers() })
  await user.click(await screen.findByText('Atlantique'))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/assurances/${lonely.id}`))
  expect(
    within(await screen.findByRole('complementary', { name: 'Atlantique' })).getByText(/Aucun contrat/),
  ).toBeTruthy()
  await user.click(screen.getByText('Salariés du Port'))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/contrats/${port.id}`))
})

test('a new body of social security', async () => {
  const { user, sent } = await aDesk({
    path: '/backoffice/assurances',
    answer: payers((asked) =>
      asked.method === 'POST' ? { status: 201, body: { ...nsia, id: companyId(8), name: 'RAMU' } } : undefined,
    ),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  await user.keyboard('n')
  const panel = within(await screen.findByRole('complementary', { name: 'Nouvel assureur' }))
  fill(panel.getByLabelText(/^Nom/), 'RAMU')
  await user.click(panel.getByRole('combobox', { name: 'Nature' }))
  await user.click(await screen.findByRole('option', { name: 'Sécurité sociale' }))
  await user.click(panel.getByRole('button', { name: 'Créer' }))
  await waitFor(() =>
    expect(sent('POST /companies')).toEqual([
      { name: 'RAMU', kind: 'social-security', taxId: null, phone: null, email: null },
    ]),
  )
  // Its contracts come next.
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/assurances/${companyId(8)}`))
})

test('an insurer is changed: the number stands as the country writes it, and is checked once it changes', async () => {
  const known = { ...nsia, phone: '+2290196123456' }
  const { user, sent } = await aDesk({
    path: `/backoffice/assurances/${nsia.id}`,
    answer: payers((asked) => {
      if (asked.path === '/companies') return ok({ items: [known, cnss, lonely], total: 3 })
      return asked.method === 'PATCH' ? ok(known) : undefined
    }),
  })
  const panel = within(await screen.findByRole('complementary', { name: 'NSIA' }))
  await user.click(panel.getByRole('button', { name: 'Modifier' }))
  const phone = panel.getByLabelText<HTMLInputElement>('Téléphone')
  expect(plain(phone.value)).toBe('01 96 12 34 56')
  fill(phone, '12')
  await user.click(panel.getByRole('button', { name: 'Enregistrer' }))
  expect(panel.getByText(/nombre de chiffres/)).toBeTruthy()
  expect(sent(`PATCH /companies/${nsia.id}`)).toEqual([])
  fill(phone, '01 97 00 00 01')
  await user.click(panel.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect(sent(`PATCH /companies/${nsia.id}`)).toEqual([
      { name: 'NSIA', kind: 'insurer', taxId: null, phone: '01 97 00 00 01', email: null },
    ]),
  )
})

test('an address of no insurer says so', async () => {
  await aDesk({
    path: `/backoffice/assurances/${companyId(7)}`,
    answer: payers((asked) =>
      asked.path === `/companies/${companyId(7)}` ? { status: 404, body: { message: 'requests:notFound' } } : undefined,
    ),
  })
  expect(await screen.findByText('Cet assureur n’existe pas.')).toBeTruthy()
})

test('each column sorts, what it does not hold last', async () => {
  const { user } = await aDesk({ path: '/backoffice/assurances', answer: payers() })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  await user.click(screen.getByRole('button', { name: 'Assurés' }))
  await waitFor(() => expect(rowTexts().map(([payer]) => payer)).toEqual(['Brasserie', 'NSIA', 'CNSS', 'Atlantique']))
  expect(location.search).toBe('?tri=policies')
})

test('archiving an insurer with open contracts is refused with their number', async () => {
  const { user } = await aDesk({
    path: `/backoffice/assurances/${nsia.id}`,
    answer: payers((asked) =>
      asked.method === 'DELETE'
        ? { status: 409, body: { message: 'companies:archiveOpenContracts', details: { contracts: 1 } } }
        : undefined,
    ),
  })
  await user.click(
    within(await screen.findByRole('complementary', { name: 'NSIA' })).getByRole('button', { name: 'Archiver' }),
  )
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Archiver' }))
  expect(
    plain((await screen.findByRole('alertdialog', { name: 'Ce payeur a encore des contrats' })).textContent ?? ''),
  ).toContain('Contrats en cours1')
})

test('a contract that an organization pays itself needs to know which', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/assurances', answer: payers() })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  await user.click(screen.getByRole('button', { name: 'Nouveau contrat' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: /^Payeur/ }))
  await user.click(await screen.findByRole('option', { name: 'Un organisme paie lui-même, à crédit' }))
  fill(dialog.getByLabelText(/^Contrat/), 'Personnel')
  fill(dialog.getByLabelText(/^Taux/), '100')
  await user.click(dialog.getByRole('button', { name: 'Créer' }))
  expect(dialog.getByLabelText(/^Organisme qui paie/).getAttribute('aria-invalid')).toBe('true')
  expect(sent('POST /contracts')).toEqual([])
})

test('the page of a contract: its terms, who took it, whom it covers', async () => {
  const { askedOf } = await aDesk({ path: `/backoffice/contrats/${port.id}`, answer: payers() })
  expect(await screen.findByRole('heading', { level: 1, name: 'NSIA, Salariés du Port' })).toBeTruthy()
  expect(pageText()).toContain('Taux80 %')
  expect(screen.getByRole('link', { name: 'Port autonome' }).getAttribute('href')).toBe(
    `/backoffice/organismes/${organizationId(1)}`,
  )
  await waitFor(() => expect(rowTexts()[0]?.[0]).toBe('AGBO Afi'))
  expect(askedOf('/contract-policies')[0]?.get('contractId')).toBe(contractId(1))
})

test('an insured is searched by the server, and taken out after a question', async () => {
  const { user, askedOf } = await aDesk({
    path: `/backoffice/contrats/${port.id}?cherche=agbo`,
    answer: payers((asked) => (asked.method === 'DELETE' ? ok({ id: personId(1) }) : undefined)),
  })
  await user.click(await screen.findByRole('button', { name: 'Retirer AGBO Afi' }))
  expect(askedOf('/contract-policies').at(-1)?.get('search')).toBe('agbo')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retirer' }))
  await waitFor(() => expect(askedOf(`/contracts/policy/${aPolicy(1).id}`)).toHaveLength(1))
})

test('a product gets its own rate; the others stay as they were', async () => {
  const { user, sent } = await aDesk({
    path: `/backoffice/contrats/${port.id}?vue=produits`,
    products: [doliprane, smecta],
    answer: payers((asked) => (asked.method === 'PATCH' ? ok(detail) : undefined)),
  })
  await waitFor(() => expect(rowTexts()[0]?.slice(0, 3)).toEqual(['Smecta 3 g pdre sach. B/30', 'Exclu', '–']))
  await user.click(screen.getByRole('button', { name: 'Ajouter un produit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
  expect(dialog.getByText('Choisissez le produit.')).toBeTruthy()
  expect(dialog.getByText('Indiquez un taux ou un prix de référence.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: /^Produit/ }), 'dolipr')
  await user.click(await screen.findByRole('option', { name: /Doliprane/ }))
  fill(dialog.getByLabelText('Taux (%)'), '50')
  fill(dialog.getByLabelText('Prix de référence'), '1 200')
  await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect(sent(`PATCH /contracts/${port.id}`)).toEqual([
      {
        products: [
          { pharmacyProductId: smecta.id, excluded: true, coverage: null, referencePrice: null },
          { pharmacyProductId: doliprane.id, excluded: false, coverage: 50, referencePrice: 1_200 },
        ],
      },
    ]),
  )
})

test('the counter only reads: no gesture that the server would refuse', async () => {
  await aDesk({ path: `/backoffice/contrats/${port.id}`, permissions: defaultRoles.vendeur, answer: payers() })
  await waitFor(() => expect(rowTexts()[0]?.[0]).toBe('AGBO Afi'))
  for (const name of ['Modifier', 'Archiver', 'Importer des assurés', 'Ajouter un assuré', 'Retirer AGBO Afi'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
