import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WholesalerClaimDetail } from '#shared/contract/wholesaler-claims.ts'
import { aDesk, ok, plain, type Asked } from './support/a-desk.tsx'

const line: WholesalerClaimDetail['lines'][number] = {
  position: 1,
  reason: 'twice',
  label: 'CLAMOXYL 500',
  noteNumber: 'SL-0099',
  deliveryId: null,
  evidence: 'Facturé deux fois sur ce relevé, SL-0099.',
  amount: 58_800,
  accepted: null,
  photos: 0,
}
const claim: WholesalerClaimDetail = {
  id: '018f0000-0000-7000-8000-0000000000e1',
  number: 3,
  supplierId: '018f0000-0000-7000-8000-0000000000e2',
  supplierName: 'Dépôt Saint-Luc',
  statementId: null,
  statementReference: null,
  state: 'draft',
  note: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  createdByName: 'TOSSOU Mireille',
  sentAt: null,
  sentByName: null,
  reminders: 0,
  remindedAt: null,
  answeredAt: null,
  answer: null,
  canceledAt: null,
  cancelReason: null,
  claimed: 58_800,
  accepted: 0,
  credited: 0,
  awaited: 0,
  lost: 0,
  lines: [line],
  credits: [],
  supplier: { name: 'Dépôt Saint-Luc', customerNumber: null, address: null, phone: null, email: null },
}

/** The screen of a claim; `written` is what the server was asked to change. */
async function aClaim(state: WholesalerClaimDetail['state']) {
  const shown = { claim: { ...claim, state } }
  const written: Asked[] = []
  const desk = await aDesk({
    path: `/backoffice/reclamations/${claim.id}`,
    products: [],
    answer: (asked) => {
      if (asked.method === 'PATCH') {
        written.push(asked)
        shown.claim = { ...shown.claim, lines: [{ ...line, ...(asked.body as object) }] }
      }
      if (asked.path.endsWith('/mails')) return ok({ isOn: false, closing: 'Pharmacie Camp Guézo', items: [] })
      return asked.path.startsWith(`/wholesaler-claims/${claim.id}`) ? ok(shown.claim) : undefined
    },
  })
  const table = await screen.findByRole('grid', { name: 'Lignes de la réclamation' })
  return { ...desk, written, table }
}

test('the cause and the text of a draft’s line are changed where they stand', async () => {
  const { user, written, table } = await aClaim('draft')
  await user.click(within(table).getByRole('button', { name: 'Modifier la ligne 1' }))
  const form = await screen.findByRole('dialog', { name: 'Ligne 1' })
  await user.click(within(form).getByRole('combobox', { name: 'Cause' }))
  await user.click(await screen.findByRole('option', { name: 'Facturé, non livré' }))
  const text = within(form).getByRole('textbox', { name: 'Preuve' })
  await user.clear(text)
  await user.type(text, 'Colis refusé au contrôle.')
  await user.click(within(form).getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(written).toHaveLength(1))
  expect(written[0]).toMatchObject({
    path: `/wholesaler-claims/${claim.id}/lines/1`,
    body: { reason: 'missing', label: 'CLAMOXYL 500', evidence: 'Colis refusé au contrôle.' },
  })
  await waitFor(() => expect(plain(table.textContent)).toContain('Facturé, non livré'))
  expect(plain(table.textContent)).toContain('Colis refusé au contrôle.')
})

test('a claim that was sent is not changed', async () => {
  const { table } = await aClaim('sent')
  expect(within(table).queryByRole('button', { name: /Modifier/ })).toBeNull()
})
