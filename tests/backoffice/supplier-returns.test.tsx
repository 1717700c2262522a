import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ReturnableLot, SupplierReturnNote } from '#shared/contract/supplier-returns.ts'
import { aDesk, ok, plain, type Answer, type Asked } from './support/a-desk.tsx'

const supplier = { id: '018f0000-0000-7000-8000-0000000000f1', name: 'Ubipharm' }
const decided: ReturnableLot = {
  stockItemId: '018f0000-0000-7000-8000-0000000000c1',
  pharmacyProductId: '018f0000-0000-7000-8000-0000000000c2',
  label: 'Vitamine C UPSA cp B/20',
  packaging: 'Boîte',
  lot: 'VC12',
  expiresOn: '2027-01-20',
  quantity: 14,
  proposed: 8,
  reason: 'expired',
  deliveryId: null,
  because: 'task',
}
const brought: ReturnableLot = {
  ...decided,
  stockItemId: '018f0000-0000-7000-8000-0000000000c3',
  label: 'Coartem 20/120 mg cp B/24',
  lot: 'CO1',
  quantity: 6,
  proposed: 6,
  reason: 'surplus',
  deliveryId: '018f0000-0000-7000-8000-0000000000c4',
  because: 'delivery',
}
const note: SupplierReturnNote = {
  id: '018f0000-0000-7000-8000-0000000000c5',
  number: 7,
  supplierId: supplier.id,
  supplierName: supplier.name,
  state: 'sent',
  note: null,
  sentAt: '2026-11-21T11:40:00.000Z',
  sentByName: 'DOSSOU Afi',
  lots: 1,
  units: 8,
  value: 9600,
  creditNumber: null,
  creditAmount: null,
  creditedAt: null,
  awaited: 9600,
  givenUp: 0,
  giveUpReason: null,
  givenUpAt: null,
  givenUpByName: null,
  credits: [],
  canceledAt: null,
  canceledByName: null,
  cancelReason: null,
  lines: [{ ...decided, quantity: 8, cost: 1200, deliveryNumber: null }],
}

/** A server with one return; `written` is what it was asked to change. */
async function returns(path: string, refusal?: Answer, shown = note) {
  const state = { note: shown }
  const written: Asked[] = []
  const { user } = await aDesk({
    path: `/backoffice${path}`,
    products: [],
    answer: (asked) => {
      const { path: called, method } = asked
      if (method !== 'GET') {
        written.push(asked)
        if (refusal) return refusal
        if (called.endsWith('/credit'))
          state.note = {
            ...note,
            state: 'credited',
            creditNumber: 'AV 12',
            creditAmount: 9000,
            creditedAt: note.sentAt,
            awaited: 0,
            givenUp: 600,
            giveUpReason: 'Boîte abîmée',
            givenUpAt: note.sentAt,
            givenUpByName: note.sentByName,
            credits: [{ id: note.id, number: 'AV 12', amount: 9000, at: note.sentAt, byName: note.sentByName }],
          }
        if (called.endsWith('/cancel'))
          state.note = { ...note, state: 'canceled', cancelReason: 'Erreur', canceledAt: note.sentAt }
        return { status: method === 'POST' && called === '/supplier-returns' ? 201 : 200, body: state.note }
      }
      if (called === '/supplier-returns') return ok({ items: [state.note], total: 1, awaited: 9600 })
      if (called === '/supplier-returns/candidates') return ok([decided, brought])
      if (called === `/supplier-returns/${note.id}`) return ok(state.note)
      if (called === '/suppliers/all') return ok([{ ...supplier, archived: false }])
      return undefined
    },
  })
  return { user, written }
}

test('what was decided is ticked; another lot is added with its own reason; the note goes as one', async () => {
  const { user, written } = await returns(`/retours?nouveau=oui&fournisseur=${supplier.id}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Nouveau retour' }))
  const quantity = await panel.findByRole('textbox', { name: `Quantité de ${decided.label}` })
  expect((quantity as HTMLInputElement).value).toBe('8')
  expect(plain(panel.getByText(/lot VC12/).textContent ?? '')).toContain('14 boîtes, retour décidé')
  await user.click(panel.getByRole('checkbox', { name: brought.label }))
  await user.clear(panel.getByRole('textbox', { name: `Quantité de ${brought.label}` }))
  await user.type(panel.getByRole('textbox', { name: `Quantité de ${brought.label}` }), '2')
  await user.click(panel.getByRole('combobox', { name: `Motif pour ${brought.label}` }))
  await user.click(await screen.findByRole('option', { name: 'Erreur de livraison' }))
  await user.click(panel.getByRole('button', { name: 'Rendre' }))
  await waitFor(() => expect(written).toHaveLength(1))
  expect(written[0]).toMatchObject({
    path: '/supplier-returns',
    body: {
      supplierId: supplier.id,
      lines: [
        { stockItemId: decided.stockItemId, quantity: 8, reason: 'expired', deliveryId: null },
        { stockItemId: brought.stockItemId, quantity: 2, reason: 'wrong', deliveryId: brought.deliveryId },
      ],
    },
  })
})

test('a line that the server refuses is told at its lot', async () => {
  const { user } = await returns(`/retours?nouveau=oui&fournisseur=${supplier.id}`, {
    status: 422,
    body: {
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.lines.0.quantity', message: 'Too big' }] },
    },
  })
  const panel = within(await screen.findByRole('complementary', { name: 'Nouveau retour' }))
  await panel.findByRole('textbox', { name: `Quantité de ${decided.label}` })
  await user.click(panel.getByRole('button', { name: 'Rendre' }))
  await waitFor(() =>
    expect(panel.getByRole('textbox', { name: `Quantité de ${decided.label}` }).getAttribute('aria-invalid')).toBe(
      'true',
    ),
  )
})

test('the credit is noted with its number and what it really is', async () => {
  const { user, written } = await returns(`/retours/${note.id}`)
  const panel = within(await screen.findByRole('complementary', { name: /Retour n°\s7/ }))
  await panel.findByText('Avoir attendu')
  await user.click(panel.getByRole('button', { name: 'Avoir reçu' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /N° de l’avoir/ }), 'AV 12')
  const amount = dialog.getByRole('textbox', { name: /Montant de l’avoir/ })
  expect(plain((amount as HTMLInputElement).value)).toBe('9 600')
  await user.clear(amount)
  await user.type(amount, '9000')
  await user.click(dialog.getByRole('radio', { name: 'est abandonné' }))
  await user.type(dialog.getByRole('textbox', { name: /Raison de l’abandon/ }), 'Boîte abîmée')
  await user.click(dialog.getByRole('button', { name: 'Enregistrer l’avoir' }))
  await waitFor(() =>
    expect(written.at(-1)).toMatchObject({ body: { number: 'AV 12', amount: 9000, giveUp: 'Boîte abîmée' } }),
  )
  await panel.findByText('Reste abandonné')
  expect(panel.queryByRole('button', { name: 'Annuler le retour' })).toBeNull()
})

test('the printed note says what came of the return, and what is still awaited', async () => {
  let printed = ''
  vi.stubGlobal('print', () => (printed = plain(screen.getByRole('document').textContent ?? '')))
  onTestFinished(() => void vi.unstubAllGlobals())
  const credits = [{ id: note.id, number: 'AV 12', amount: 9000, at: note.sentAt, byName: note.sentByName }]
  const { user } = await returns(`/retours/${note.id}`, undefined, {
    ...note,
    creditNumber: 'AV 12',
    creditAmount: 9000,
    creditedAt: note.sentAt,
    awaited: 600,
    credits,
  })
  const panel = within(await screen.findByRole('complementary', { name: /Retour n°\s7/ }))
  await panel.findByText('Reste attendu')
  expect(panel.queryByRole('button', { name: 'Annuler le retour' })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Imprimer le bon' }))
  await waitFor(() => expect(printed).toContain('9 600 F CFA au coût'))
  expect(printed).toContain('Avoir reçu (AV 12) : 9 000 F CFA, avoir encore attendu : 600 F CFA.')
})

test('a canceled return says why', async () => {
  const { user, written } = await returns(`/retours/${note.id}`)
  const panel = within(await screen.findByRole('complementary', { name: /Retour n°\s7/ }))
  await user.click(await panel.findByRole('button', { name: 'Annuler le retour' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox', { name: /Raison/ }), 'Erreur')
  await user.click(dialog.getByRole('button', { name: 'Annuler le retour' }))
  await waitFor(() => expect(written.at(-1)).toMatchObject({ body: { reason: 'Erreur' } }))
  await panel.findByText(/Erreur/)
})
