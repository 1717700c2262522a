import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { FiscalReport, ZRow } from '#shared/contract/fiscal-reports.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aDesk, ok, plain, today } from './support/a-desk.tsx'

const home = '/backoffice/factures-normalisees/rapports'
const registerId = '018f0000-0000-7000-8000-0000000000c1'

function aReport(given: Partial<FiscalReport> = {}): FiscalReport {
  return {
    invoices: { count: 3, total: 12_450 },
    credits: { count: 1, total: 1180 },
    groups: [
      { group: 'A', rate: 0, net: 8910, tax: 0, total: 8910 },
      { group: 'B', rate: 1800, net: 2000, tax: 360, total: 2360 },
    ],
    aib: 0,
    means: [
      { means: 'cash', amount: 9000 },
      { means: 'mobile', amount: 2270 },
    ],
    articles: [
      { label: 'Doliprane 500 mg cp B/16', group: 'A', price: 650, quantity: 12.5, total: 8125 },
      { label: 'Gel hydroalcoolique', group: 'B', price: 1180, quantity: 2, total: 2360 },
    ],
    states: { certified: 2, waiting: 2, incomplete: 1 },
    from: `${today}T07:05:00.000Z`,
    to: `${today}T11:30:00.000Z`,
    numbers: [],
    withheld: 0,
    ...given,
  }
}
const aZ = (number: number, given: Partial<ZRow> = {}): ZRow => ({
  number,
  registerId,
  closingNumber: number + 100,
  closedAt: '2026-11-20T19:02:00.000Z',
  closedByName: 'DOSSOU Aurèle',
  documents: 45,
  total: 123_450,
  ...given,
})
const nothing: Partial<FiscalReport> = {
  invoices: { count: 0, total: 0 },
  credits: { count: 0, total: 0 },
  groups: [],
  means: [],
  articles: [],
  states: {},
  from: null,
  to: null,
}

/** The page; `report`: what the server says to each question. */
async function aPage({
  path = home,
  report = () => aReport(),
  closings = [aZ(12), aZ(11, { closingNumber: null, closedByName: null })],
  ...given
}: {
  path?: string
  report?: (query: URLSearchParams) => FiscalReport | null
  closings?: readonly ZRow[]
} & Pick<NonNullable<Parameters<typeof aDesk>[0]>, 'known'> = {}) {
  const sheets: string[] = []
  const desk = await aDesk({
    path,
    products: [],
    ...given,
    answer: (asked) => {
      const size = Number(asked.query.get('size'))
      if (asked.path === '/fiscal-reports/closings')
        return ok({ items: closings.slice(0, size), total: closings.length })
      if (asked.path !== '/fiscal-reports') return undefined
      const answer = report(asked.query)
      return answer ? ok(answer) : undefined
    },
  })
  vi.stubGlobal('print', () => sheets.push(plain(document.querySelector('[role=document]')?.textContent ?? '')))
  await screen.findByRole('heading', { level: 1, name: 'Rapports X, Z et A' })
  return { ...desk, sheets }
}
const lines = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => plain(cell.textContent ?? '')),
    )
const closingLinks = async () => {
  const list = within(await screen.findByRole('navigation', { name: 'Rapports' }))
  await list.findByRole('link', { name: /Z n°.12/ })
  return list.getAllByRole('link')
}
const regionText = async (name: RegExp) => plain((await screen.findByRole('region', { name })).textContent ?? '')

describe('the report', () => {
  test('X opens first: what is invoiced and credited, taxes, payments, states and articles', async () => {
    const { askedOf } = await aPage()
    expect(await lines('Factures et avoirs')).toEqual([
      ['Factures de vente', '3', '12 450'],
      ['Factures d’avoir', '1', '−1 180'],
      ['Total net', '11 270 F CFA'],
    ])
    expect(await lines('Ventilation des impôts')).toEqual([
      ['A, Exonéré', '0 %', '8 910', '0', '8 910'],
      ['B, TVA 18 %', '18 %', '2 000', '360', '2 360'],
    ])
    expect(await lines('Paiements')).toEqual([
      ['Espèces', '9 000'],
      ['Mobile money', '2 270'],
    ])
    expect(await lines('Articles')).toEqual([
      ['Doliprane 500 mg cp B/16', 'A', '650', '12,5', '8 125'],
      ['Gel hydroalcoolique', 'B', '1 180', '2', '2 360'],
    ])
    const text = await regionText(/^Rapport X/)
    for (const part of [
      'Documents du sam. 21 nov. 2026, de 07:05 à 11:30',
      '2 normalisées',
      '2 en attente de normalisation',
      '1 groupe à compléter, hors des sommes',
    ])
      expect(text).toContain(part)
    expect(screen.queryByRole('note')).toBeNull()
    expect(Object.fromEntries(askedOf('/fiscal-reports')[0]!)).toEqual({})
  })

  test('AIB is a sum of its own', async () => {
    await aPage({ report: () => aReport({ aib: 113 }) })
    expect((await lines('Ventilation des impôts')).at(-1)).toEqual(['AIB', '113'])
  })

  test.each([
    [1, '1 caisse ouverte non comptée : hors du rapport'],
    [2, '2 caisses ouvertes non comptées : hors du rapport'],
  ])('%s drawers that are not counted are said to be left out', async (withheld, words) => {
    const { user, sheets } = await aPage({ report: () => aReport({ withheld }) })
    expect(plain((await screen.findByRole('note')).textContent ?? '')).toBe(words)
    await user.click(screen.getByRole('button', { name: 'Imprimer' }))
    expect(sheets[0]).toContain(words)
  })

  test('with no document yet, each part says so', async () => {
    await aPage({ report: () => aReport(nothing) })
    const text = await regionText(/^Rapport X/)
    for (const part of ['Aucune facture.', 'Aucun paiement.', 'Aucun article.']) expect(text).toContain(part)
  })
})

describe('the closings', () => {
  test('each has its number, closing, hour, person, documents and total, and opens its report', async () => {
    const { user, askedOf } = await aPage()
    const [x, twelfth, eleventh, ...more] = await closingLinks()
    expect(more).toEqual([])
    expect(x!.getAttribute('aria-current')).toBe('page')
    expect(plain(twelfth!.textContent ?? '')).toBe(
      'Z n° 12123 450ven. 20 nov. 2026, 19:0245 documentsClôture n° 112, DOSSOU Aurèle',
    )
    expect(plain(eleventh!.textContent ?? '')).toBe('Z n° 11123 450ven. 20 nov. 2026, 19:0245 documents')
    await user.click(twelfth!)
    const report = within(await screen.findByRole('region', { name: /^Rapport Z n°.12$/ }))
    const drawer = await report.findByRole('link', { name: 'Voir la caisse' })
    expect(drawer.getAttribute('href')).toBe(`/backoffice/caisses/${registerId}`)
    expect(Object.fromEntries(askedOf('/fiscal-reports').at(-1)!)).toEqual({ z: '12' })
    expect(location.search).toBe('?z=12')
    expect([x, twelfth].map((link) => link!.getAttribute('aria-current'))).toEqual([null, 'page'])
  })

  test('older ones come on demand', async () => {
    const closings = Array.from({ length: 60 }, (_, at) => aZ(60 - at))
    const { user } = await aPage({ closings })
    expect(await closingLinks()).toHaveLength(51)
    await user.click(screen.getByRole('button', { name: 'Z plus anciens' }))
    await waitFor(async () => expect(await closingLinks()).toHaveLength(61))
    expect(screen.queryByRole('button', { name: 'Z plus anciens' })).toBeNull()
  })

  test('a number that the pharmacy does not have is said, and not printed', async () => {
    await aPage({ path: `${home}?z=99`, report: () => null })
    expect(await screen.findByText('Ce Z n’existe pas, ou l’adresse est incomplète.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Imprimer' })).toBeNull()
  })
})

test('a day sums its closings; a day without one says so', async () => {
  const { user, askedOf } = await aPage({
    report: (query) =>
      query.get('day') === '2026-11-20'
        ? aReport({ numbers: [11, 12], from: '2026-11-20T07:05:00.000Z' })
        : aReport({ ...nothing, numbers: [] }),
  })
  const field = await screen.findByRole('textbox', { name: 'Z de la journée' })
  await user.clear(field)
  await user.type(field, 'hier{Enter}')
  const text = await regionText(/^Z de la journée du ven. 20 nov. 2026$/)
  expect(text).toContain('Z n° 11 et 12')
  expect(text).toContain('Documents du ven. 20 nov. 2026, 07:05 au sam. 21 nov. 2026, 11:30')
  expect(Object.fromEntries(askedOf('/fiscal-reports').at(-1)!)).toEqual({ day: '2026-11-20' })
  await user.clear(field)
  await user.type(field, '19112026{Enter}')
  expect(await screen.findByText('Aucune caisse n’a été clôturée ce jour-là.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Imprimer' })).toBeNull()
})

test('it is printed with the pharmacy, its tax number, its machine and the numbers of the closings', async () => {
  const { user, sheets } = await aPage({
    path: `${home}?jour=2026-11-20`,
    report: () => aReport({ numbers: [11, 12] }),
    known: { taxId: '3201900000017', fiscalNim: 'ED04000123' },
  })
  await user.click(await screen.findByRole('button', { name: 'Imprimer' }))
  expect(sheets).toHaveLength(1)
  for (const part of [
    'Pharmacie Camp Guézo · Z de la journée du ven. 20 nov. 2026',
    'IFU 3201900000017',
    'Machine (NIM) ED04000123',
    'Z n° 11 et 12',
    '2 normalisées',
    '11 270 F CFA',
    'B, TVA 18 %',
    'Mobile money2 270',
    'Gel hydroalcoolique',
  ])
    expect(sheets[0]).toContain(part)
  expect(screen.queryByRole('document')).toBeNull()
})

describe('who reaches it', () => {
  test('a button of the list leads there', async () => {
    const { user } = await aPageOfDocuments()
    await user.click(await screen.findByRole('link', { name: 'X, Z et A' }))
    expect(location.pathname).toBe(home)
  })

  test.each(['', '/rapports'])('a country without a platform has no page %s', async (under) => {
    await aDesk({ path: `/backoffice/factures-normalisees${under}`, products: [], hasNoPlatform: true })
    expect(await screen.findByText('Cette page n’existe pas')).toBeTruthy()
  })

  test('without the right to see reports nothing is asked', async () => {
    const { askedOf } = await aDesk({
      path: home,
      products: [],
      permissions: defaultRoles.titulaire.filter((permission) => permission !== 'report.see'),
    })
    await screen.findByRole('main')
    expect(await screen.findByText(/droit/)).toBeTruthy()
    expect(askedOf('/fiscal-reports')).toEqual([])
  })
})

async function aPageOfDocuments() {
  const desk = await aDesk({
    path: '/backoffice/factures-normalisees',
    products: [],
    answer: ({ path }) => (path.startsWith('/fiscal-reports') ? ok({ items: [], total: 0 }) : undefined),
  })
  await screen.findByRole('grid')
  return desk
}
