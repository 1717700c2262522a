import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
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
async function aClaim(state: WholesalerClaimDetail['state'], rest: Partial<WholesalerClaimDetail> = {}) {
  const shown = { claim: { ...claim, state, ...rest } }
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

test('the letter and the e-mail of a sent claim ask for what is still open, and close with the pharmacy', async () => {
  let printed = ''
  vi.stubGlobal('print', () => (printed = plain(screen.getByRole('document').textContent ?? '')))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = await aClaim('partly-accepted', {
    sentAt: '2026-11-10T08:00:00.000Z',
    answeredAt: '2026-11-14T08:00:00.000Z',
    accepted: 1000,
    lost: 57_800,
    credited: 190,
    awaited: 810,
    lines: [{ ...line, accepted: 1000 }],
    credits: [{ id: claim.id, number: 'AV12', day: '2026-11-15', amount: 190, statementId: null }],
  })
  await user.click(screen.getByRole('button', { name: 'Courrier' }))
  const mail = await screen.findByRole('menuitem', { name: 'Écrire un e-mail' })
  const written = plain(decodeURIComponent(mail.getAttribute('href') ?? ''))
  for (const part of ['1 000 F CFA acceptés, 57 800 F CFA refusés', 'avoir n° AV12', 'encore un avoir de 810 F CFA'])
    expect(written).toContain(part)
  expect(written.endsWith('Pharmacie Camp Guézo')).toBe(true)
  await user.click(screen.getByRole('menuitem', { name: 'Imprimer la lettre' }))
  await waitFor(() => expect(printed).toContain('Relance de la réclamation n° 3'))
  expect(printed).toContain('encore un avoir de 810 F CFA')
})
