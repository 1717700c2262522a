import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aPerson, personId } from './support/a-clientele.ts'
import { aDesk, type Answer, type Asked, ok, plain, rowTexts } from './support/a-desk.tsx'

const full = aPerson(1, { lastName: 'Agbo', firstName: 'Afi', socialSecurityId: '184', outgoing: 5_000 })
const poor = aPerson(2, { lastName: 'Agbo', firstName: 'Affi', birthDate: null, sex: null })
const third = aPerson(3, { lastName: 'Agbo', firstName: 'Rose', birthDate: '2001-07-04', sex: 'M' })
const groupOf = (...same: ReturnType<typeof aPerson>[]) => ({
  reason: 'phone',
  persons: same.map(({ email: _e, address: _a, note: _n, createdAt: _c, relationships: _r, ...row }) => row),
})

const found =
  (...groups: unknown[]) =>
  ({ path }: Asked): Answer =>
    path === '/persons/duplicates' ? ok({ items: groups, total: groups.length }) : undefined
const compare = async () => within(await screen.findByRole('dialog', { name: /^Réunir des fiches/ }))

test('two cards with one phone stand side by side, what differs is marked, the fuller one is proposed', async () => {
  const { user } = await aDesk({ path: '/backoffice/clients/doublons', answer: found(groupOf(poor, full)) })
  await user.click(await screen.findByText('AGBO Affi · AGBO Afi'))
  expect(rowTexts()[0]).toEqual(['AGBO Affi · AGBO Afi', '2', 'Même téléphone'])
  const dialog = await compare()
  const line = (name: string) => dialog.getByRole('rowheader', { name }).closest('tr')!
  expect(line('Prénom').hasAttribute('data-differs')).toBe(true)
  expect(line('Nom').hasAttribute('data-differs')).toBe(false)
  // What only one of them has is no contradiction.
  expect(line('N° de sécurité sociale').hasAttribute('data-differs')).toBe(false)
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Garder AGBO Afi,/ }).checked).toBe(true)
})

test('the one chosen is kept, the other is named as its duplicate', async () => {
  const { user, sent, askedOf } = await aDesk({
    path: '/backoffice/clients/doublons',
    answer: (asked) => (asked.method === 'POST' ? ok(poor) : found(groupOf(poor, full))(asked)),
  })
  await user.click(await screen.findByText('AGBO Affi · AGBO Afi'))
  const dialog = await compare()
  await user.click(dialog.getByRole('radio', { name: 'Garder AGBO Affi' }))
  const before = askedOf('/persons/duplicates').length
  await user.click(dialog.getByRole('button', { name: 'Réunir sous AGBO Affi' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(`POST /persons/${personId(2)}/merge`)).toEqual([{ duplicateId: personId(1) }])
  await waitFor(() => expect(askedOf('/persons/duplicates').length).toBeGreaterThan(before))
})

test('of three, only those who are the same person are made one', async () => {
  const { user, sent } = await aDesk({
    path: '/backoffice/clients/doublons',
    answer: (asked) => (asked.method === 'POST' ? ok(full) : found(groupOf(poor, full, third))(asked)),
  })
  await user.click(await screen.findByText(/AGBO Affi · AGBO Afi/))
  const dialog = await compare()
  await user.click(dialog.getByRole('checkbox', { name: /^AGBO Rose/ }))
  await user.click(dialog.getByRole('button', { name: 'Réunir sous AGBO Afi' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(`POST /persons/${personId(1)}/merge`)).toEqual([{ duplicateId: personId(2) }])
})

test('two who are not the same are told apart, and it can be taken back', async () => {
  const { user, sent, askedOf } = await aDesk({
    path: '/backoffice/clients/doublons',
    answer: (asked) => (asked.method === 'PUT' ? ok({ personIds: [] }) : found(groupOf(poor, full))(asked)),
  })
  await user.click(await screen.findByText('AGBO Affi · AGBO Afi'))
  const before = askedOf('/persons/duplicates').length
  await user.click((await compare()).getByRole('button', { name: 'Ce ne sont pas des doublons' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const personIds = [personId(2), personId(1)]
  expect(sent('PUT /persons/distinct-pairs')).toEqual([{ personIds, distinct: true }])
  await waitFor(() => expect(askedOf('/persons/duplicates').length).toBeGreaterThan(before))
  await user.click(await screen.findByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(sent('PUT /persons/distinct-pairs').at(-1)).toEqual({ personIds, distinct: false }))
})

test('those told apart before are listed with who said so, and are proposed again by one gesture', async () => {
  const head = ({ id, lastName, firstName, birthDate, phone }: ReturnType<typeof aPerson>) => {
    return { id, lastName, firstName, birthDate, phone }
  }
  const pair = {
    one: head(full),
    other: head(poor),
    toldByName: 'ZANNOU Aurèle',
    toldAt: '2026-11-20T09:00:00.000Z',
  }
  const { user, sent } = await aDesk({
    path: '/backoffice/clients/doublons',
    answer: (asked) =>
      asked.path !== '/persons/distinct-pairs'
        ? found()(asked)
        : asked.method === 'PUT'
          ? ok({ personIds: [] })
          : ok({ items: [pair], total: 1 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Faux doublons' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Faux doublons' }))
  expect(await dialog.findByText('ZANNOU Aurèle')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Proposer de nouveau' }))
  await waitFor(() =>
    expect(sent('PUT /persons/distinct-pairs')).toEqual([{ personIds: [personId(1), personId(2)], distinct: false }]),
  )
})

test('a refusal is shown, and nothing is closed', async () => {
  const { user } = await aDesk({
    path: '/backoffice/clients/doublons',
    answer: (asked) =>
      asked.method === 'POST'
        ? { status: 409, body: { message: 'persons:cannotMerge' } }
        : found(groupOf(poor, full))(asked),
  })
  await user.click(await screen.findByText('AGBO Affi · AGBO Afi'))
  await user.click((await compare()).getByRole('button', { name: /^Réunir sous/ }))
  const refusal = within(await screen.findByRole('alertdialog'))
  expect(plain(refusal.getByRole('heading').textContent ?? '')).toBe('Ces deux fiches ne peuvent pas être réunies')
  await user.click(refusal.getByRole('button', { name: 'Fermer' }))
  expect(await compare()).toBeTruthy()
})

test('no duplicates: it says so', async () => {
  await aDesk({ path: '/backoffice/clients/doublons', answer: found() })
  expect(await screen.findByText('Aucun doublon : chaque patient n’a qu’une fiche.')).toBeTruthy()
})

test('Échap closes the comparison, and the keyboard is on the row again', async () => {
  const { user } = await aDesk({ path: '/backoffice/clients/doublons', answer: found(groupOf(poor, full)) })
  await screen.findByText('AGBO Affi · AGBO Afi')
  const row = screen.getAllByRole('row').find((each) => each.hasAttribute('data-row'))!
  row.focus()
  await user.keyboard('{Enter}')
  await compare()
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(row))
})
