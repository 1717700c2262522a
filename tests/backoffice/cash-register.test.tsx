import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aDesk, ok, pageText, plain, type Answer, type Asked } from './support/a-desk.tsx'
import { aCount, aRegister, aReport, registerId } from './support/a-drawer.ts'
import { saleId } from './support/a-shop.ts'

const home = `/backoffice/caisses/${registerId(1)}`
const holds =
  (report: RegisterReport) =>
  ({ path }: Asked): Answer =>
    path === '/cash-registers/report' ? ok(report) : undefined
const sheet = async (name: string) =>
  within(await screen.findByRole('region', { name: (text) => plain(text) === name }))
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => plain(cell.textContent ?? '')),
    )
const happened = async () =>
  (await sheet('Déroulement')).getAllByRole('listitem').map((item) => plain(item.textContent ?? ''))

const handOver = aCount(40, {
  kind: 'hand-over',
  receivedByName: 'SOGLO Koffi',
  countedAt: '2026-11-21T08:00:00.000Z',
  recordedAt: '2026-11-21T09:30:00.000Z',
})
const closing = aCount(41, {
  byName: 'SOGLO Koffi',
  comment: 'Une pièce est tombée sous le meuble',
  gap: -500,
  differences: [
    { type: 'CASH', operator: null, counted: 54_300, expected: 54_800, gap: -500 },
    { type: 'MOBILE_MONEY', operator: 'MTN MoMo', counted: 14_300, expected: 14_300, gap: 0 },
  ],
  awaits: [{ id: saleId(1), identifier: 'K7QF-31', total: 1_300 }],
  unfinished: [
    { id: saleId(2), identifier: 'K7QF-32', total: 650, state: 'open' },
    { id: saleId(3), identifier: 'move', total: 5_000, state: 'refused' },
  ],
})
const closed = aReport(
  aRegister(1, {
    state: 'CLOSED',
    closedAt: closing.countedAt,
    closedByName: 'SOGLO Koffi',
    heldByName: 'SOGLO Koffi',
    number: 41,
    gap: -500,
  }),
  {
    counts: [handOver, closing],
    events: [
      {
        kind: 'closed-over',
        at: closing.recordedAt,
        byName: 'SOGLO Koffi',
        details: { unfinished: closing.unfinished, comment: 'Cliente partie' },
      },
      {
        kind: 'refused-later',
        at: '2026-11-21T11:00:00.000Z',
        byName: 'SOGLO Koffi',
        details: { ...closing.awaits[0], message: 'sales:cannotSaleArchivedStockItem' },
      },
    ],
  },
)

test('each count says what was expected, counted and missing of every means, and the drawer by notes and coins', async () => {
  await aDesk({ path: home, answer: holds(closed) })
  const last = await sheet('Fermeture n° 41')
  expect(rowsOf(last.getByRole('table', { name: 'Attendu et compté' }))).toEqual([
    ['Espèces', '54 800', '54 300', '−500'],
    ['Mobile MTN MoMo', '14 300', '14 300', '0'],
  ])
  expect(rowsOf(last.getByRole('table', { name: 'Billets et pièces' }))).toEqual([
    ['Billet de 10 000', '5', '50 000'],
    ['Pièce de 500', '8', '4 000'],
    ['Pièce de 100', '3', '300'],
    ['Espèces comptées', '', '54 300'],
  ])
  expect(last.getByText(/Une pièce est tombée sous le meuble/)).toBeTruthy()
  expect(
    within(last.getByRole('list', { name: 'Opérations comptées avant d’être envoyées' })).getByText('Vente K7QF-31'),
  ).toBeTruthy()
  expect(plain(last.getByRole('list', { name: 'Opérations laissées non terminées' }).textContent ?? '')).toBe(
    'Vente K7QF-32Ouverte650Mouvement de caisseRefusé5 000',
  )
  expect(await sheet('Remise n° 40 à SOGLO Koffi')).toBeTruthy()
})

test('a count without notes and coins says so, and claims no empty drawer', async () => {
  await aDesk({ path: home, answer: holds({ ...closed, counts: [{ ...closing, denominations: [] }] }) })
  const last = await sheet('Fermeture n° 41')
  expect(last.getByText(/ne sont pas détaillés/)).toBeTruthy()
  expect(last.queryByText('Espèces comptées')).toBeNull()
})

test('sums by nature and by means are those of the server', async () => {
  await aDesk({
    path: home,
    answer: holds({
      ...closed,
      totals: [...closed.totals, { kind: 'rounding', type: 'CASH', operator: null, amount: -3, count: 2 }],
    }),
  })
  const sums = await sheet('Mouvements')
  expect(rowsOf(sums.getByRole('table', { name: 'Mouvements par nature' }))).toEqual([
    ['Vente', '12', '50 600'],
    ['Espèces', '9', '36 300'],
    ['Mobile MTN MoMo', '3', '14 300'],
    ['Arrondi', '2', '−3'],
    ['Espèces', '2', '−3'],
    ['Fond de caisse', '1', '20 000'],
    ['Espèces', '1', '20 000'],
    ['Décaissement', '1', '−2 000'],
    ['Décaissement', '1', '−2 000'],
  ])
  expect(rowsOf(sums.getByRole('table', { name: 'Mouvements par moyen' }))).toEqual([
    ['Espèces', '10', '56 300'],
    ['Mobile MTN MoMo', '3', '14 300'],
    ['Décaissement', '1', '−2 000'],
  ])
})

test('what happened is told in the order in which it was written down', async () => {
  await aDesk({
    path: home,
    answer: holds({
      ...closed,
      events: [
        ...closed.events,
        {
          kind: 'reopened',
          at: '2026-11-21T11:30:00.000Z',
          byName: 'AZONHIHO Gilles',
          details: { reason: 'Un billet oublié' },
        },
      ],
    }),
  })
  const told = await happened()
  expect(told).toHaveLength(6)
  expect(told[0]).toMatch(/DOSSOU Aurèle.*Ouverte avec un fond de 20 000 F CFA$/)
  expect(told[1]).toMatch(/Remise n° 40 à SOGLO Koffi, écart 0 F CFA.*Reçue le sam. 21 nov. 2026/)
  expect(told[2]).toMatch(/SOGLO Koffi.*Fermeture n° 41, écart −500 F CFA$/)
  expect(told[3]).toMatch(
    /Fermée malgré 2 opérations non terminées : Vente K7QF-32 \(ouverte, 650\), Mouvement de caisse \(refusé, 5 000\)\. Motif : Cliente partie$/,
  )
  expect(told[4]).toMatch(/Refusée après la fermeture qui la comptait : Vente K7QF-31, 1 300 F CFA\. \S/)
  expect(told[5]).toMatch(/AZONHIHO Gilles.*Rouverte : Un billet oublié$/)
})

test('what a till did at the drawer before it was sent is said in words, also in a report of before', async () => {
  const awaits = [
    { id: saleId(3), identifier: 'open', total: 20_000 },
    { id: saleId(4), identifier: 'count', total: 0 },
    { id: saleId(5), identifier: 'disburse', total: 2_000 },
  ]
  const papers: string[] = []
  vi.stubGlobal('print', () => papers.push(plain(screen.getByRole('document', { hidden: true }).textContent ?? '')))
  const { user } = await aDesk({
    path: home,
    answer: holds({
      ...closed,
      counts: [{ ...closing, awaits, unfinished: [] }],
      events: [
        {
          kind: 'refused-later',
          at: '2026-11-21T11:00:00.000Z',
          byName: 'SOGLO Koffi',
          details: { ...awaits[2], message: 'requests:invalid' },
        },
      ],
    }),
  })
  const listed = (await sheet('Fermeture n° 41')).getByRole('list', {
    name: 'Opérations comptées avant d’être envoyées',
  })
  expect(
    within(listed)
      .getAllByRole('listitem')
      .map((item) => plain(item.textContent ?? '')),
  ).toEqual(['Ouverture20 000', 'Comptage', 'Décaissement2 000'])
  expect((await happened()).at(-1)).toContain('comptait : Décaissement, 2 000 F CFA')
  await user.keyboard('p')
  await waitFor(() => expect(papers).toHaveLength(1))
  expect(papers[0]).toContain(
    '3 opérations comptées avant d’être envoyées : Ouverture (20 000), Comptage, Décaissement (2 000)',
  )
  for (const word of ['open', 'disburse']) expect(pageText() + papers[0]!).not.toContain(word)
})

test('a count that was put down before the expected was shown stands in the story, each time', async () => {
  const details = {
    countedAt: closing.countedAt,
    denominations: closing.denominations,
    others: [{ type: 'MOBILE_MONEY', operator: 'MTN MoMo', counted: 14_300 }],
  }
  await aDesk({
    path: home,
    answer: holds(
      aReport(aRegister(1), {
        events: [
          { kind: 'counted', at: closing.countedAt, byName: 'SOGLO Koffi', details },
          { kind: 'counted', at: closing.recordedAt, byName: 'SOGLO Koffi', details: { denominations: 'none' } },
        ],
      }),
    ),
  })
  expect((await happened()).slice(1).map((text) => text.replace(/^.*SOGLO Koffi/, ''))).toEqual([
    'Comptée avant de voir le montant attendu : espèces 54 300 F CFA, Mobile MTN MoMo 14 300',
    'Comptée avant de voir le montant attendu : espèces 0 F CFA',
  ])
})

test('what was done by a right that had been taken away says so', async () => {
  const events: RegisterReport['events'] = [
    {
      kind: 'reopened',
      at: closing.recordedAt,
      byName: 'SOGLO Koffi',
      details: { reason: 'Oubli', usedRevoked: true },
    },
    { kind: 'counted', at: closing.recordedAt, byName: 'SOGLO Koffi', details: { usedRevoked: true } },
  ]
  await aDesk({ path: home, answer: holds({ ...closed, counts: [{ ...closing, usedRevoked: true }], events }) })
  const told = (await happened()).slice(1)
  expect(told.map((text) => text.includes('Avec un droit qui avait été retiré entre-temps'))).toEqual([
    true,
    true,
    true,
  ])
})

test('a closing that waits says for how many sales, and what the drawer should hold now', async () => {
  await aDesk({
    path: home,
    answer: holds(aReport(aRegister(1, { state: 'WAITING' }), { awaited: [saleId(1), saleId(2)] })),
  })
  expect((await happened()).at(-1)).toMatch(/2 opérations comptées ne sont pas encore arrivées/)
  expect(plain((await sheet('Attendu à présent')).getByText('Mobile MTN MoMo').closest('dl')?.textContent ?? '')).toBe(
    'Espèces54 300 F CFAMobile MTN MoMo14 300',
  )
})

test('a closing that waited and was taken back says what had been counted and how much was missing', async () => {
  const takenBack = {
    id: saleId(9),
    sellerId: saleId(8),
    countedAt: closing.countedAt,
    denominations: [{ form: 'note', value: 10_000, count: 4 }],
    others: [],
    comment: null,
    awaited: 2,
  }
  await aDesk({
    path: home,
    answer: holds({
      ...closed,
      events: [
        {
          kind: 'reopened',
          at: closing.recordedAt,
          byName: 'AZONHIHO Gilles',
          details: { reason: 'Poste volé', takenBack },
        },
      ],
    }),
  })
  expect((await happened()).find((text) => text.includes('Rouverte'))).toMatch(
    /Rouverte : Poste volé\. Fermeture en attente annulée \(espèces comptées 40 000 F CFA\) : il lui manquait 2 opérations$/,
  )
})

test('details that cannot be read leave the rest of the story', async () => {
  await aDesk({
    path: home,
    answer: holds({
      ...closed,
      counts: [],
      events: [
        { kind: 'closed-over', at: closing.recordedAt, byName: 'SOGLO Koffi', details: null },
        { kind: 'refused-later', at: closing.recordedAt, byName: 'SOGLO Koffi', details: { message: 'unheard:of' } },
      ],
    }),
  })
  expect((await happened()).slice(1).map((text) => text.replace(/^.*SOGLO Koffi/, ''))).toEqual([
    'Fermée malgré 0 opération non terminée',
    'Refusée après la fermeture qui la comptait : une opération. ',
  ])
})

test('its movements, disbursements and sales are one step away', async () => {
  await aDesk({ path: home, answer: holds(closed) })
  await sheet('Déroulement')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Mouvements' }).getAttribute('href')).toBe(
    `/backoffice/mouvements?periode=tout&caisse=${registerId(1)}`,
  )
  expect(main.getByRole('link', { name: 'Décaissements' }).getAttribute('href')).toBe(
    `/backoffice/decaissements?periode=tout&caisse=${registerId(1)}`,
  )
  expect(main.getByRole('link', { name: 'Ventes de cette caisse' }).getAttribute('href')).toBe(
    `/backoffice/ventes?periode=tout&caisse=${registerId(1)}`,
  )
})

const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '').replace('/backoffice', '')

test('the float, the sales and each sum open the lines that they add up, mobile money by its operator', async () => {
  await aDesk({ path: home, answer: holds(closed) })
  const sums = await sheet('Mouvements')
  const all = `periode=tout&caisse=${registerId(1)}`
  const main = within(screen.getByRole('main'))
  const figure = (name: string) => within(main.getByText(name, { selector: 'dt' }).parentElement!).getByRole('link')
  expect(hrefOf(figure('Fond'))).toBe(`/mouvements?${all}&nature=fond`)
  expect(hrefOf(figure('Ventes'))).toBe(`/ventes?${all}&etat=cloturees`)
  const links = (name: string) => within(sums.getByRole('table', { name })).getAllByRole('link').map(hrefOf)
  expect(links('Mouvements par nature').slice(0, 3)).toEqual([
    `/mouvements?${all}&nature=vente`,
    `/mouvements?${all}&nature=vente&type=CASH`,
    `/mouvements?${all}&nature=vente&type=MOBILE_MONEY&operateur=MTN+MoMo`,
  ])
  const moving = 'nature=vente,timbre,fond,decaissement,entree,banque,encaissement,remboursement'
  expect(links('Mouvements par moyen').slice(0, 2)).toEqual([
    `/mouvements?${all}&${moving}&type=CASH`,
    `/mouvements?${all}&${moving}&type=MOBILE_MONEY&operateur=MTN+MoMo`,
  ])
})

test('what an open drawer must hold opens its movements; a difference that a count found is said apart', async () => {
  const report = aReport(aRegister(1))
  await aDesk({
    path: home,
    answer: holds({
      ...report,
      expected: report.expected!.map((means) =>
        means.type === 'CASH' ? { ...means, expected: means.expected - 300 } : means,
      ),
    }),
  })
  const facts = await sheet('Attendu à présent')
  expect(
    facts.getAllByRole('term').map((term) => [term.textContent, plain(term.nextElementSibling?.textContent ?? '')]),
  ).toEqual([
    ['Espèces', '54 000 F CFA'],
    ['Espèces, mouvements', '54 300 F CFA'],
    ['Espèces, écart déjà compté', '−300'],
    ['Mobile MTN MoMo', '14 300'],
  ])
  expect(facts.getAllByRole('link').map(hrefOf)[0]).toContain('&type=CASH,DISBURSEMENT')
})

test('P prints the last count as it was written down, and what came after it', async () => {
  const papers: string[] = []
  vi.stubGlobal('print', () =>
    papers.push(plain(screen.getByRole('document', { name: /41 à imprimer/, hidden: true }).textContent ?? '')),
  )
  const { user } = await aDesk({ path: home, answer: holds(closed) })
  await sheet('Fermeture n° 41')
  await user.keyboard('p')
  await waitFor(() => expect(papers).toHaveLength(1))
  for (const said of [
    'Pharmacie Camp Guézo · Fermeture n° 41',
    'fond de 20 000 F CFA',
    'par SOGLO Koffi',
    'Écart : −500 F CFA',
    'Une pièce est tombée',
    'Espèces comptées54 300',
    'Espèces54 80054 300−500',
    '1 opération comptée avant d’être envoyée : Vente K7QF-31 (1 300)',
    'Depuis',
    'Refusée après la fermeture',
    'Signature de SOGLO Koffi',
  ])
    expect(papers[0]).toContain(said)
  expect(papers[0]).not.toContain('Remise n° 40')
  await waitFor(() => expect(screen.queryByRole('document', { hidden: true })).toBeNull())
})

test('who may not see what is expected reads dashes, no sums of the drawer, and why', async () => {
  const blind: RegisterReport = {
    ...closed,
    register: { ...closed.register, gap: null },
    expected: null,
    totals: closed.totals.filter(({ type }) => type === 'MOBILE_MONEY'),
    counts: [
      {
        ...closing,
        gap: null,
        totals: [],
        differences: closing.differences.map((row) => ({ ...row, expected: null, gap: null })),
      },
    ],
  }
  await aDesk({ path: home, permissions: defaultRoles.vendeur, answer: holds(blind) })
  const last = await sheet('Fermeture n° 41')
  expect(rowsOf(last.getByRole('table', { name: 'Attendu et compté' }))[0]).toEqual(['Espèces', '–', '54 300', '–'])
  expect(pageText()).toContain('Votre rôle ne permet pas de voir le montant attendu de la caisse')
  expect(pageText()).not.toContain('−500')
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Mouvements' })).toBeNull()
})

test('the faces: on no address, unknown, failed and asked again, offline', async () => {
  const { user, answerWith, goOffline } = await aDesk({
    path: home,
    answer: ({ path }) =>
      path === '/cash-registers/report' ? { status: 404, body: { message: 'requests:notFound' } } : undefined,
  })
  expect(await screen.findByText(/Cette caisse n’existe pas/)).toBeTruthy()
  answerWith(({ path }) =>
    path === '/cash-registers/report'
      ? { status: 500, body: { message: 'internal' } }
      : path === '/cash-registers/by-date'
        ? ok({ items: [aRegister(2)], total: 1 })
        : undefined,
  )
  await user.click(screen.getByRole('link', { name: 'Caisses', current: false }))
  await user.click(await screen.findByText('DOSSOU Aurèle', { selector: '[role=gridcell] b' }))
  expect(await screen.findByText('Le détail n’a pas pu être chargé.')).toBeTruthy()
  answerWith(holds(closed))
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await sheet('Fermeture n° 41')).toBeTruthy()
  goOffline()
  await waitFor(() => expect(pageText()).toMatch(/Fiche /))
})

test('who may not hold a register is told so, and nothing is asked', async () => {
  const { askedOf } = await aDesk({
    path: home,
    permissions: defaultRoles['gestionnaire de stock'],
    answer: holds(closed),
  })
  expect(await screen.findByText(/qui ont le droit «\sUtiliser une caisse\s»/)).toBeTruthy()
  expect(askedOf('/cash-registers/report')).toEqual([])
})
