import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Due } from '#shared/contract/dues.ts'
import { defaultRoles, type Permission } from '#shared/domain/permissions.ts'
import { aDue, dueId } from './support/a-due.ts'
import { aDesk, ok, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'

/** A server with one due; `written` is what it was asked to change. */
async function theDues(
  path: string,
  { due = aDue(), permissions, refusal }: { due?: Due; permissions?: readonly Permission[]; refusal?: Answer } = {},
) {
  const state = { due }
  const written: Asked[] = []
  const read: Asked[] = []
  const { user } = await aDesk({
    path: `/backoffice${path}`,
    products: [],
    ...(permissions ? { permissions } : {}),
    answer: (asked) => {
      if (asked.method === 'GET') {
        read.push(asked)
        if (asked.path === '/dues') return ok({ items: [state.due], total: 1 })
        return asked.path === `/dues/${dueId}` ? ok(state.due) : undefined
      }
      written.push(asked)
      if (refusal) return refusal
      if (asked.path === `/dues/${dueId}/hand-over`) {
        const { left } = asked.body as { left: number }
        const handed = { owed: left, handedOverAt: '2026-11-21T11:00:00.000Z', handedOverByName: 'DOSSOU Aurèle' }
        state.due = { ...state.due, ...handed, state: left > 0 ? 'open' : 'handed-over' }
      }
      if (asked.path === `/dues/${dueId}/cancel`) {
        const { reason } = asked.body as { reason: string }
        const canceled = { canceledAt: '2026-11-21T11:00:00.000Z', canceledByName: 'DOSSOU Aurèle' }
        state.due = { ...state.due, ...canceled, owed: 0, state: 'canceled', cancelReason: reason }
      }
      return ok(state.due)
    },
  })
  return { user, written, read }
}
const thePanel = async () => within(await screen.findByRole('complementary', { name: 'Dû à HOUNTONDJI Adjoa' }))

test('a row says what is owed, to whom, since when; the switch asks the server', async () => {
  const { user, read } = await theDues('/dus')
  await waitFor(() =>
    expect(rowTexts()).toEqual([
      [
        '20/11/2026',
        'Coartem 20/120 mg cp B/24',
        '2',
        '0',
        'HOUNTONDJI Adjoa',
        '01 96 12 34 56',
        '811',
        'En attente',
        'KPADONOU Sena',
      ],
    ]),
  )
  await user.click(screen.getByRole('radio', { name: 'À remettre' }))
  await waitFor(() => {
    const { query } = read.findLast(({ path, query }) => path === '/dues' && query.has('state'))!
    expect([query.get('state'), query.get('onShelf')]).toEqual(['open', 'only'])
  })
  expect(location.search).toContain('etat=a-remettre')
})

test('the panel calls the patient, and leads to the sale, the product and the patient', async () => {
  await theDues(`/dus/${dueId}`, { due: aDue({ onShelf: 3 }) })
  const panel = await thePanel()
  const linkOf = (name: string | RegExp) => panel.getByRole('link', { name }).getAttribute('href')
  expect(linkOf(/^01.96.12.34.56$/)).toBe('tel:+2290196123456')
  expect(linkOf(/^n°.811$/)).toBe(`/backoffice/ventes/${aDue().saleId}`)
  expect(linkOf(/^Coartem/)).toBe(`/backoffice/stock/${aDue().pharmacyProductId}`)
  expect(linkOf(/^HOUNTONDJI/)).toBe(`/backoffice/patients/${aDue().patientId}`)
  expect(panel.getByText('À remettre')).toBeTruthy()
})

test('a part is handed over, then the last unit at once', async () => {
  const { user, written } = await theDues(`/dus/${dueId}`)
  const panel = await thePanel()
  await user.click(panel.getByRole('button', { name: 'Remis au client' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: /^Une de moins/ }))
  await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
  await panel.findByText('1 sur 2')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(panel.getByRole('button', { name: 'Remis au client' }))
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Remis au client' })).toBeNull())
  expect(written.map(({ body }) => body)).toEqual([{ left: 1 }, { left: 0 }])
  expect(plain(panel.getByText(/DOSSOU Aurèle$/).textContent ?? '')).toContain('21 nov. 2026')
})

test('a canceled due says why, and is not handed over', async () => {
  const { user, written } = await theDues(`/dus/${dueId}`)
  const panel = await thePanel()
  await user.click(panel.getByRole('button', { name: 'Annuler le dû' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox', { name: /Raison/ }), 'Noté par erreur')
  await user.click(dialog.getByRole('button', { name: 'Annuler le dû' }))
  await panel.findByText(/Noté par erreur/)
  expect(written).toMatchObject([{ path: `/dues/${dueId}/cancel`, body: { reason: 'Noté par erreur' } }])
  expect(panel.queryByRole('button', { name: 'Remis au client' })).toBeNull()
})

test('a seller hands over and does not cancel', async () => {
  await theDues(`/dus/${dueId}`, { permissions: defaultRoles.vendeur })
  const panel = await thePanel()
  expect(panel.getByRole('button', { name: 'Remis au client' })).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Annuler le dû' })).toBeNull()
})

test('a refused hand-over is said', async () => {
  const { user } = await theDues(`/dus/${dueId}`, {
    due: aDue({ quantity: 1, owed: 1 }),
    refusal: { status: 409, body: { message: 'requests:conflict' } },
  })
  await user.click((await thePanel()).getByRole('button', { name: 'Remis au client' }))
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
})
