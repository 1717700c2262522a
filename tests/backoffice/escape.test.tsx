import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBankServer } from './support/a-bank-server.ts'
import { aDesk } from './support/a-desk.tsx'

const home = '/backoffice/parametres/banques'
const panel = (name: string) => screen.findByRole('complementary', { name })
const noPanel = () => waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())

async function anOpenBank() {
  const desk = await aDesk({ path: home, answer: aBankServer(['Ecobank', 'Orabank']).answer })
  await desk.user.click(await screen.findByText('Ecobank'))
  return { ...desk, form: within(await panel('Ecobank')) }
}

test('Échap in the search field: first clears the text, then closes the panel; going back does not open it again', async () => {
  const { user } = await anOpenBank()
  const field = screen.getByRole('searchbox', { name: 'Filtrer les banques' })
  await user.type(field, 'eco')
  await user.keyboard('{Escape}')
  expect((field as HTMLInputElement).value).toBe('')
  await panel('Ecobank')
  await user.keyboard('{Escape}')
  await noPanel()
  expect(location.pathname).toBe(home)
  history.back()
  await noPanel()
  expect(location.pathname).toBe(home)
})

test('Échap in the search field asks about what is typed in the panel', async () => {
  const { user, form } = await anOpenBank()
  await user.type(form.getByRole('textbox', { name: /Nom/ }), ' Bénin')
  await user.click(screen.getByRole('searchbox', { name: 'Filtrer les banques' }))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
  await panel('Ecobank')
})

test.each([
  ['field', () => screen.getByRole('textbox', { name: 'Né le' })],
  ['calendar', () => within(screen.getByRole('dialog', { name: 'Calendrier' })).getByRole('button', { name: /^21/ })],
])('Échap in the %s of an open calendar closes only the calendar, and asks nothing', async (_, place) => {
  const { user } = await aDesk({ path: '/backoffice/clients?nouveau=oui' })
  const form = within(await panel('Nouveau client'))
  await user.type(await form.findByRole('textbox', { name: /^Nom/ }), 'Dossou')
  await user.click(form.getByRole('textbox', { name: 'Né le' }))
  await user.keyboard('{ArrowDown}')
  const calendar = await screen.findByRole('dialog', { name: 'Calendrier' })
  await within(calendar).findByRole('button', { name: /^21/ })
  place().focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Calendrier' })).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await panel('Nouveau client')
})

test('Échap in the columns of a list closes only them', async () => {
  const { user } = await anOpenBank()
  await user.click(screen.getByRole('button', { name: 'Affichage' }))
  const columns = within(await screen.findByRole('region', { name: 'Colonnes' }))
  columns.getByRole('checkbox', { name: 'État' }).focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Colonnes' })).toBeNull())
  await panel('Ecobank')
})
