import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { noting } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { PlayedCall } from '#tests/kiosk/support/a-counter.tsx'
import { aRegister, aTill, caissier, isDisabled, openWith, said, transport } from '#tests/kiosk/support/a-till.tsx'
import { fillDisk } from '#tests/support/full-disk.ts'

/** The float, one coin of 500, is counted. */
async function countTheFloat(user: Awaited<ReturnType<typeof aTill>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  await user.type(screen.getByRole('textbox', { name: /^Pièces de 500$/ }), '1')
  await user.click(screen.getByRole('button', { name: 'Compter le reste' }))
}

/** A server that takes the opening and refuses money that is moved by hand. */
const refusing = ({ path, body }: PlayedCall) => {
  if (path === '/cash-registers')
    return { status: 201, body: aRegister(body as { id: string; openedAt: string; float: number }) }
  return path === '/movements' || path === '/disbursements'
    ? { status: 422, body: { message: 'requests:invalid' } }
    : undefined
}

test('money that was moved and waits is an operation to send, no sale', async () => {
  const { user, store } = await aTill()
  await openWith(user, '500')
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  expect(await screen.findByText('Ventes et mouvements envoyés')).toBeTruthy()
  await shared.store.moveMoney({ kind: 'cash-in', amount: 500, note: null }, facts)
  shared.written()
  expect(await screen.findByText('1 opération à envoyer, comptée dans la fermeture')).toBeTruthy()
  expect(screen.queryByText('Ventes et mouvements envoyés')).toBeNull()
})

test('money that was moved and refused stands in the way of a closing, by its own word, and leads to where it is let go of', async () => {
  const { user, store } = await aTill({ onCall: refusing })
  await openWith(user, '500')
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  await shared.store.moveMoney(
    { kind: 'collection', type: 'CASH', operator: null, amount: 5000, note: null, clientId: crypto.randomUUID() },
    facts,
  )
  shared.written()
  shared.wakeOutbox()
  await user.click(screen.getByRole('button', { name: 'Compter la caisse' }))
  expect(said(await screen.findByRole('alert'))).toBe(
    '1 opération à finir avant de fermerEncaissement de crédit refusé5 000',
  )
  expect(screen.queryByText('Ventes et mouvements envoyés')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Encaissement de crédit refusé' }))
  await user.click(await screen.findByRole('button', { name: /^Abandonner\s: Encaissement d’un crédit$/ }))
  await user.click(await screen.findByRole('button', { name: /^Oui, abandonner/ }))
  await waitFor(() => expect(store.get(snapshotAtom).registers).toMatchObject([{ gestures: [] }]))
})

test('who may pass a refused gesture over says why, and the closing names it', async () => {
  const { user, store, acts } = await aTill({ permissions: [...caissier, 'register.reopen'], onCall: refusing })
  await openWith(user, '600')
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  const refusedId = await shared.store.disburse(
    { reasonId: transport.id, reason: 'Transport', amount: 100, beneficiary: null, note: null },
    facts,
  )
  shared.written()
  shared.wakeOutbox()
  await countTheFloat(user)
  await user.click(await screen.findByRole('button', { name: 'Voir l’écart' }))
  expect(await screen.findByRole('heading', { name: 'Le compte est bon' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Décaissement refusé' })).toBeTruthy()
  const close = screen.getByRole('button', { name: 'Fermer la caisse' })
  expect(isDisabled(close)).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /obligatoire/ }), 'Motif')
  await user.click(close)
  expect(await screen.findByRole('heading', { name: 'Caisse fermée' })).toBeTruthy()
  expect(acts().at(-1)).toMatchObject({
    act: 'close',
    comment: 'Motif',
    unfinished: [{ id: refusedId, identifier: 'disburse', total: 100, state: 'refused' }],
  })
})

test('a count that is put down by two touches is put down once, and a disk that refuses it is said', async () => {
  const { user, acts } = await aTill()
  await openWith(user, '500')
  await countTheFloat(user)
  const seen: HTMLElement = await screen.findByRole('button', { name: 'Voir l’écart' })
  const free = fillDisk()
  await user.click(seen)
  expect((await screen.findByText(/^Ce poste n’a plus de place/)).textContent).toContain('Libérer de la place')
  free()
  seen.click()
  seen.click()
  expect(await screen.findByRole('heading', { name: 'Le compte est bon' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Fermer la caisse' }))
  await screen.findByRole('heading', { name: 'Caisse fermée' })
  expect(acts().map(({ act }) => act)).toEqual(['open', 'count', 'close'])
})
