import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBankServer } from './support/a-bank-server.ts'
import { aDesk, plain, rowTexts } from './support/a-desk.tsx'

const home = '/backoffice/parametres/banques'
const headers = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter(Boolean)
const names = () => rowTexts().map((cells) => cells.find((cell) => cell !== ''))
const panel = (name: string) => screen.findByRole('complementary', { name })

/** The banks, as a list that is declared as data: what any such list does. */
async function theBanks(
  given: readonly string[] = ['Ecobank', 'Orabank', 'UBA'],
  isRefused?: (name: string) => boolean,
) {
  const server = aBankServer(given, isRefused)
  const desk = await aDesk({ path: home, answer: server.answer })
  await waitFor(() => expect(names()).toEqual(given))
  return { ...server, ...desk }
}

test('columns are hidden and put in another order, kept for this member, and put back', async () => {
  const { user, layouts } = await theBanks()
  await user.click(screen.getByRole('button', { name: 'Affichage' }))
  const columns = within(await screen.findByRole('region', { name: 'Colonnes' }))
  await user.click(columns.getByRole('button', { name: 'Avancer la colonne État' }))
  await waitFor(() => expect(headers()).toEqual(['État', 'Nom']))
  await user.click(columns.getByRole('checkbox', { name: 'État' }))
  await waitFor(() => expect(headers()).toEqual(['Nom']))
  // A list without a column says nothing.
  expect(columns.getByRole<HTMLInputElement>('checkbox', { name: 'Nom' }).disabled).toBe(true)
  await waitFor(() =>
    expect(layouts.at(-1)).toMatchObject({ list: '/parametres/banques', order: ['etat', 'name'], hidden: ['etat'] }),
  )
  await user.click(columns.getByRole('button', { name: 'Rétablir les colonnes' }))
  await waitFor(() => expect(headers()).toEqual(['Nom', 'État']))
})

test('what a member keeps stands when he comes back, and nobody asks for it offline', async () => {
  const server = aBankServer(['Ecobank'])
  server.layouts.push({ list: '/parametres/banques', order: ['etat', 'name'], hidden: [], shown: [] })
  await aDesk({ path: home, answer: server.answer })
  await waitFor(() => expect(headers()).toEqual(['État', 'Nom']))
})

test('filters and columns are kept by a name, found again, and taken away', async () => {
  const { user, views: kept } = await theBanks()
  await user.click(screen.getByRole('button', { name: 'Affichage' }))
  const columns = within(await screen.findByRole('region', { name: 'Colonnes' }))
  await user.click(columns.getByRole('checkbox', { name: 'État' }))
  const views = within(await screen.findByRole('region', { name: 'Vues' }))
  fireEvent.change(views.getByRole('textbox', { name: 'Nom de la vue' }), { target: { value: 'Toutes' } })
  await user.click(views.getByRole('button', { name: 'Enregistrer la vue' }))
  await waitFor(() =>
    expect(kept).toMatchObject([
      { list: '/parametres/banques', name: 'Toutes', search: '', shared: false, columns: { hidden: ['etat'] } },
    ]),
  )
  await user.click(columns.getByRole('button', { name: 'Rétablir les colonnes' }))
  await waitFor(() => expect(headers()).toEqual(['Nom', 'État']))
  await user.click(await views.findByRole('button', { name: 'Toutes' }))
  await waitFor(() => expect(headers()).toEqual(['Nom']))
  await user.click(screen.getByRole('button', { name: 'Affichage' }))
  await user.click(await screen.findByRole('button', { name: 'Retirer la vue Toutes' }))
  await waitFor(() => expect(kept).toEqual([]))
})

test('a view is shared with the pharmacy', async () => {
  const { user, views: kept } = await theBanks()
  await user.click(screen.getByRole('button', { name: 'Affichage' }))
  const views = within(await screen.findByRole('region', { name: 'Vues' }))
  await user.click(views.getByRole('checkbox', { name: 'Pour toute la pharmacie' }))
  fireEvent.change(views.getByRole('textbox', { name: 'Nom de la vue' }), { target: { value: 'Nos banques' } })
  await user.click(views.getByRole('button', { name: 'Enregistrer la vue' }))
  await waitFor(() => expect(kept).toMatchObject([{ name: 'Nos banques', shared: true }]))
})

test('ticked rows are archived at once; one that is refused stays ticked, is counted and says why', async () => {
  const { user, banks } = await theBanks(['Ecobank', 'Orabank', 'UBA'], (name) => name === 'Orabank')
  await user.click(screen.getByRole('checkbox', { name: 'Cocher toute la liste' }))
  const bar = within(await screen.findByRole('group', { name: 'Lignes cochées' }))
  expect(plain(bar.getByText(/cochées/).textContent ?? '')).toBe('3 banques cochées')
  await user.click(bar.getByRole('button', { name: 'Archiver' }))
  expect(plain((await bar.findByRole('alert')).textContent ?? '')).toBe('1 ligne refusée. Existe déjà')
  expect(banks.map(({ archived }) => archived)).toEqual([true, false, true])
  expect(plain(bar.getByText(/cochée/).textContent ?? '')).toBe('1 banque cochée')
  await user.click(bar.getByRole('button', { name: 'Tout décocher' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Lignes cochées' })).toBeNull())
})

test('the count of refused rows goes when other rows are ticked', async () => {
  const { user } = await theBanks(['Ecobank', 'Orabank', 'UBA'], (name) => name === 'Orabank')
  await user.click(screen.getByRole('checkbox', { name: 'Cocher toute la liste' }))
  await user.click(within(await screen.findByRole('group', { name: 'Lignes cochées' })).getByText('Archiver'))
  await screen.findByText(/refusée/)
  const other = screen.getAllByRole('row').find((row) => row.textContent.includes('UBA'))!
  await user.click(within(other).getByRole('checkbox'))
  await waitFor(() => expect(screen.queryByText(/refusée/)).toBeNull())
})

test('« Affichage » is there beside an open panel', async () => {
  const { user } = await theBanks()
  await user.click(screen.getByText('Ecobank'))
  await panel('Ecobank')
  await user.click(screen.getByRole('button', { name: 'Affichage' }))
  await user.click(within(await screen.findByRole('region', { name: 'Colonnes' })).getByLabelText('État'))
  await waitFor(() => expect(headers()).toEqual(['Nom']))
})

test('« Créer et nouveau » goes on with an empty form, by Ctrl+Entrée too; a name that exists is said while it is typed', async () => {
  const { user, banks } = await theBanks(['Ecobank'])
  await user.keyboard('n')
  const form = within(await panel('Nouvelle banque'))
  const name = () => form.getByRole<HTMLInputElement>('textbox', { name: /Nom/ })
  await user.type(name(), 'eco bank')
  await user.clear(name())
  await user.type(name(), 'ECOBANK')
  expect(plain((await form.findByText(/existe déjà/)).textContent ?? '')).toBe('Cette banque existe déjà : Ecobank.')
  await user.clear(name())
  await user.type(name(), 'BOA')
  await user.click(form.getByRole('button', { name: 'Créer et nouveau' }))
  await waitFor(() => expect(name().value).toBe(''))
  await user.type(name(), 'UBA{Control>}{Enter}{/Control}')
  await waitFor(() => expect(banks.map((bank) => bank.name)).toEqual(['Ecobank', 'BOA', 'UBA']))
  await waitFor(() => expect(name().value).toBe(''))
  expect(location.search).toBe('?nouveau=oui')
})

test('what was archived is said, and « Annuler » takes it back', async () => {
  const { user, banks } = await theBanks()
  await user.click(screen.getByText('Orabank'))
  await user.click(await screen.findByRole('button', { name: 'Archiver la banque' }))
  const notice = await screen.findByText(/archivée$/)
  expect(plain(notice.textContent ?? '')).toBe('Banque « Orabank » archivée')
  expect(banks[1]?.archived).toBe(true)
  await user.click(within(notice.parentElement!).getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(banks[1]?.archived).toBe(false))
})

test('a row is a link, the arrows walk through the panel, the tab is called by what is open', async () => {
  const { user, idOf } = await theBanks()
  expect(document.title).toBe('Banques – Officine')
  expect(screen.getByText('Ecobank').closest('a')?.getAttribute('href')).toBe(`${home}/${idOf(1)}`)
  await user.click(screen.getByText('Ecobank'))
  await panel('Ecobank')
  await waitFor(() => expect(document.title).toBe('Ecobank – Banques – Officine'))
  screen
    .getAllByRole('row')
    .find((row) => row.dataset['row'] === '0')
    ?.focus()
  await user.keyboard('{ArrowDown}')
  await panel('Orabank')
  expect(location.pathname).toBe(`${home}/${idOf(2)}`)
})

test('a row that is opened while the search is still to be told stays open, and the search stands in its address', async () => {
  const { user } = await theBanks()
  const field = screen.getByRole('searchbox', { name: 'Filtrer les banques' })
  field.focus()
  fireEvent.change(field, { target: { value: 'bank' } })
  await user.click(screen.getByRole('gridcell', { name: 'Orabank' }))
  await panel('Orabank')
  expect(window.location.pathname).toMatch(/\/parametres\/banques\/.+/)
  expect(window.location.search).toContain('cherche=bank')
})

test('Entrée right after typing searches at once and opens no row of the search before; the next one opens the first result', async () => {
  const { user } = await theBanks()
  const field = screen.getByRole('searchbox', { name: 'Filtrer les banques' })
  field.focus()
  fireEvent.change(field, { target: { value: 'uba' } })
  await user.keyboard('{Enter}')
  expect(window.location.search).toContain('cherche=uba')
  expect(window.location.pathname).toBe(home)
  expect(screen.queryByRole('complementary', { name: 'Ecobank' })).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(window.location.pathname).not.toBe(home))
})

test('Échap closes the panel from a field; going back does not open it again', async () => {
  const { user } = await theBanks()
  await user.click(screen.getByText('Ecobank'))
  const form = within(await panel('Ecobank'))
  await user.click(form.getByRole('textbox', { name: /Nom/ }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(location.pathname).toBe(home)
  history.back()
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(location.pathname).toBe(home)
})

test('Échap asks about what is typed', async () => {
  const { user } = await theBanks()
  await user.click(screen.getByText('Ecobank'))
  const form = within(await panel('Ecobank'))
  await user.type(form.getByRole('textbox', { name: /Nom/ }), ' Bénin{Escape}')
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
})
