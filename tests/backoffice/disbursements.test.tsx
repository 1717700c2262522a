import { screen, waitFor, within } from '@testing-library/react'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import type { Disbursement, DisbursementPhoto } from '#shared/contract/disbursements.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { savedDownloads } from '#tests/support/saved-downloads.ts'
import { aDesk, ok, pageText, plain, rowTexts, today, typeAtOnce, type Answer, type Asked } from './support/a-desk.tsx'
import { aDisbursement, aReason, registerId } from './support/a-drawer.ts'

const home = '/backoffice/decaissements'
const saved = savedDownloads()
const paid = [
  aDisbursement(3, { reason: 'Eau', reasonId: aReason(2).id, beneficiary: null, amount: 650 }),
  aDisbursement(2, { note: 'Livraison urgente' }),
  aDisbursement(1),
]
/** Of another period than the list shows. */
const hidden = aDisbursement(9)
const photo: DisbursementPhoto = {
  id: '018f0000-0000-7000-8000-900000000001',
  takenAt: '2026-11-21T09:20:00.000Z',
  mime: 'image/jpeg',
  data: 'AAAA',
}

function holds(items: readonly Disbursement[], photos: readonly DisbursementPhoto[] = [photo]) {
  return ({ path }: Asked): Answer => {
    if (path === '/disbursements')
      return ok({ items, total: items.length, amount: items.reduce((sum, { amount }) => sum + amount, 0) })
    if (path === '/disbursement-reasons')
      return ok({ items: [aReason(1, { label: 'Coursier' }), aReason(2, { label: 'Eau', archived: true })], total: 2 })
    if (path.endsWith('/photos')) return ok(photos)
    const [, id] = /^\/disbursements\/([^/]+)$/.exec(path) ?? []
    const one = [...paid, hidden].find((each) => each.id === id)
    return one ? ok(one) : id ? { status: 404, body: { message: 'requests:notFound' } } : undefined
  }
}
const panel = () => screen.findByRole('complementary').then(within)

test('disbursements newest first with their sum; Entrée opens one, with the photo of its receipt', async () => {
  const { user, askedOf } = await aDesk({ path: home, answer: holds(paid) })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  expect(rowTexts()[0]).toEqual([
    '3',
    '21/11/2026',
    expect.stringMatching(/^\d\d:15$/),
    'Eau',
    '–',
    '–',
    'DOSSOU Aurèle',
    '650',
  ])
  expect(pageText()).toContain('3 décaissements, 4 650 F CFA')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`${home}/${paid[1]!.id}`))
  const open = await panel()
  expect(plain(open.getByText('Montant').closest('section')?.textContent ?? '')).toBe(
    'DétailMontant2 000 F CFAMotifCoursierBénéficiaireZémidjanNoteLivraison urgentePayé parDOSSOU AurèleSorti desa caisse',
  )
  expect(open.getByRole('link', { name: 'sa caisse' }).getAttribute('href')).toBe(
    `/backoffice/caisses/${registerId(1)}`,
  )
  expect(askedOf(`/disbursements/${paid[1]!.id}/photos`)).toHaveLength(1)
  await user.click(await open.findByRole('button', { name: /^Agrandir\s: Justificatif, sam. 21 nov. 2026/ }))
  const large = await screen.findByRole('dialog', { name: /^Justificatif/ })
  expect(within(large).getByRole('img').getAttribute('src')).toBe('data:image/jpeg;base64,AAAA')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('complementary')).toBeTruthy()
})

test('filters of the address reach the server and stand as chips; what is mistyped is left out', async () => {
  const { user, askedOf } = await aDesk({
    path: `${home}?du=2026-11-01&au=2026-11-15&motif=${aReason(2).id}&utilisateur=${aurele.id}&caisse=toutes`,
    answer: holds(paid),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  expect(Object.fromEntries(askedOf('/disbursements')[0]!)).toEqual({
    from: '2026-11-01',
    to: '2026-11-15',
    reasonId: aReason(2).id,
    userId: aurele.id,
    page: '0',
    size: '100',
  })
  expect(await screen.findByRole('button', { name: 'Retirer le filtre DOSSOU Aurèle' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Retirer le filtre Eau' }))
  await waitFor(() => expect(askedOf('/disbursements').at(-1)?.has('reasonId')).toBe(false))
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'Motif' }))
  expect(await screen.findByRole('option', { name: 'Eau (archivé)' })).toBeTruthy()
  await user.click(screen.getByRole('option', { name: 'Coursier' }))
  await waitFor(() => expect(askedOf('/disbursements').at(-1)?.get('reasonId')).toBe(aReason(1).id))
})

test('every header sorts by the server', async () => {
  const { user, askedOf } = await aDesk({ path: home, answer: holds(paid) })
  const last = () => askedOf('/disbursements').at(-1)!
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  for (const [header, sort] of [
    ['N°', 'number'],
    ['Date', 'spentAt'],
    ['Heure', 'hour'],
    ['Motif', 'reason'],
    ['Bénéficiaire', 'beneficiary'],
    ['Note', 'note'],
    ['Par', 'user'],
    ['Montant', 'amount'],
  ]) {
    await user.click(within(screen.getByRole('columnheader', { name: header! })).getByRole('button'))
    await waitFor(() => expect(last().get('sort')).toBe(sort))
  }
  expect(location.search).toBe('?tri=amount')
})

test('words ask the server, and several reasons stand in one filter', async () => {
  const { user, askedOf } = await aDesk({ path: home, answer: holds(paid) })
  const last = () => askedOf('/disbursements').at(-1)!
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'Motif' }))
  await user.click(await screen.findByRole('option', { name: 'Eau (archivé)' }))
  await waitFor(() => expect(last().get('reasonId')).toBe(aReason(2).id))
  await user.click(await screen.findByRole('option', { name: 'Coursier' }))
  await waitFor(() => expect(last().get('reasonId')).toBe(`${aReason(2).id},${aReason(1).id}`))
  expect(await screen.findByRole('button', { name: 'Retirer le filtre Eau, Coursier', hidden: true })).toBeTruthy()
  typeAtOnce(screen.getByRole('searchbox', { name: 'Filtrer les décaissements', hidden: true }), 'livraison')
  await waitFor(() => expect(last().get('search')).toBe('livraison'))
})

test('one that the list does not show opens by its address; without a photo that is said', async () => {
  await aDesk({ path: `${home}/${hidden.id}`, answer: holds(paid, []) })
  const open = await panel()
  expect(await open.findByRole('heading', { name: /^Décaissement n°\s9$/ })).toBeTruthy()
  expect(await open.findByText('Aucune photo du justificatif.')).toBeTruthy()
})

test('an address of none says so', async () => {
  await aDesk({ path: `${home}/${aDisbursement(8).id}`, answer: holds(paid) })
  expect(await (await panel()).findByText('Ce décaissement n’existe pas, ou l’adresse est incomplète.')).toBeTruthy()
})

test('the CSV holds all of them, columns as on the screen', async () => {
  const { user } = await aDesk({ path: home, answer: holds(paid) })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await user.keyboard('x')
  await user.click(await screen.findByRole('menuitem', { name: 'Fichier CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await saved[0]!.content.text())
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  expect(saved[0]!.name).toBe(`decaissements-${today}.csv`)
  expect(lines[0]).toEqual(screen.getAllByRole('columnheader').map((cell) => cell.textContent))
  expect(lines.slice(1).map((cells) => [cells[0], cells[3], cells[4], cells[7]])).toEqual([
    ['3', 'Eau', '', '650'],
    ['2', 'Coursier', 'Zémidjan', '2000'],
    ['1', 'Coursier', 'Zémidjan', '2000'],
  ])
})

test('the Excel file holds the day of each as a day of the calendar', async () => {
  const { user } = await aDesk({
    path: home,
    answer: holds([aDisbursement(1, { spentAt: '2026-11-20T09:00:00.000Z' })]),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  await user.keyboard('x')
  await user.click(await screen.findByRole('menuitem', { name: 'Fichier Excel (XLSX)' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const [, row] = await readSheet(await saved[0]!.content.arrayBuffer())
  expect(row?.[1]).toEqual(new Date('2026-11-20T00:00:00.000Z'))
})

test('who may not hold a register is told so, and nothing is asked', async () => {
  const { askedOf } = await aDesk({
    path: home,
    permissions: defaultRoles['gestionnaire de stock'],
    answer: holds(paid),
  })
  expect(await screen.findByText(/qui ont le droit «\sUtiliser une caisse\s»/)).toBeTruthy()
  expect(askedOf('/disbursements')).toEqual([])
})

test('the faces: failed, filtered to nothing, empty, offline', async () => {
  const broken = ({ path }: Asked): Answer =>
    path === '/disbursements' ? { status: 500, body: { message: 'internal' } } : undefined
  const { user, answerWith, goOffline } = await aDesk({ path: `${home}?utilisateur=${aurele.id}`, answer: broken })
  expect(await screen.findByText(/Les décaissements n’ont pas pu être chargés/)).toBeTruthy()
  answerWith(holds([]))
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Aucun décaissement ne correspond à ces filtres.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }))
  expect(await screen.findByText(/Aucun décaissement\. Ils se font au comptoir/)).toBeTruthy()
  goOffline()
  expect(await screen.findByText(/Les décaissements demandent le réseau/)).toBeTruthy()
})
