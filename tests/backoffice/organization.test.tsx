import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aContract, anOrganization, aPolicy, organizationId } from './support/a-clientele.ts'
import { aDesk, type Answer, type Asked, ok, pageText, plain, rowTexts } from './support/a-desk.tsx'

const port = anOrganization(1, {
  name: 'Port autonome',
  taxId: '320',
  paymentDelayDays: 45,
  outgoing: 250_000,
  creditLimit: 200_000,
})
const path = `/backoffice/organismes/${port.id}`
const owner = { kind: 'organization' as const, id: port.id }
const { products: _, ...insured } = aContract(1, { label: 'Cadres', owner, ownerName: port.name, defaultCoverage: 90 })
const { products: __, ...own } = aContract(2, {
  label: 'Dockers',
  companyId: null,
  owner,
  ownerName: port.name,
  defaultCoverage: 100,
})
const { products: ___, ...foreign } = aContract(3, {
  label: 'Autre maison',
  owner: { kind: 'organization', id: organizationId(9) },
  ownerName: 'Autre',
})

const knows =
  (more: (asked: Asked) => Answer = () => undefined) =>
  (asked: Asked): Answer => {
    const given = more(asked)
    if (given !== undefined) return given
    if (asked.path === `/organizations/${port.id}`) return ok(port)
    if (asked.path === `/organizations/${port.id}/outgoing`)
      return ok({ limit: 200_000, billed: 250_000, unbilled: 0, total: 250_000, after: null })
    if (asked.path === `/organizations/${port.id}/contract-policies`)
      return ok({ items: [aPolicy(1, { beneficiaryName: 'AGBO Afi', contract: insured })], total: 1 })
    if (asked.path === `/organizations/${port.id}/bills`)
      return ok({
        items: [
          { id: organizationId(70), number: 'F-2026-7', status: 'open', amount: 250_000, issuedOn: '2026-11-01' },
        ],
        total: 1,
      })
    if (asked.path === '/contracts')
      return ok({
        items: [
          { ...insured, payerName: 'NSIA', policies: 12 },
          { ...own, payerName: port.name, policies: 3 },
          { ...foreign, payerName: 'NSIA', policies: 1 },
        ],
        total: 3,
      })
    return undefined
  }
const sheet = (name: string) => screen.findByRole('region', { name })
const textOf = (element: HTMLElement) => plain(element.textContent ?? '')

test('what it owes, the contracts it took and those it pays itself', async () => {
  await aDesk({ path, answer: knows() })
  expect(await screen.findByRole('heading', { level: 1, name: 'Port autonome' })).toBeTruthy()
  const contracts = await sheet('Contrats')
  await waitFor(() =>
    expect(within(contracts).getAllByRole('row').slice(1).map(textOf)).toEqual([
      'Cadres NSIA90 %sans date de fin12',
      'Dockers À créditL’organisme lui-même100 %sans date de fin3',
    ]),
  )
  expect(pageText()).toContain('Délai de paiement45 jours')
  await waitFor(async () => expect(textOf(await sheet('Crédit'))).toContain('Encours250 000 F CFALimite200 000 F CFA'))
})

test('whom its contracts cover, and its bills', async () => {
  const { user, askedOf } = await aDesk({ path, answer: knows() })
  await user.click(await screen.findByRole('tab', { name: 'Assurés' }))
  await waitFor(() => expect(rowTexts()[0]?.slice(0, 5)).toEqual(['AGBO Afi', 'NS-1', '–', 'NSIA, Cadres', '90 %']))
  await user.click(screen.getByRole('button', { name: 'Contrat' }))
  const policies = () => askedOf(`/organizations/${port.id}/contract-policies`)
  await waitFor(() => expect(policies().at(-1)?.get('sort')).toBe('contract'))
  await user.click(screen.getByRole('tab', { name: 'Factures' }))
  await waitFor(() => expect(rowTexts()[0]).toEqual(['F-2026-7', '01/11/2026', '250 000', 'À encaisser']))
  await user.click(screen.getByRole('button', { name: 'Montant' }))
  const bills = () => askedOf(`/organizations/${organizationId(1)}/bills`)
  await waitFor(() => expect(bills().at(-1)?.get('sort')).toBe('amount'))
  expect(screen.getByRole('columnheader', { name: 'Montant' }).getAttribute('aria-sort')).toBe('ascending')
  expect(location.search).toBe('?vue=factures')
})

test('M edits it; a delay that is no number is told at its field', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) => (asked.method === 'PATCH' ? ok({ ...port, paymentDelayDays: 60 }) : undefined)),
  })
  const identity = within(await sheet('Identité'))
  await user.keyboard('m')
  const delay = identity.getByLabelText('Délai de paiement (jours)')
  await user.clear(delay)
  await user.type(delay, 'un mois{Enter}')
  expect(delay.getAttribute('aria-invalid')).toBe('true')
  expect(identity.getByText('Tapez un nombre entier.')).toBeTruthy()
  expect(sent(`PATCH /organizations/${port.id}`)).toEqual([])
  await user.clear(delay)
  await user.type(delay, '60{Enter}')
  await waitFor(() =>
    expect(sent(`PATCH /organizations/${port.id}`)).toEqual([
      expect.objectContaining({ name: 'Port autonome', paymentDelayDays: 60 }),
    ]),
  )
})

test('archiving is refused with its counts', async () => {
  const { user } = await aDesk({
    path,
    answer: knows((asked) =>
      asked.method === 'DELETE'
        ? {
            status: 409,
            body: { message: 'organizations:archiveUnclosedBillsOrSales', details: { bills: 1, sales: 2 } },
          }
        : undefined,
    ),
  })
  await user.click(await screen.findByRole('button', { name: 'Archiver' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Archiver' }))
  expect(textOf(await screen.findByRole('alertdialog', { name: 'Ce client ne peut pas être archivé' }))).toContain(
    'Factures non clôturées1Ventes non clôturées2',
  )
})

test('an archived one is opened again', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) =>
      asked.method === 'PATCH'
        ? ok(port)
        : asked.path === `/organizations/${port.id}`
          ? ok({ ...port, archived: true })
          : undefined,
    ),
  })
  await user.click(await screen.findByRole('button', { name: 'Rouvrir la fiche' }))
  await waitFor(() => expect(sent(`PATCH /organizations/${port.id}`)).toEqual([{ archived: false }]))
})

test('AIB is chosen where the platform knows it, and is to be confirmed', async () => {
  const { user, sent } = await aDesk({
    path,
    answer: knows((asked) => (asked.method === 'PATCH' ? ok({ ...port, aib: 'A' }) : undefined)),
  })
  expect(textOf(await sheet('Identité'))).toContain('AIBAucun')
  await user.keyboard('m')
  const identity = within(await sheet('Identité'))
  expect(textOf(await sheet('Identité'))).toContain('À confirmer avec votre comptable')
  await user.click(identity.getByRole('combobox', { name: 'AIB' }))
  expect((await screen.findAllByRole('option')).map(textOf)).toEqual(['Aucun', '1 % (immatriculé à l’IFU)', '5 %'])
  await user.click(screen.getByRole('option', { name: /^1/ }))
  await user.click(identity.getByRole('button', { name: /^Enregistrer/ }))
  await waitFor(() => expect(sent(`PATCH /organizations/${port.id}`)).toEqual([expect.objectContaining({ aib: 'A' })]))
})

test('where the platform knows no AIB, nothing is said of it, and what is kept stays', async () => {
  const { user, sent } = await aDesk({
    path,
    hasNoPlatform: true,
    answer: knows((asked) => (asked.method === 'PATCH' ? ok(port) : undefined)),
  })
  expect(textOf(await sheet('Identité'))).not.toContain('AIB')
  await user.keyboard('m')
  const identity = within(await sheet('Identité'))
  expect(identity.queryByLabelText('AIB')).toBeNull()
  await user.click(identity.getByRole('button', { name: /^Enregistrer/ }))
  await waitFor(() => expect(sent(`PATCH /organizations/${port.id}`)).toHaveLength(1))
})
