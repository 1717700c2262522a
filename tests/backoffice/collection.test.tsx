import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Collection } from '#shared/contract/bill-follow-ups.ts'
import { aDesk, ok, plain, type Asked } from './support/a-desk.tsx'

const payerId = '019f0000-0000-7000-8000-0000000000c1'
const bill = {
  id: '019f0000-0000-7000-8000-0000000000b1',
  number: 'F-00012',
  issuedOn: '2026-09-30',
  dueOn: '2026-10-30',
  late: 22,
  amount: 120_000,
  left: 80_000,
  isDisputed: false,
}
const collection: Collection = {
  payerKind: 'organization',
  payerId,
  payerName: 'Port de Cotonou',
  phone: '+2290121314151',
  email: null,
  address: 'Boulevard de la Marina',
  left: 110_000,
  unbilled: 15_000,
  ahead: 0,
  overdue: 80_000,
  bills: [bill, { ...bill, id: payerId, number: 'F-00015', late: 3, left: 30_000, isDisputed: true }],
  followUps: [
    {
      id: '019f0000-0000-7000-8000-0000000000f1',
      kind: 'promise',
      step: null,
      channel: null,
      amount: 50_000,
      promisedOn: '2026-11-15',
      promise: 'broken',
      billId: null,
      billNumber: null,
      note: 'Le comptable',
      on: '2026-11-10',
      createdAt: '2026-11-10T10:00:00.000Z',
      createdByName: 'DOSSOU Aurèle',
      endedAt: null,
      endedByName: null,
      endNote: null,
    },
  ],
  next: { step: 2, from: '2026-11-20' },
  days: 41,
  refused: 0,
  creditLimit: 500_000,
  proposedLimit: 150_000,
}

async function follow() {
  const asked: Asked[] = []
  const desk = await aDesk({
    path: `/backoffice/factures/suivi/${payerId}`,
    answer: (question) => {
      if (question.path === `/bills/collections/${payerId}`) return ok(collection)
      if (question.path === `/bills/${bill.id}/mails`)
        return ok({ isOn: false, closing: 'Pharmacie Camp Guézo', items: [] })
      if (question.path === '/bills/follow-ups') {
        asked.push(question)
        return ok(collection)
      }
      return undefined
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Port de Cotonou' })
  return { ...desk, asked }
}
const text = () => plain(screen.getByRole('main').textContent ?? '')

test('what a payer owes, what was done and what comes next stand together', async () => {
  await follow()
  for (const part of [
    'En retard80 000 F CFA',
    'Délai moyen41 j',
    'Plafond de crédit500 000 F CFA',
    'Plafond proposé150 000 F CFA',
    'Promesse de 50 000 F CFA pour le',
    'Non tenue',
    'Deuxième relance à faire maintenant.',
  ])
    expect(text()).toContain(part)
  const rows = screen.getByRole('grid', { name: 'Factures dues' }).querySelectorAll('[data-row]')
  expect([...rows].map((row) => plain(row.textContent))).toEqual([
    expect.stringMatching(/^F-00012.*22.*En retard$/),
    expect.stringMatching(/^F-00015.*En litige$/),
  ])
})

test('a reminder has the words of its step, leaves out disputed bills, and is noted once it is done', async () => {
  const { user, asked } = await follow()
  await user.click(screen.getByRole('button', { name: 'Relancer' }))
  const dialog = within(await screen.findByRole('dialog'))
  const letter = () => plain((dialog.getByLabelText('Lettre ou e-mail') as HTMLTextAreaElement).value)
  const message = () => plain((dialog.getByLabelText('Message pour un téléphone') as HTMLTextAreaElement).value)
  expect(letter()).toContain('80 000 F CFA restent dus depuis le')
  // No reminder was sent yet: none is spoken of.
  expect(letter()).not.toContain('Malgré notre rappel')
  expect(letter()).toContain('Sur les 120 000 F CFA facturés, 40 000 F CFA sont réglés ou retirés.')
  expect(letter()).toContain('Vous nous aviez promis 50 000 F CFA pour le')
  expect(letter()).toContain('Les factures que vous contestez ne sont pas comprises.')
  expect(letter()).toMatch(/- Facture F-00012 du .*, échue le .* : 120 000 F CFA, reste 80 000 F CFA/)
  expect(letter()).not.toContain('F-00015')
  expect(message()).toContain('deuxième relance, 80 000 F CFA restent dus (F-00012)')
  await user.click(dialog.getByRole('combobox', { name: 'Étape' }))
  await user.click(screen.getByRole('option', { name: 'Mise en demeure' }))
  expect(letter()).toContain('Nous vous mettons en demeure de nous régler 80 000 F CFA')
  await user.click(dialog.getByRole('button', { name: 'J’ai appelé' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.map(({ body }) => body)).toMatchObject([{ payerId, kind: 'reminder', step: 3, channel: 'phone' }])
})

test('a promise needs its amount and a day to come; a dispute names its bill', async () => {
  const { user, asked } = await follow()
  await user.click(screen.getByRole('button', { name: 'Promesse' }))
  const promise = within(await screen.findByRole('dialog'))
  expect((promise.getByLabelText(/^Montant promis/) as HTMLInputElement).value.replaceAll(/\D/g, '')).toBe('80000')
  await user.clear(promise.getByLabelText(/^Montant promis/))
  await user.type(promise.getByLabelText(/^Montant promis/), '25000')
  await user.click(promise.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Litige' }))
  const dispute = within(await screen.findByRole('dialog'))
  await user.click(dispute.getByRole('combobox', { name: 'Sur' }))
  await user.click(screen.getByRole('option', { name: /F-00012/ }))
  await user.click(dispute.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ body }) => body)).toMatchObject([
    { kind: 'promise', amount: 25_000, promisedOn: '2026-11-28' },
    { kind: 'dispute', billId: bill.id },
  ])
})
