import { screen, waitFor } from '@testing-library/react'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import type { CashRegister } from '#shared/contract/cash-registers.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { savedDownloads } from '#tests/support/saved-downloads.ts'
import { aDesk, ok, pageText, plain, rowTexts, today, type Answer, type Asked } from './support/a-desk.tsx'
import { aRegister, registerId } from './support/a-drawer.ts'

const home = '/backoffice/caisses'
const open = aRegister(1)
const short = aRegister(2, {
  openedByName: 'SOGLO Koffi',
  state: 'CLOSED',
  closedAt: '2026-11-20T19:00:00.000Z',
  closedByName: 'AHO Rita',
  number: 41,
  gap: -2_500,
  sales: 40,
})
const even = aRegister(3, {
  state: 'CLOSED',
  closedAt: '2026-11-19T19:05:00.000Z',
  closedByName: 'DOSSOU Aurèle',
  number: 40,
  gap: 0,
  sales: 7,
})
const waiting = aRegister(4, { state: 'WAITING', float: 0 })
const all = [open, short, even, waiting]
const holds =
  (items: readonly CashRegister[]) =>
  ({ path }: Asked): Answer =>
    path === '/cash-registers/by-date' ? ok({ items, total: items.length }) : undefined
const saved = savedDownloads()
const column = (name: string) => {
  const at = screen.getAllByRole('columnheader').findIndex((cell) => cell.textContent === name)
  return rowTexts().map((cells) => cells[at])
}

test('today’s registers first: how each stands, who had it, what it lacks; Entrée opens one', async () => {
  const { user, askedOf } = await aDesk({ path: home, answer: holds(all) })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  expect(Object.fromEntries(askedOf('/cash-registers/by-date')[0]!)).toMatchObject({ from: today, to: today })
  expect(column('État')).toEqual(['Ouverte', 'Fermée n° 41', 'Fermée n° 40', 'En attente'])
  expect(column('Ouverte par')).toEqual(all.map(({ openedByName }) => openedByName))
  expect(column('Fond')).toEqual(['20 000', '20 000', '20 000', '0'])
  expect(column('Fermée par')).toEqual(['–', 'AHO Rita', 'DOSSOU Aurèle', '–'])
  expect(column('Ventes')).toEqual(['12', '40', '7', '12'])
  expect(column('Écart')).toEqual(['–', '−2 500', '0', '–'])
  expect(pageText()).toContain('4 caisses, écart −2 500 F CFA')
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`${home}/${registerId(1)}`))
})

test('a search by name or state keeps the registers that have each word; what is summed follows', async () => {
  const { user, askedOf } = await aDesk({ path: home, answer: holds(all) })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  await user.type(screen.getByRole('searchbox', { name: /^Filtrer / }), 'koffi ferm')
  await waitFor(() => expect(column('Ouverte par')).toEqual(['SOGLO Koffi']))
  expect(pageText()).toContain('1 caisse, écart −2 500 F CFA')
  expect(location.search).toBe('?cherche=koffi+ferm')
  expect(askedOf('/cash-registers/by-date').filter((query) => query.has('search'))).toEqual([])
  await user.type(screen.getByRole('searchbox', { name: /^Filtrer / }), ' zz')
  expect(await screen.findByText(/^Aucun résultat pour/)).toBeTruthy()
})

test('days of the address reach the server and stand as a chip; the arrows step from day to day', async () => {
  const { user, askedOf } = await aDesk({ path: `${home}?du=2026-11-01&au=2026-11-15`, answer: holds(all) })
  const last = () => Object.fromEntries(askedOf('/cash-registers/by-date').at(-1)!)
  await waitFor(() => expect(last()).toMatchObject({ from: '2026-11-01', to: '2026-11-15' }))
  await user.click(
    await screen.findByRole('button', { name: /^Retirer le filtre Du dim. 1 nov. 2026 au dim. 15 nov. 2026/ }),
  )
  await waitFor(() => expect(last()).toMatchObject({ from: today, to: today }))
  expect(location.search).toBe('')
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(last()).toMatchObject({ from: '2026-11-20', to: '2026-11-20' }))
  expect(location.search).toBe('?du=2026-11-20&au=2026-11-20')
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(location.search).toBe(''))
})

test('what is no day of the calendar in the address is left out', async () => {
  const { askedOf } = await aDesk({ path: `${home}?du=2026-02-31&au=demain`, answer: holds(all) })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  expect(Object.fromEntries(askedOf('/cash-registers/by-date')[0]!)).toMatchObject({ from: today, to: today })
})

test('a column sorts, and the address keeps it', async () => {
  const { user } = await aDesk({ path: `${home}?tri=-ventes`, answer: holds(all) })
  await waitFor(() => expect(column('Ventes')).toEqual(['40', '12', '12', '7']))
  await user.click(
    screen.getByRole('columnheader', { name: /Écart/ }).querySelector('button') ??
      screen.getByRole('columnheader', { name: /Écart/ }),
  )
  await waitFor(() => expect(location.search).toBe('?tri=ecart'))
  expect(column('Écart')).toEqual(['–', '–', '−2 500', '0'])
})

test('who may not see what is expected reads dashes, and why', async () => {
  await aDesk({
    path: home,
    permissions: defaultRoles.vendeur,
    answer: holds(all.map((register) => ({ ...register, gap: null }))),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  expect(column('Écart')).toEqual(['–', '–', '–', '–'])
  expect(pageText()).toContain('Votre rôle ne permet pas de voir le montant attendu de la caisse')
  expect(pageText()).not.toContain('écart −')
})

test('who may not hold a register is told so, and nothing is asked', async () => {
  const { askedOf } = await aDesk({
    path: home,
    permissions: defaultRoles['gestionnaire de stock'],
    answer: holds(all),
  })
  expect(await screen.findByText(/qui ont le droit «\sUtiliser une caisse\s»/)).toBeTruthy()
  expect(askedOf('/cash-registers/by-date')).toEqual([])
})

test('the faces: failed, empty, offline with what was read', async () => {
  const broken = ({ path }: Asked): Answer =>
    path === '/cash-registers/by-date' ? { status: 500, body: { message: 'internal' } } : undefined
  const { user, answerWith, goOffline } = await aDesk({ path: `${home}?du=2026-11-02`, answer: broken })
  expect(await screen.findByText(/Les caisses n’ont pas pu être chargées/)).toBeTruthy()
  answerWith(holds([]))
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Aucune caisse ouverte ce jour.')).toBeTruthy()
  answerWith(holds(all))
  await user.click(screen.getByRole('button', { name: 'Revenir à aujourd’hui' }))
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  goOffline()
  expect(await screen.findByText('Hors ligne.', { exact: false, selector: '[role=status] *' })).toBeTruthy()
  expect(rowTexts()).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Jour précédent' }))
  expect(await screen.findByText(/Les caisses demandent le réseau/)).toBeTruthy()
})

test('both files hold what is on the screen, in its order, offline too', async () => {
  const { user, goOffline } = await aDesk({ path: `${home}?tri=ouverte`, answer: holds(all) })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
  goOffline()
  await user.keyboard('x')
  await user.click(await screen.findByRole('menuitem', { name: 'Fichier CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await saved[0]!.content.text())
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  expect(saved[0]!.name).toBe(`caisses-${today}.csv`)
  expect(lines[0]).toEqual(headers)
  expect(
    lines.slice(1).map((cells) => [cells[0], cells[4], cells[7], cells[8]].map((cell) => plain(cell ?? ''))),
  ).toEqual([
    ['En attente', '0', '12', ''],
    ['Fermée n° 40', '20000', '7', '0'],
    ['Fermée n° 41', '20000', '40', '-2500'],
    ['Ouverte', '20000', '12', ''],
  ])
  // The key is deaf while a file is being made; the button opens the menu at any time.
  await user.click(screen.getByRole('button', { name: 'Exporter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Fichier Excel (XLSX)' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  const sheet = await readSheet(await saved[1]!.content.arrayBuffer())
  expect(sheet[0]).toEqual(headers)
  expect(sheet[3]?.slice(-2)).toEqual([40, -2500])
})
