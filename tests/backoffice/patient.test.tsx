import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aContract, aPerson, aPolicy, contractId, personId } from './support/a-clientele.ts'
import { aDesk, type Answer, type Asked, ok, pageText, plain, rowTexts } from './support/a-desk.tsx'
import { aSummary } from './support/a-shop.ts'

const afi = aPerson(1, {
  lastName: 'Agbo',
  firstName: 'Afi',
  socialSecurityId: '184-22',
  outgoing: 12_000,
  creditLimit: 20_000,
  relationships: [
    {
      id: personId(90),
      kind: 'child',
      relative: { id: personId(2), firstName: 'Rose', lastName: 'Agbo', birthDate: '2020-11-21', archived: false },
    },
  ],
})
const path = `/backoffice/patients/${afi.id}`
const cnss = aPolicy(1, { payerName: 'CNSS', payerKind: 'social-security', number: 'CN-1', coverage: 70 })
const nsia = aPolicy(2, {
  validUntil: '2026-12-01',
  ceilings: { perSale: null, perDay: null, perMonth: 50_000, perYear: null },
  uses: { day: '2026-11-20', usedOnDay: 0, usedInMonth: 42_000, usedInYear: 42_000 },
})

/** A server where she is known; `more` speaks first. */
const knows =
  (more: (asked: Asked) => Answer = () => undefined) =>
  (asked: Asked): Answer => {
    const given = more(asked)
    if (given !== undefined) return given
    if (asked.path === `/persons/${afi.id}`) return ok(afi)
    if (asked.path === `/persons/${afi.id}/contract-policies`) return ok([cnss, nsia])
    if (asked.path === `/persons/${afi.id}/outgoing`) {
      const payment = Number(asked.query.get('payment') ?? 0)
      return ok({
        limit: 20_000,
        billed: 4_000,
        unbilled: 8_000,
        total: 12_000,
        after:
          payment === 0
            ? null
            : { total: 12_000 + payment, left: Math.max(0, 8_000 - payment), excess: Math.max(0, payment - 8_000) },
      })
    }
    return undefined
  }
const sheet = (name: string) => screen.findByRole('region', { name })
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const textOf = (element: HTMLElement) => plain(element.textContent ?? '')

test('who she is, who pays for her in their order, what is left of each ceiling, what she owes', async () => {
  await aDesk({ path, answer: knows() })
  expect(await screen.findByRole('heading', { level: 1, name: 'AGBO Afi' })).toBeTruthy()
  const policies = within(await sheet('Polices'))
  await waitFor(() =>
    expect(policies.getAllByRole('article').map((policy) => policy.getAttribute('aria-label'))).toEqual([
      'CNSS, Contrat 1',
      'NSIA, Contrat 1',
    ]),
  )
  const [first, second] = policies.getAllByRole('article').map(textOf)
  expect(first).toContain('70 %')
  expect(first).toContain('Valable')
  expect(second).toContain('80 %')
  expect(second).toContain('Expire dans 10 jours')
  expect(second).toContain('Plafond du moisreste 8 000 sur 50 000 F CFA')
  expect(textOf(await sheet('Proches'))).toContain('EnfantAGBO Rose 6 ans')
  await waitFor(async () =>
    expect(textOf(await sheet('Crédit'))).toContain(
      'Facturé, à encaisser4 000 F CFAÀ facturer8 000 F CFAEncours12 000 F CFALimite20 000 F CFA',
    ),
  )
  expect(pageText()).toContain('42 ans')
})

test('an amount typed says what it would make of the credit, and by how much it is too much', async () => {
  const { user } = await aDesk({ path, answer: knows() })
  const credit = within(await sheet('Crédit'))
  await user.type(await credit.findByLabelText('Nouvel achat à crédit'), '3 000')
  await waitFor(async () =>
    expect(textOf(await sheet('Crédit'))).toContain('L’encours passerait à15 000 F CFAReste disponible5 000 F CFA'),
  )
  await user.clear(credit.getByLabelText('Nouvel achat à crédit'))
  await user.type(credit.getByLabelText('Nouvel achat à crédit'), '12500')
  await waitFor(async () =>
    expect(textOf(await sheet('Crédit'))).toContain(
      'L’encours passerait à24 500 F CFADépassement de la limite4 500 F CFA',
    ),
  )
})

test('made at the counter, she is to be checked: one gesture notes it, the notice takes it back', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) =>
      asked.method === 'PUT'
        ? ok({ id: afi.id })
        : asked.path === `/persons/${afi.id}`
          ? ok({ ...afi, toCheck: true, checked: null })
          : undefined,
    ),
  })
  expect(await screen.findByText('À vérifier')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Vérifié' }))
  await user.click(await screen.findByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(sent(`PUT /persons/${afi.id}/check`)).toEqual([{ checked: true }, { checked: false }]))
})

test('who checked her, and when', async () => {
  const checked = { byName: 'ZANNOU Aurèle', at: '2026-11-20T09:00:00.000Z' }
  await aDesk({
    path,
    answer: knows((asked) =>
      asked.path === `/persons/${afi.id}` ? ok({ ...afi, toCheck: false, checked }) : undefined,
    ),
  })
  const identity = await sheet('Identité')
  expect(textOf(identity)).toContain('Vérifiéeven. 20 nov. 2026, par ZANNOU Aurèle')
  expect(screen.queryByRole('button', { name: 'Vérifié' })).toBeNull()
})

test('an e-mail of before the check does not stand in the way of another change', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) =>
      asked.method === 'PATCH' || asked.path === `/persons/${afi.id}` ? ok({ ...afi, email: 'ama' }) : undefined,
    ),
  })
  const identity = within(await sheet('Identité'))
  await user.click(identity.getByRole('button', { name: 'Modifier' }))
  await user.type(identity.getByLabelText('Prénom'), 'a{Enter}')
  await waitFor(() => expect(sent(`PATCH /persons/${afi.id}`)).toHaveLength(1))
  expect(sent(`PATCH /persons/${afi.id}`)[0]).not.toHaveProperty('email')
})

test('her identity is edited in place; only the form’s fields are sent', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) => (asked.method === 'PATCH' ? ok({ ...afi, firstName: 'Afiavi' }) : undefined)),
  })
  const identity = within(await sheet('Identité'))
  await user.click(identity.getByRole('button', { name: 'Modifier' }))
  const name = identity.getByLabelText('Prénom')
  await user.clear(name)
  await user.type(name, 'Afiavi{Enter}')
  await waitFor(() => expect(identity.queryByRole('form')).toBeNull())
  expect(sent(`PATCH /persons/${afi.id}`)).toEqual([
    expect.objectContaining({
      firstName: 'Afiavi',
      lastName: 'Agbo',
      phone: '01 96 12 34 56'.replaceAll(' ', '\u00a0'),
      birthDate: '1984-03-12',
    }),
  ])
  expect(sent(`PATCH /persons/${afi.id}`)[0]).not.toHaveProperty('creditLimit')
})

test('a telephone number taken over as it was does not bar another field', async () => {
  const odd = { ...afi, phone: '12' }
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) => (asked.path === `/persons/${afi.id}` ? ok(odd) : undefined)),
  })
  const identity = within(await sheet('Identité'))
  await user.click(identity.getByRole('button', { name: 'Modifier' }))
  await user.type(identity.getByLabelText('Prénom'), 'a{Enter}')
  await waitFor(() => expect(sent(`PATCH /persons/${afi.id}`)).toHaveLength(1))
})

test('the limit is changed by who has the right; others do not see how', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) => (asked.method === 'PATCH' ? ok(afi) : undefined)),
  })
  const credit = within(await sheet('Crédit'))
  await user.click(credit.getByRole('button', { name: 'Changer la limite' }))
  const limit = credit.getByRole('textbox', { name: 'Limite de crédit' })
  await user.clear(limit)
  await user.type(limit, '35 000{Enter}')
  await waitFor(() => expect(sent(`PATCH /persons/${afi.id}`)).toEqual([{ creditLimit: 35_000 }]))
})

test('no credit and unlimited credit are chosen by name; an empty amount is neither', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) => (asked.method === 'PATCH' ? ok(afi) : undefined)),
  })
  const credit = within(await sheet('Crédit'))
  const open = () => user.click(credit.getByRole('button', { name: 'Changer la limite' }))
  const save = () => user.click(credit.getByRole('button', { name: 'Enregistrer' }))
  await open()
  await user.clear(credit.getByRole('textbox', { name: 'Limite de crédit' }))
  await save()
  expect(sent(`PATCH /persons/${afi.id}`)).toEqual([])
  await user.click(credit.getByRole('radio', { name: 'Illimité' }))
  expect(credit.queryByRole('textbox', { name: 'Limite de crédit' })).toBeNull()
  await save()
  await waitFor(() => expect(sent(`PATCH /persons/${afi.id}`)).toEqual([{ creditLimit: null }]))
  await open()
  await user.click(credit.getByRole('radio', { name: 'Pas de crédit' }))
  await save()
  await waitFor(() => expect(sent(`PATCH /persons/${afi.id}`).at(-1)).toEqual({ creditLimit: 0 }))
})

test.each([
  [null, 'Illimité'],
  [0, 'Pas de crédit'],
  [1, '1 F CFA'],
])('a limit of %s reads « %s »', async (creditLimit, words) => {
  await aDesk({
    path,
    answer: knows((asked) =>
      asked.path === `/persons/${afi.id}/outgoing`
        ? ok({ limit: creditLimit, billed: 0, unbilled: 0, total: 0, after: null })
        : undefined,
    ),
  })
  await waitFor(async () => expect(textOf(await sheet('Crédit'))).toContain(`Limite${words}`))
})

test('a member of the counter only reads', async () => {
  await aDesk({ path, permissions: defaultRoles.vendeur, answer: knows() })
  await screen.findByRole('heading', { level: 1, name: 'AGBO Afi' })
  for (const name of ['Modifier', 'Ajouter une police', 'Ajouter un proche', 'Changer la limite', 'Archiver'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a relative is found by his name and related; herself is not offered', async () => {
  const koffi = {
    kind: 'person',
    id: personId(3),
    name: 'AGBO Koffi',
    phone: null,
    birthDate: '1980-01-02',
    creditLimit: null,
    outgoing: 0,
    policies: 0,
    tags: [],
    archived: false,
  }
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) => {
      if (asked.path === '/clients') return ok({ items: [koffi, { ...koffi, id: afi.id, name: 'AGBO Afi' }], total: 2 })
      if (asked.method === 'POST')
        return {
          status: 201,
          body: {
            id: personId(91),
            kind: 'spouse',
            relative: { id: koffi.id, firstName: 'Koffi', lastName: 'Agbo', birthDate: null, archived: false },
          },
        }
      return undefined
    }),
  })
  await user.click(within(await sheet('Proches')).getByRole('button', { name: 'Ajouter un proche' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Proche/), 'agbo')
  await screen.findByRole('option', { name: /AGBO Koffi/ })
  expect(screen.queryByRole('option', { name: /AGBO Afi/ })).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}')
  await user.click(dialog.getByRole('combobox', { name: /^Lien/ }))
  await user.click(await screen.findByRole('option', { name: 'Conjoint' }))
  await user.click(dialog.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() =>
    expect(sent(`POST /persons/${afi.id}/relationships`)).toEqual([{ relativeId: koffi.id, kind: 'spouse' }]),
  )
})

test('a policy under a contract that exists', async () => {
  const { products: _, ...contract } = aContract(7, { label: 'Salariés du Port' })
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) => {
      if (asked.path === '/contracts') return ok({ items: [{ ...contract, payerName: 'SUNU', policies: 3 }], total: 1 })
      if (asked.method === 'POST') return { status: 201, body: aPolicy(9) }
      return undefined
    }),
  })
  await user.click(within(await sheet('Polices')).getByRole('button', { name: 'Ajouter une police' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: /^Assureur et contrat/ }))
  await user.click(await screen.findByRole('option', { name: /SUNU, Salariés du Port/ }))
  await user.type(dialog.getByLabelText(/^N° de police/), 'SU-77')
  await user.type(dialog.getByLabelText('Plafond du mois'), '60 000')
  await user.click(dialog.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(sent('POST /contract-policies')).toHaveLength(1))
  expect(sent('POST /contract-policies')[0]).toEqual({
    contractId: contractId(7),
    beneficiaryId: afi.id,
    holderId: null,
    number: 'SU-77',
    coverage: null,
    rank: 1,
    ceilings: { perSale: null, perDay: null, perMonth: 60_000, perYear: null },
    validFrom: null,
    validUntil: null,
    tags: [],
  })
})

test('a new insurer, its contract and the card in one call; what is missing is said at its field', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) =>
      asked.path === '/companies/all'
        ? ok([])
        : asked.method === 'POST'
          ? { status: 201, body: aPolicy(9) }
          : undefined,
    ),
  })
  await user.click(within(await sheet('Polices')).getByRole('button', { name: 'Ajouter une police' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /^Nouveau contrat/ }))
  await user.click(dialog.getByRole('combobox', { name: /^Assureur$|^Assureur \*/ }))
  await user.click(await screen.findByRole('option', { name: 'Nouvel assureur…' }))
  fill(dialog.getByLabelText(/^Nom de l’assureur/), 'SUNU')
  fill(dialog.getByLabelText(/^N° de police/), 'SU-77')
  fill(dialog.getByLabelText(/^Taux du contrat/), '101')
  await user.click(dialog.getByRole('button', { name: 'Ajouter' }))
  expect(dialog.getByText('De 0 à 100.')).toBeTruthy()
  expect(dialog.getByLabelText(/^Contrat/, { selector: 'input:not([type=radio])' }).getAttribute('aria-invalid')).toBe(
    'true',
  )
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(sent('POST /contract-policies/company-contract')).toEqual([])
  fill(dialog.getByLabelText(/^Contrat/, { selector: 'input:not([type=radio])' }), 'Port')
  fill(dialog.getByLabelText(/^Taux du contrat/), '90')
  await user.click(dialog.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(sent('POST /contract-policies/company-contract')).toHaveLength(1))
  expect(sent('POST /contract-policies/company-contract')[0]).toMatchObject({
    company: { name: 'SUNU', kind: 'insurer' },
    contract: { label: 'Port', defaultCoverage: 90, owner: null },
    policy: { beneficiaryId: afi.id, number: 'SU-77' },
  })
})

test('removing a policy asks first', async () => {
  const { user, askedOf } = await aDesk({
    path,
    answer: knows((asked) => (asked.method === 'DELETE' ? ok({ id: nsia.id }) : undefined)),
  })
  await user.click(await screen.findByRole('button', { name: 'Retirer NSIA, Contrat 1' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(askedOf(`/contracts/policy/${nsia.id}`)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Retirer' }))
  await waitFor(() => expect(askedOf(`/contracts/policy/${nsia.id}`)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('archiving is refused with its counts, and nothing has changed', async () => {
  const { user } = await aDesk({
    path,
    answer: knows((asked) =>
      asked.method === 'DELETE'
        ? {
            status: 409,
            body: { message: 'persons:archiveUnclosedBillsOrSales', details: { bills: 2, sales: 3, outgoing: 12_000 } },
          }
        : undefined,
    ),
  })
  await user.click(await screen.findByRole('button', { name: 'Archiver' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Archiver' }))
  const refusal = await screen.findByRole('alertdialog', { name: 'Ce patient ne peut pas être archivé' })
  expect(textOf(refusal)).toContain('Factures non clôturées2Ventes non clôturées3Encours à facturer12 000 F CFA')
})

test('who was merged leads to the one who was kept', async () => {
  await aDesk({
    path: `/backoffice/patients/${personId(5)}`,
    answer: knows((asked) =>
      asked.path === `/persons/${personId(5)}` ? ok(aPerson(5, { mergedInto: afi.id, archived: true })) : undefined,
    ),
  })
  await waitFor(() => expect(location.pathname).toBe(path))
  expect(await screen.findByRole('heading', { level: 1, name: 'AGBO Afi' })).toBeTruthy()
})

test('her purchases are asked by her name, page by page; one opens its sale', async () => {
  const { user, askedOf } = await aDesk({
    path: `${path}?vue=achats`,
    answer: knows((asked) =>
      asked.path === '/sales' ? ok({ items: [aSummary(5852)], total: 1, turnover: 6_852 }) : undefined,
    ),
  })
  await waitFor(() => expect(rowTexts()[0]?.[0]).toBe('5 852'.replace(' ', '')))
  expect(askedOf('/sales')[0]?.get('patientId')).toBe(afi.id)
  expect(pageText()).toContain('1 achat, 6 852 F CFA')
  await user.click(screen.getByText('DOSSOU Aurèle', { selector: '[role=gridcell]' }))
  await waitFor(() => expect(location.pathname).toMatch(/^\/backoffice\/ventes\//))
})

test('nobody under this address: it says so', async () => {
  await aDesk({ path: `/backoffice/patients/${personId(77)}` })
  expect(await screen.findByText('Ce patient n’existe pas, ou l’adresse est incomplète.')).toBeTruthy()
})
