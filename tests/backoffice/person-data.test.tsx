import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { savedDownloads } from '#tests/support/saved-downloads.ts'
import { aPerson } from './support/a-clientele.ts'
import { type Asked, type Answer, aDesk, ok, today } from './support/a-desk.tsx'

const afi = aPerson(1, { lastName: 'Agbo', firstName: 'Afi' })
const path = `/backoffice/patients/${afi.id}`
const saved = savedDownloads()
const kept = { person: afi, policies: [], sales: [], register: [], dues: [], bills: [] }

const knows = ({ path: asked, method }: Asked): Answer => {
  if (asked === `/persons/${afi.id}`) return ok(afi)
  if (asked === `/persons/${afi.id}/contract-policies`) return ok([])
  if (asked === `/exports/persons/${afi.id}` && method === 'POST') return ok(kept)
  if (asked === `/persons/${afi.id}/erase` && method === 'POST') return ok({ id: afi.id })
  return undefined
}

test('what is kept of a patient is saved as a file', async () => {
  const { user } = await aDesk({ path, answer: knows })
  await user.click(await screen.findByRole('button', { name: 'Données' }))
  await user.click(await screen.findByRole('menuitem', { name: /Toutes ses données/ }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.name).toBe(`donnees-client-${today}.json`)
  expect(JSON.parse(await saved[0]!.content.text())).toMatchObject({ person: { lastName: 'Agbo' } })
})

test('erasing asks first, and says what stays', async () => {
  const { user, askedOf } = await aDesk({ path, answer: knows })
  const erased = () => askedOf(`/persons/${afi.id}/erase`)
  await user.click(await screen.findByRole('button', { name: 'Données' }))
  await user.click(await screen.findByRole('menuitem', { name: /Effacer ses données/ }))
  const dialog = await screen.findByRole('alertdialog', { name: /Effacer les données de AGBO Afi/ })
  expect(dialog.textContent).toMatch(/L’ordonnancier garde ses lignes/)
  expect(dialog.textContent).toContain('Il devient «\u00a0Inconnu\u00a0».')
  expect(erased()).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Effacer pour toujours' }))
  await waitFor(() => expect(erased()).toHaveLength(1))
})

test('an erased patient offers no gesture, and says since when', async () => {
  const erased = { ...afi, lastName: 'Inconnu', firstName: '', archived: true, erasedAt: '2026-11-20T09:00:00.000Z' }
  await aDesk({ path, answer: (asked) => (asked.path === `/persons/${afi.id}` ? ok(erased) : knows(asked)) })
  expect((await screen.findByText(/ont été effacées le/)).textContent).toContain('20/11/2026')
  const main = within(screen.getByRole('main'))
  expect(main.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([])
})

test('a seller has neither', async () => {
  await aDesk({ path, answer: knows, permissions: defaultRoles.vendeur })
  expect(await screen.findByRole('heading', { level: 1, name: 'AGBO Afi' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Données' })).toBeNull()
})

test('the page leads to all changes of the record, of every day', async () => {
  await aDesk({ path, answer: knows })
  await screen.findByRole('heading', { level: 1, name: 'AGBO Afi' })
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Qui a changé quoi' })
  expect(link.getAttribute('href')).toBe(`/backoffice/parametres/journal/${afi.id}`)
})
