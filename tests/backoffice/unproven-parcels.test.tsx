import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UnprovenParcel } from '#shared/contract/unproven-parcels.ts'
import { type Asked, aDesk, ok, today } from './support/a-desk.tsx'

const main = () => within(screen.getByRole('main'))
const deposit: UnprovenParcel = {
  parcelId: '018f0000-0000-7000-8000-0000000000a1',
  revision: 1,
  gesture: 'deposit',
  amount: 500_000,
  receivedAt: `${today}T09:05:00.000Z`,
  sellerName: 'HOUNKPÈ Rose',
  sentByName: 'DOSSOU Afi',
  state: 'open',
  decidedByName: null,
  decidedAt: null,
  reason: null,
}

/** The list with one parcel; `refuse`: the answer to a decision. */
async function deciding(parcel: UnprovenParcel, refuse?: { status: number; body: unknown }) {
  const asked: Asked[] = []
  const { user } = await aDesk({
    path: '/backoffice/parametres/envois',
    answer: (call) => {
      if (!call.path.startsWith('/unproven-parcels')) return undefined
      asked.push(call)
      if (call.path === '/unproven-parcels') return ok({ items: [parcel], total: 1 })
      return refuse ?? ok({ ...parcel, state: 'done' })
    },
  })
  await waitFor(() => expect(main().getAllByRole('row')).toHaveLength(2))
  const written = () => asked.filter(({ method }) => method === 'POST')
  const open = async () => {
    await user.click(main().getByRole('button', { name: `Décider de l’envoi au nom de ${parcel.sellerName}` }))
    return within(await screen.findByRole('dialog'))
  }
  return { user, asked, written, open }
}

test('the owner reads what was tried in whose name, and who sent it; open ones first', async () => {
  const { asked, user } = await deciding(deposit)
  const row = main().getAllByRole('row')[1]!.textContent!.replaceAll(/\s/g, ' ')
  for (const part of ['Versement en banque', '500 000', 'HOUNKPÈ Rose', 'DOSSOU Afi', 'À vérifier'])
    expect(row).toContain(part)
  expect(asked[0]!.query.get('state')).toBeNull()
  await user.click(main().getByText('Décidés'))
  await waitFor(() => expect(asked.at(-1)!.query.get('state')).toBe('decided'))
})

test('the owner confirms it, after a question', async () => {
  const { user, open, written } = await deciding(deposit)
  const dialog = await open()
  await user.click(dialog.getByRole('button', { name: 'Confirmer' }))
  expect(written()).toEqual([])
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Confirmer' }))
  await waitFor(() =>
    expect(written()).toMatchObject([{ path: `/unproven-parcels/${deposit.parcelId}/confirm`, body: { revision: 1 } }]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a confirmation that a rule refuses says why', async () => {
  const { user, open } = await deciding(deposit, { status: 409, body: { message: 'cashRegisters:closed' } })
  const dialog = await open()
  await user.click(dialog.getByRole('button', { name: 'Confirmer' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Confirmer' }))
  expect(await screen.findByText('La caisse est déjà fermée')).toBeTruthy()
})

test('the owner sets it aside with a reason; without one nothing is sent', async () => {
  const { user, open, written } = await deciding(deposit)
  const dialog = await open()
  await user.click(dialog.getByRole('button', { name: 'Écarter' }))
  expect(written()).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /Motif/ }), 'Essai du poste')
  await user.click(dialog.getByRole('button', { name: 'Écarter' }))
  await waitFor(() =>
    expect(written()).toMatchObject([
      { path: `/unproven-parcels/${deposit.parcelId}/discard`, body: { revision: 1, reason: 'Essai du poste' } },
    ]),
  )
})

test('a closing cannot be confirmed, and what is decided is not decided again', async () => {
  const { open } = await deciding({ ...deposit, gesture: 'close', amount: null })
  const dialog = await open()
  expect(dialog.queryByRole('button', { name: 'Confirmer' })).toBeNull()
  expect(dialog.getByText(/refaites-la/)).toBeTruthy()
})

test('a decided one says who decided, and why', async () => {
  await deciding({ ...deposit, state: 'discarded', decidedByName: 'BIO Ismaël', reason: 'Essai' })
  expect(main().queryByRole('button', { name: /Décider/ })).toBeNull()
  const row = main().getAllByRole('row')[1]!.textContent
  for (const part of ['Écarté', 'BIO Ismaël', 'Essai']) expect(row).toContain(part)
})
