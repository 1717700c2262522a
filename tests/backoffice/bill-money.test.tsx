import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BillPaymentDetail } from '#shared/contract/bill-payments.ts'
import type { BillDetail, BillSettlement } from '#shared/contract/bills.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aDesk, ok, plain, type Asked } from './support/a-desk.tsx'

const idOf = (n: number) => `019f0000-0000-7000-8000-0000000000c${n}`
const payer = { payerKind: 'company' as const, payerId: idOf(9), payerName: 'NSIA' }
const at = '2026-11-20T11:00:00.000Z'
const settled = (kind: BillSettlement['kind'], n: number, amount: number): BillSettlement => ({
  id: idOf(n),
  saleId: idOf(2),
  paymentId: idOf(3),
  kind,
  amount,
  noteNumber: kind === 'paid' ? null : 1,
  reason: null,
  billPaymentId: kind === 'paid' ? idOf(4) : null,
  movementId: null,
  at,
  byName: 'AZONHIHO Gilles',
})
const bill = (settlements: BillSettlement[], paid: number): BillDetail => ({
  id: idOf(1),
  number: 'F-00011',
  ...payer,
  label: null,
  from: '2026-10-01',
  to: '2026-10-31',
  billed: { from: '2026-10-01', to: '2026-10-31' },
  issuedOn: '2026-11-02',
  dueOn: '2026-12-02',
  state: 'partly-paid',
  amount: 5000,
  returned: 0,
  paid,
  charged: 0,
  writtenOff: 0,
  again: 0,
  left: 5000 - paid,
  createdByName: null,
  sentAt: null,
  canceledAt: null,
  cancelReason: null,
  lines: [],
  earlier: { vouchers: 0, amount: 0 },
  settlements,
  rule: {
    period: 'month',
    split: 'payer',
    mostLines: null,
    mostAmount: null,
    paymentDays: 30,
    foreclosureDays: null,
    prefix: 'F-',
    copies: 1,
    columns: [],
    needs: [],
  },
  ahead: 0,
  payer: { taxId: null, address: null, phone: null, email: null },
})
const payment = (returns: BillPaymentDetail['returns']): BillPaymentDetail => ({
  id: idOf(4),
  number: 7,
  ...payer,
  means: 'TRANSFER',
  amount: 9000,
  paidOn: '2026-11-10',
  reference: 'VIR 7',
  note: null,
  allocated: 1000,
  givenBack: 3000,
  ahead: 5000,
  unexplained: 0,
  bills: [],
  createdAt: at,
  createdByName: 'AZONHIHO Gilles',
  canceledAt: null,
  cancelReason: null,
  returns,
  lines: [],
})
const back = {
  id: idOf(5),
  amount: 3000,
  means: 'CASH' as const,
  returnedOn: '2026-11-12',
  reference: null,
  reason: 'Payé deux fois',
  byName: 'AZONHIHO Gilles',
}

async function openDesk(path: string, answers: Record<string, unknown>) {
  const asked: Asked[] = []
  const desk = await aDesk({
    path: `/backoffice${path}`,
    permissions: defaultRoles.titulaire,
    answer: (question) => {
      if (question.method !== 'GET') asked.push(question)
      const found = answers[question.path]
      return found === undefined ? undefined : ok(found)
    },
  })
  return { ...desk, asked }
}

test('the cancellation of a paid bill says how much is ahead again', async () => {
  const paid = bill([settled('paid', 6, 2500)], 2500)
  const { user, asked } = await openDesk(`/factures/${idOf(1)}`, {
    [`/bills/${idOf(1)}`]: paid,
    [`/bills/${idOf(1)}/cancel`]: { ...paid, state: 'canceled' },
  })
  await user.click(await screen.findByRole('button', { name: 'Annuler' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(plain(dialog.textContent)).toContain('Les 2 500 F CFA déjà payés redeviennent d’avance.')
  await user.type(within(dialog).getByLabelText(/Raison/), 'Mauvaise période')
  await user.click(within(dialog).getByRole('button', { name: 'Annuler la facture' }))
  await expect.poll(() => asked).toMatchObject([{ body: { reason: 'Mauvaise période' } }])
})

test('a bill with a refused voucher offers no cancellation', async () => {
  const mixed = bill([settled('paid', 6, 2500), settled('presented-again', 7, 500)], 2500)
  await openDesk(`/factures/${idOf(1)}`, { [`/bills/${idOf(1)}`]: mixed })
  await screen.findByRole('button', { name: 'Noter un paiement' })
  expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull()
})

test('a sum that went back says where its cash came from, and is undone with a reason', async () => {
  const undone = { at, byName: 'AZONHIHO Gilles', reason: 'Mal saisi' }
  const shown = payment([
    { ...back, disbursementNumber: 12, undone: null },
    { ...back, id: idOf(6), disbursementNumber: null, undone },
  ])
  const { user, asked } = await openDesk(`/factures/paiements/${idOf(4)}`, {
    [`/bill-payments/${idOf(4)}`]: shown,
    [`/bill-payments/returns/${idOf(5)}/undo`]: shown,
  })
  const [first, second] = (await screen.findByText(/décaissement n°/)).closest('ul')!.querySelectorAll('li')
  expect(plain(first!.textContent)).toContain('Espèces, décaissement n° 12, Payé deux fois')
  expect(plain(second!.textContent)).toMatch(/Espèces, hors caisse, .*Annulé .* : Mal saisi/)
  expect(within(second!).queryByRole('button')).toBeNull()
  await user.click(within(first!).getByRole('button', { name: 'Annuler' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.type(within(dialog).getByLabelText(/Raison/), 'Mal saisi')
  await user.click(within(dialog).getByRole('button', { name: 'Annuler la somme rendue' }))
  await expect.poll(() => asked).toMatchObject([{ body: { reason: 'Mal saisi' } }])
})

test('cash that went back out of a drawer has the amount of its disbursement', async () => {
  const shown = payment([])
  const spent = { id: idOf(8), number: 12, amount: 3000, spentAt: at, reason: 'Divers', beneficiary: 'NSIA' }
  const { user, asked } = await openDesk(`/factures/paiements/${idOf(4)}`, {
    [`/bill-payments/${idOf(4)}`]: shown,
    '/bill-payments/cash-out': [spent],
    [`/bill-payments/${idOf(4)}/returns`]: shown,
  })
  await user.click(await screen.findByRole('button', { name: 'Rendre au payeur' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: 'Moyen' }))
  await user.click(await screen.findByRole('option', { name: 'Espèces' }))
  await user.click(dialog.getByRole('combobox', { name: 'Décaissement de la caisse' }))
  await user.click(await screen.findByRole('option', { name: /N°.12/ }))
  expect(dialog.getByLabelText(/^Montant/)).toHaveProperty('disabled', true)
  await user.type(dialog.getByLabelText(/^Motif/), 'Payé deux fois')
  await user.click(dialog.getByRole('button', { name: 'Noter la somme rendue' }))
  await expect.poll(() => asked).toMatchObject([{ body: { amount: 3000, means: 'CASH', disbursementId: spent.id } }])
})
