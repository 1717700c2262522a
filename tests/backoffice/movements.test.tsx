import { screen, waitFor, within } from '@testing-library/react'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import type { Movement, MovementReport } from '#shared/contract/movements.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { savedDownloads } from '#tests/support/saved-downloads.ts'
import { aClient, personId } from './support/a-clientele.ts'
import { aDesk, ok, pageText, plain, rowTexts, today, typeAtOnce, type Answer, type Asked } from './support/a-desk.tsx'
import { aLedgerLine, aRegister, aReport, registerId } from './support/a-drawer.ts'
import { saleId } from './support/a-shop.ts'

const home = '/backoffice/mouvements'
const saved = savedDownloads()
const sums: MovementReport = {
  count: 4,
  totals: [
    { kind: 'sale', type: 'CASH', amount: 36_300, count: 2 },
    { kind: 'float', type: 'CASH', amount: 20_000, count: 1 },
    { kind: 'rounding', type: 'CASH', amount: -3, count: 1 },
    { kind: 'disbursement', type: 'DISBURSEMENT', amount: -2_000, count: 1 },
    { kind: 'sale', type: 'MOBILE_MONEY', amount: 14_300, count: 1 },
  ],
  hours: [
    { hour: 8, type: 'CASH', amount: 1_300 },
    { hour: 10, type: 'CASH', amount: 36_300 },
    { hour: 10, type: 'MOBILE_MONEY', amount: 14_300 },
    { hour: 10, type: 'DISBURSEMENT', amount: -2_000 },
  ],
}
const lines = [
  aLedgerLine(4, { type: 'MOBILE_MONEY', operator: 'MTN MoMo', amount: 14_300 }),
  aLedgerLine(3, {
    kind: 'disbursement',
    type: 'DISBURSEMENT',
    amount: -2_000,
    saleId: null,
    saleNumber: null,
    note: 'Coursier',
  }),
  aLedgerLine(2, {
    kind: 'collection',
    clientId: personId(1),
    clientName: 'ZINSOU Clarisse',
    saleId: null,
    saleNumber: null,
  }),
  aLedgerLine(1, { kind: 'float', amount: 20_000, saleId: null, saleNumber: null }),
]
const csv = '\uFEFFDate;Heure;Nature\r\n21/11/2026;11:00;Vente\r\n'

/** A ledger read by cursor, as the server does; the cursor counts what was read. */
function holds(all: readonly Movement[], report: MovementReport = sums) {
  return ({ path, query }: Asked): Answer => {
    if (path === '/movements/report') return ok(report)
    if (path === '/movements/movement-report-csv') return ok(csv)
    if (path === '/cash-registers/report') return ok(aReport(aRegister(1)))
    if (path === '/cash-registers/by-date') return ok({ items: [aRegister(1), aRegister(2)], total: 2 })
    if (path !== '/movements/movement-report-data') return undefined
    const from = Number((query.get('cursor') ?? '0.0').split('.')[0])
    const items = all.slice(from, from + Number(query.get('size')))
    return ok({ items, next: from + items.length < all.length ? `${from + items.length}.0` : null })
  }
}
const asked = (query: URLSearchParams | undefined) => Object.fromEntries(query ?? [])

test('every franc, newest first, and what each means brought; a line opens its sale or its register', async () => {
  const { user } = await aDesk({ path: home, answer: holds(lines) })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  const text = rowTexts().map((cells) => cells.join('|'))
  expect(text[0]).toMatch(/^21\/11\/2026\|\d\d:\d\d\|Vente\|Mobile MTN MoMo\|\+14 300\|DOSSOU Aurèle\|104\|–\|–$/)
  expect(text[1]).toMatch(/Décaissement\|Décaissement\|−2 000\|DOSSOU Aurèle\|–\|–\|Coursier$/)
  expect(text[2]).toMatch(/Encaissement\|Espèces\|.*\|ZINSOU Clarisse\|–$/)
  const said = within(screen.getByRole('region', { name: 'Sommes' }))
  expect(
    said.getAllByRole('term').map((term) => [term.textContent, plain(term.nextElementSibling?.textContent ?? '')]),
  ).toEqual([
    ['Mouvements', '4'],
    ['Encaissements', '48 600'],
    ['Espèces, décaissements déduits', '34 300'],
    ['Mobile', '14 300'],
    ['Fond de caisse', '20 000'],
    ['Arrondi', '−3'],
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/ventes/${saleId(4)}`))
  history.back()
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  await user.click(screen.getByText('Coursier'))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/caisses/${registerId(1)}`))
})

test('of a long ledger the next page is asked for where the last one ended, and only when it comes into view', async () => {
  const long = Array.from({ length: 450 }, (_, at) => aLedgerLine(450 - at))
  const { user, askedOf } = await aDesk({ path: home, answer: holds(long, { ...sums, count: 450 }) })
  const cursors = () => askedOf('/movements/movement-report-data').map((query) => query.get('cursor'))
  await waitFor(() => expect(rowTexts().length).toBeGreaterThan(5))
  expect(cursors()).toEqual([null])
  await user.keyboard('{ArrowDown}{End}')
  await waitFor(() => expect(cursors()).toEqual([null, '200.0']))
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(400 + 12 + 1)))
  await user.keyboard('{End}')
  await waitFor(() => expect(cursors()).toEqual([null, '200.0', '400.0']))
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('451'))
})

test('filters of the address reach the server and stand as chips in words; taking one off asks again', async () => {
  const { user, askedOf } = await aDesk({
    path: `${home}?du=2026-11-01&au=2026-11-15&type=CASH&nature=encaissement&utilisateur=${aurele.id}&client=${personId(1)}&caisse=${registerId(1)}`,
    answer: holds(lines),
  })
  const kept = {
    from: '2026-11-01',
    to: '2026-11-15',
    type: 'CASH',
    kind: 'collection',
    userId: aurele.id,
    clientId: personId(1),
    registerId: registerId(1),
  }
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  expect(asked(askedOf('/movements/movement-report-data')[0])).toEqual({ ...kept, size: '200' })
  expect(asked(askedOf('/movements/report')[0])).toEqual(kept)
  for (const chip of [
    'Espèces',
    'Encaissement',
    'DOSSOU Aurèle',
    'ZINSOU Clarisse',
    /^Retirer le filtre Caisse de DOSSOU Aurèle, sam. 21 nov. 2026/,
  ])
    expect(
      await screen.findByRole('button', { name: typeof chip === 'string' ? `Retirer le filtre ${chip}` : chip }),
    ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Retirer le filtre Encaissement' }))
  await waitFor(() => expect(askedOf('/movements/report').at(-1)?.has('kind')).toBe(false))
  expect(new URLSearchParams(location.search).get('nature')).toBeNull()
})

test('words and several types reach the rows and the sums; the ledger keeps its order', async () => {
  const { user, askedOf } = await aDesk({ path: `${home}?type=CASH,OR,CHEQUE`, answer: holds(lines) })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  expect(askedOf('/movements/report')[0]?.get('type')).toBe('CASH,CHEQUE')
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'Moyen' }))
  await user.click(await screen.findByRole('option', { name: 'Carte' }))
  expect(await screen.findByRole('button', { name: 'Retirer le filtre 3 moyens', hidden: true })).toBeTruthy()
  expect(new URLSearchParams(location.search).get('type')).toBe('CASH,CHEQUE,CREDIT_CARD')
  typeAtOnce(screen.getByRole('searchbox', { name: 'Filtrer les mouvements', hidden: true }), 'zinsou')
  for (const path of ['/movements/movement-report-data', '/movements/report'])
    await waitFor(() =>
      expect(asked(askedOf(path).at(-1))).toMatchObject({ type: 'CASH,CHEQUE,CREDIT_CARD', search: 'zinsou' }),
    )
  for (const header of screen.getAllByRole('columnheader', { hidden: true }))
    expect(header.querySelector('button')).toBeNull()
})

test('what is mistyped in the address is left out', async () => {
  const { askedOf } = await aDesk({
    path: `${home}?periode=tout&du=hier&type=OR&nature=don&utilisateur=moi&client=1&caisse=2`,
    answer: holds(lines),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  expect(asked(askedOf('/movements/report')[0])).toEqual({})
  expect(askedOf('/cash-registers/report')).toEqual([])
})

test('the menu filters by nature, by register and by client, each at once', async () => {
  const { user, askedOf } = await aDesk({
    path: home,
    answer: (given) =>
      given.path === '/clients'
        ? ok({ items: [aClient(1, { name: 'ZINSOU Clarisse' })], total: 1 })
        : holds(lines)(given),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'Nature' }))
  await user.click(await screen.findByRole('option', { name: 'Remise en banque' }))
  await waitFor(() => expect(askedOf('/movements/report').at(-1)?.get('kind')).toBe('deposit'))
  await user.click(screen.getByRole('combobox', { name: 'Caisse' }))
  await user.click((await screen.findAllByRole('option', { name: /^Caisse de DOSSOU Aurèle, ven. 20 nov. 2026/ }))[0]!)
  await waitFor(() => expect(askedOf('/movements/report').at(-1)?.get('registerId')).toBe(registerId(2)))
  await user.type(screen.getByRole('textbox', { name: 'Client' }), 'zin')
  await user.click(await screen.findByRole('option', { name: /ZINSOU Clarisse/ }))
  await waitFor(() => expect(askedOf('/movements/report').at(-1)?.get('clientId')).toBe(personId(1)))
  expect(askedOf('/clients').at(-1)?.has('kind')).toBe(false)
})

const hourTable = () =>
  within(screen.getByRole('group', { name: 'Montants par heure et par moyen' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => plain(cell.textContent ?? '')))

test('« Par heure » says to the franc what each means brought in each hour, an hour without a movement too, and no float', async () => {
  const { user, askedOf } = await aDesk({ path: home, answer: holds(lines) })
  await user.click(await screen.findByRole('radio', { name: 'Par heure' }))
  expect(await screen.findByRole('figure', { name: /Mouvements par heure, de 8\sh à 10\sh/ })).toBeTruthy()
  expect(location.search).toBe('?vue=heures')
  expect(hourTable()).toEqual([
    ['Heure', 'Espèces', 'Mobile', 'Décaissement'],
    ['8 h', '1 300', '–', '–'],
    ['9 h', '–', '–', '–'],
    ['10 h', '36 300', '14 300', '−2 000'],
  ])
  expect(askedOf('/movements/report').at(-1)?.get('kind')).toBe('sale,disbursement,collection,refund')
  expect(pageText()).toContain('F CFA, sans les fonds de caisse, les entrées ni les remises en banque')
})

test('the floats by hour are there for who asks for them', async () => {
  const { askedOf } = await aDesk({ path: `${home}?vue=heures&nature=fond`, answer: holds(lines) })
  expect(await screen.findByRole('figure', { name: /de 8\sh à 10\sh/ })).toBeTruthy()
  expect(askedOf('/movements/report').map((query) => query.get('kind'))).toEqual(['float'])
  expect(pageText()).not.toContain('sans les fonds de caisse')
})

test('curves that cannot be read say so and are asked again', async () => {
  const broken = ({ path }: Asked): Answer =>
    path === '/movements/report' ? { status: 500, body: { message: 'internal' } } : undefined
  const { user, answerWith } = await aDesk({ path: `${home}?vue=heures`, answer: broken })
  const retry = await screen.findByRole('button', { name: 'Réessayer' })
  answerWith(holds(lines))
  await user.click(retry)
  expect(await screen.findByRole('figure', { name: /Mouvements par heure/ })).toBeTruthy()
})

/** The figures above the list with the query of the address that each opens. */
const figureLinks = () =>
  within(screen.getByRole('region', { name: 'Sommes' }))
    .getAllByRole('term')
    .map((term) => {
      const href = term.nextElementSibling?.querySelector('a')?.getAttribute('href')
      return [term.textContent, href ? decodeURIComponent(href.replace('/backoffice', '')) : null]
    })

test('what insurers and clients owe stands apart from the takings; each sum opens its own lines, within the filters', async () => {
  const owed: MovementReport = {
    count: 3,
    totals: [
      { kind: 'collection', type: 'CASH', amount: 700, count: 1 },
      { kind: 'sale', type: 'INSURANCE', amount: 8_000, count: 1 },
      { kind: 'deposit', type: 'CASH', amount: -500, count: 1 },
    ],
    hours: [],
  }
  const { user } = await aDesk({
    path: `${home}?periode=tout&caisse=${registerId(1)}&vue=heures`,
    answer: holds(lines, owed),
  })
  await screen.findByRole('region', { name: 'Sommes' })
  const within1 = `/mouvements?periode=tout&caisse=${registerId(1)}`
  const taken = 'nature=vente,decaissement,encaissement,remboursement'
  expect(figureLinks()).toEqual([
    ['Mouvements', null],
    ['Encaissements', `${within1}&${taken}&type=CASH,CHEQUE,CREDIT_CARD,MOBILE_MONEY,TRANSFER,DISBURSEMENT`],
    ['Espèces', `${within1}&${taken}&type=CASH,DISBURSEMENT`],
    ['Couverture', `${within1}&${taken}&type=INSURANCE`],
    ['Remise en banque', `${within1}&nature=banque`],
  ])
  await user.click(screen.getByRole('link', { name: /^8\s000$/ }))
  expect(await screen.findByRole('button', { name: 'Retirer le filtre Couverture' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retirer le filtre 4 natures' })).toBeTruthy()
})

test('under a filter a figure opens no line that the filter leaves out, and chosen kinds have a total', async () => {
  await aDesk({ path: `${home}?nature=vente,arrondi&type=CASH`, answer: holds(lines) })
  await screen.findByRole('region', { name: 'Sommes' })
  expect(figureLinks().slice(0, 3)).toEqual([
    ['Mouvements', null],
    ['Total', null],
    ['Encaissements', '/mouvements?nature=vente&type=CASH'],
  ])
})

test('the CSV is the server’s own file with its mark; the XLSX holds every row that the filters keep', async () => {
  const long = Array.from({ length: 620 }, (_, at) =>
    aLedgerLine(620 - at, { amount: 100 + at, note: at === 0 ? '=1+1' : null }),
  )
  const { user, askedOf } = await aDesk({
    path: `${home}?periode=tout&type=CASH`,
    answer: holds(long, { ...sums, count: 620 }),
  })
  await waitFor(() => expect(rowTexts().length).toBeGreaterThan(5))
  await user.keyboard('x')
  await user.click(await screen.findByRole('menuitem', { name: 'Fichier CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.name).toBe(`mouvements-${today}.csv`)
  expect([...new Uint8Array(await saved[0]!.content.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
  expect((await saved[0]!.content.text()).replace('\uFEFF', '')).toBe(csv.replace('\uFEFF', ''))
  expect(asked(askedOf('/movements/movement-report-csv')[0])).toEqual({ type: 'CASH' })
  await user.keyboard('x')
  await user.click(await screen.findByRole('menuitem', { name: 'Fichier Excel (XLSX)' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  const sheet = await readSheet(await saved[1]!.content.arrayBuffer())
  expect(sheet[0]).toEqual([
    'Date',
    'Heure',
    'Nature',
    'Type',
    'Opérateur',
    'Montant',
    'Utilisateur',
    'Vente',
    'Client',
    'Note',
  ])
  expect(sheet.slice(1).map((cells) => cells[5])).toEqual(long.map(({ amount }) => amount))
  expect(sheet[1]?.slice(7)).toEqual([720, null, '=1+1'])
})

test('days and hours are those of the pharmacy, on the screen and in the Excel file as in the CSV, wherever the browser stands', async () => {
  const { user, store } = await aDesk({
    path: home,
    answer: holds([aLedgerLine(1, { occurredAt: '2026-11-21T10:40:00.000Z' })]),
  })
  const { identity } = store.get(sessionServicesAtom)!
  // fourteen hours east of Greenwich: no browser of these tests stands there
  await identity.patchTerminal({ pharmacy: { ...store.get(terminalAtom)!.pharmacy!, timeZone: 'Pacific/Kiritimati' } })
  await waitFor(() => expect(rowTexts()[0]?.slice(0, 2)).toEqual(['22/11/2026', '00:40']))
  await user.keyboard('x')
  await user.click(await screen.findByRole('menuitem', { name: 'Fichier Excel (XLSX)' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const [, row] = await readSheet(await saved[0]!.content.arrayBuffer())
  expect(row?.slice(0, 2)).toEqual([new Date('2026-11-22T00:00:00.000Z'), '00:40'])
})

test('who may not see what is expected is told so, and nothing is asked', async () => {
  const { askedOf } = await aDesk({ path: home, permissions: defaultRoles.vendeur, answer: holds(lines) })
  expect(await screen.findByText(/qui ont le droit «\sVoir le montant attendu de la caisse\s»/)).toBeTruthy()
  expect([...askedOf('/movements/report'), ...askedOf('/movements/movement-report-data')]).toEqual([])
})

test('the faces: failed, filtered to nothing, a page that fails keeps what was read, offline', async () => {
  const broken = ({ path }: Asked): Answer =>
    path.startsWith('/movements') ? { status: 500, body: { message: 'internal' } } : undefined
  const { user, answerWith, goOffline } = await aDesk({ path: `${home}?nature=banque`, answer: broken })
  expect(await screen.findByText(/Les mouvements n’ont pas pu être chargés/)).toBeTruthy()
  answerWith(holds([], { count: 0, totals: [], hours: [] }))
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Aucun mouvement ne correspond à ces filtres.')).toBeTruthy()
  const long = Array.from({ length: 300 }, (_, at) => aLedgerLine(300 - at))
  answerWith((given) => (given.query.has('cursor') ? broken(given) : holds(long, { ...sums, count: 300 })(given)))
  await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }))
  await waitFor(() => expect(rowTexts().length).toBeGreaterThan(5))
  await user.keyboard('{ArrowDown}{End}')
  expect(await screen.findByText(/Les mouvements n’ont pas pu être chargés/)).toBeTruthy()
  expect(rowTexts().length).toBeGreaterThan(5)
  answerWith(holds(long, { ...sums, count: 300 }))
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('301'))
  goOffline()
  await waitFor(() => expect(pageText()).toContain('Hors ligne. Liste d’il y a'))
  await user.click(screen.getByRole('radio', { name: 'Aujourd’hui' }))
  expect(await screen.findByText(/Les mouvements demandent le réseau/)).toBeTruthy()
})
