import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { AgedRow } from '#shared/contract/bill-reports.ts'
import type { Report, ReportQuery, ReportRow, UnderstoodQuestion } from '#shared/contract/reports.ts'
import { addDays } from '#shared/domain/dates.ts'
import { comparisons } from '#shared/domain/reports/compared-period.ts'
import { dimensionNames } from '#shared/domain/reports/dimensions.ts'
import { measureNames, measures } from '#shared/domain/reports/measures.ts'
import { askedBy, withAsked } from '#backoffice/reports/report-address.ts'
import { columnsOf } from '#backoffice/reports/report-columns.ts'
import { changeText, mostText, sentenceOf } from '#backoffice/reports/report-sentence.ts'
import { columnsThatFit } from '#shared/ui/data-table-column.ts'
import { aDesk, ok, plain, today } from './support/a-desk.tsx'

const francs = { code: 'XOF', symbol: 'F CFA', decimals: 0 }
const aRow = (key: string, name: string | null, value: number, compared: number): ReportRow => ({
  keys: [key],
  names: [name],
  values: [value],
  compared: [compared],
})
const aReport = (given: Partial<Report> = {}): Report => ({
  measures: ['turnover'],
  dimensions: ['product'],
  rows: [],
  totals: { values: [0], compared: [0] },
  groups: 0,
  comparedPeriod: { from: '2026-10-01', to: '2026-10-21' },
  askedAt: `${today}T11:30:00.000Z`,
  ...given,
})

describe('in words', () => {
  test.each([
    ['turnover', 1050, 1000, '5 % de plus'],
    ['turnover', 900, 1000, '10 % de moins'],
    ['turnover', 1000, 1000, 'autant'],
    ['turnover', 1000, 0, null],
    ['marginRate', 28.3, 29.7, '1,4 point de moins'],
    ['marginRate', 33, 30, '3,0 points de plus'],
    ['marginRate', null, 30, null],
  ] as const)('%s: %s after %s', (name, value, compared, words) => {
    const text = changeText(name, value, compared)
    expect(text && plain(text)).toBe(words)
  })

  test('the sentence says the total and its change; nothing is said of nothing', () => {
    const said = (report: Report) => plain(sentenceOf(report, { currency: francs, than: 'la période d’avant' }))
    const rows = [aRow('a', 'A', 1200, 1000)]
    expect(said(aReport({ rows, totals: { values: [1200], compared: [1000] } }))).toBe(
      'Chiffre d’affaires : 1 200 F CFA, 20 % de plus que la période d’avant.',
    )
    expect(said(aReport({ rows, totals: { values: [1200], compared: null } }))).toBe(
      'Chiffre d’affaires : 1 200 F CFA.',
    )
    expect(said(aReport())).toBe('Rien sur cette période.')
  })

  test('few groups that make four fifths are said, many are not', () => {
    const of = (values: number[]) =>
      mostText(
        aReport({
          rows: values.map((value, at) => aRow(String(at), null, value, 0)),
          totals: { values: [values.reduce((sum, value) => sum + value, 0)], compared: null },
          groups: values.length,
        }),
      )
    expect(of([900, 20, 20, 20, 20, 20])).toBe('Un seul fait 80 % du total.')
    expect(of([500, 400, 20, 20, 20, 20, 20])).toBe('2 sur 7 font 80 % du total.')
    expect(of([100, 100, 100, 100, 100])).toBeNull()
    expect(of([900, 100])).toBeNull()
    // Of those beyond the limit, some were sold in the compared period alone: « sur 300 » would not be true.
    const cut = (values: readonly number[]) =>
      mostText(
        aReport({
          rows: values.map((value, at) => aRow(String(at), null, value, 0)),
          totals: { values: [1000], compared: null },
          groups: 300,
        }),
      )
    expect(cut([500, 300, 20, 20, 20])).toBe('2 font 80 % du total.')
    expect(cut([20, 500, 300, 20, 20])).toBeNull()
  })
})

test('on a phone each row has its name and its first figure', () => {
  const columns = columnsOf(aReport({ measures: ['turnover', 'baskets', 'meanBasket'] }))
  expect(columnsThatFit(columns, 310, false).map(({ header }) => header)).toEqual(['Produit', 'Chiffre d’affaires'])
  expect(columnsThatFit(columns, 1100, false)).toHaveLength(5)
})

test('the address keeps whatever is asked', () => {
  const anyDay = fc.nat(9000).map((days) => addDays('2010-01-01', days))
  const filter = fc.record({
    dimension: fc.constantFrom(...dimensionNames),
    key: fc.stringMatching(/^[\w,-]{0,40}$/),
    name: fc.string({ minLength: 1, maxLength: 40 }),
  })
  fc.assert(
    fc.property(
      anyDay,
      fc.nat(800),
      fc.option(fc.constantFrom(...comparisons)),
      fc.array(filter, { maxLength: 4 }),
      (from, days, comparison, filters) => {
        const asked = { period: { from, to: addDays(from, days) }, comparison, filters }
        const address = withAsked(new URLSearchParams('question=equipe'), asked).toString()
        expect(askedBy(new URLSearchParams(address), today)).toEqual(asked)
      },
    ),
  )
  const usual = { period: { from: '2026-11-01', to: today }, comparison: 'before', filters: [] }
  for (const bad of ['', 'du=2026-11-09&au=2026-11-01', 'du=x&au=y&compare=z&filtre=nobody:1:A&filtre=seller'])
    expect(askedBy(new URLSearchParams(bad), today)).toEqual(usual)
})

const aPayer = (payerId: string, payerName: string, rest: Partial<AgedRow>): AgedRow => ({
  payerId,
  payerName,
  payerKind: 'company',
  bills: 1,
  notDue: 0,
  upTo30: 0,
  upTo60: 0,
  upTo90: 0,
  over90: 0,
  left: 0,
  unbilled: 0,
  owed: 0,
  sold: { upTo30: 0, upTo60: 0, upTo90: 0, over90: 0 },
  ahead: 0,
  days: null,
  refused: null,
  ...rest,
})
const owed = [
  aPayer('00000000-0000-4000-8000-000000000001', 'SUNU', {
    owed: 6000,
    left: 5000,
    notDue: 3000,
    upTo30: 2000,
    unbilled: 1000,
    days: 62,
    refused: 4.5,
  }),
  aPayer('00000000-0000-4000-8000-000000000002', 'NSIA', { owed: 3000, unbilled: 3000, days: 30 }),
  aPayer('00000000-0000-4000-8000-000000000003', 'AZON Rose', { payerKind: 'person', owed: 700, unbilled: 700 }),
]

describe('the screen', () => {
  const rows = [aRow('o1', 'Doliprane', 3000, 2000), aRow('o2', null, 1000, 4000)]
  const moments: ReportRow[] = [
    { keys: ['09', '1'], names: ['9 h', 'Lundi'], values: [125_400], compared: [0] },
    { keys: ['10', '2'], names: ['10 h', 'Mardi'], values: [700], compared: [0] },
  ]
  let understood: UnderstoodQuestion
  const aPage = async (path: string, known: readonly string[] = measureNames, beyond: readonly ReportRow[] = []) => {
    const asked: ReportQuery[] = []
    const desk = await aDesk({
      path,
      products: [],
      answer: ({ path: called, body }) => {
        if (called === '/reports/meta')
          return ok({
            measures: measureNames
              .filter((name) => known.includes(name))
              .map((name) => ({ ...measures[name], name, notFor: null, dimensions: [...dimensionNames] })),
            dimensions: [],
          })
        if (called === '/bills/aged') return ok(owed)
        if (called.startsWith('/reports/words')) return ok(understood)
        if (called !== '/reports') return undefined
        const query = body as ReportQuery
        asked.push(query)
        const shown = query.dimensions.length === 2 ? moments : rows
        const pad = (values: (number | null)[]) => query.measures.map((_, at) => (at === 0 ? values[0]! : null))
        return ok(
          aReport({
            measures: query.measures,
            dimensions: query.dimensions,
            rows: [...shown, ...(query.limit > 200 ? beyond : [])].map((row) => ({
              ...row,
              values: pad(row.values),
              compared: pad(row.compared!),
            })),
            totals: { values: pad([4000]), compared: pad([6000]) },
            groups: rows.length + beyond.length,
          }),
        )
      },
    })
    await screen.findByRole('heading', { level: 1, name: 'Rapports' })
    return { ...desk, asked }
  }

  test('a question in words is answered by its report; what was not understood is struck through', async () => {
    understood = {
      report: {
        measures: ['boxes'],
        dimensions: [],
        filters: [{ dimension: 'product', keys: ['o1', 'o2'], name: 'Coartem' }],
        period: { from: '2026-08-01', to: '2026-08-31' },
        comparison: null,
        order: null,
        limit: null,
        share: null,
        relative: null,
      },
      struck: [{ start: 26, end: 40 }],
    }
    const { user, asked } = await aPage('/backoffice/rapports')
    const text = 'combien de Coartem en août chez Inconnue'
    const field = await screen.findByRole('textbox', { name: 'Posez une question' })
    await user.type(field, `${text}{Enter}`)
    const answer = within(await screen.findByRole('region', { name: `C${text.slice(1)}` }))
    await answer.findByText(/Quantités : 4.000/)
    expect(asked.at(-1)).toMatchObject({
      measures: ['boxes'],
      dimensions: [],
      filters: [{ dimension: 'product', keys: ['o1', 'o2'] }],
      period: { from: '2026-08-01', to: '2026-08-31' },
    })
    expect(answer.getByText(/Quantités · Produit = Coartem · du 01\/08\/2026 au 31\/08\/2026/)).toBeTruthy()
    expect(document.querySelector('s')!.textContent).toBe(text.slice(26, 40))
    expect(new URLSearchParams(location.search).get('mots')).toBe(text)
    await user.click(screen.getByRole('link', { name: 'Comment va la pharmacie ?' }))
    await waitFor(() => expect(new URLSearchParams(location.search).has('mots')).toBe(false))
  })

  test('a question that says nothing is told so, with examples', async () => {
    understood = { report: null, struck: [] }
    await aPage('/backoffice/rapports?mots=bonjour')
    await screen.findByText(/Question non comprise/)
  })

  test('a question opens on its sentence; a row filters every view, and the chip takes it away', async () => {
    const { user, asked } = await aPage('/backoffice/rapports?question=produits')
    const products = within(await screen.findByRole('region', { name: 'Les produits' }))
    await products.findByText(/Chiffre d’affaires : 4.000 F CFA, 33,3.% de moins que la période d’avant/)
    expect(asked[0]).toMatchObject({ period: { from: '2026-11-01', to: today }, comparison: 'before' })
    expect(products.getByText('Non renseigné')).toBeTruthy()
    // Under each report stand how it is computed, what it is not for, and its hour.
    expect(plain(products.getByText(/Ventes closes, toutes taxes comprises/).textContent)).toMatch(
      /^Chiffre d’affaires : .*Ce n’est pas ce qui est entré en caisse/,
    )
    expect(products.getByText(/^Lu le /)).toBeTruthy()
    await user.click(products.getByText('Doliprane'))
    await screen.findByRole('button', { name: 'Retirer le filtre Produit : Doliprane' })
    await waitFor(() => expect(asked.at(-1)!.filters).toEqual([{ dimension: 'product', keys: ['o1'] }]))
    expect(new URLSearchParams(location.search).getAll('filtre')).toEqual(['product:o1:Doliprane'])
    expect(products.getByText(/Produit = Doliprane/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Retirer le filtre/ }))
    await waitFor(() => expect(new URLSearchParams(location.search).getAll('filtre')).toEqual([]))
  })

  test('the register of use is by medicine and day, never beside another period; a list filters all of it', async () => {
    const { user, asked } = await aPage('/backoffice/rapports?question=registre&compare=year')
    const register = within(await screen.findByRole('region', { name: 'Registre des délivrances, par produit' }))
    await register.findByText(/Quantités · par produit · par jour · du 01\/11\/2026 au 21\/11\/2026/)
    expect(asked.map(({ dimensions, comparison }) => [...dimensions, comparison])).toEqual([
      ['prescriptionList', null],
      ['product', 'day', null],
      ['inns', 'day', null],
    ])
    const lists = within(screen.getByRole('region', { name: 'Les listes' }))
    await user.click(lists.getByText('Doliprane'))
    await waitFor(() => expect(asked.at(-1)!.filters).toEqual([{ dimension: 'prescriptionList', keys: ['o1'] }]))
  })

  test('a view that does not know a filter says so', async () => {
    const { asked } = await aPage('/backoffice/rapports?question=assureurs&filtre=product:o1:Doliprane', [
      'insurersPart',
      'paid',
    ])
    expect(await screen.findAllByText(/1 ignoré ici/)).toHaveLength(2)
    expect(asked.every(({ filters }) => filters.length === 0)).toBe(true)
    await screen.findByRole('region', { name: 'Assureurs et organismes' })
  })

  test('a file is made by the server, of all groups', async () => {
    const { user, sent } = await aPage(
      '/backoffice/rapports?question=assureurs',
      ['insurersPart'],
      [aRow('o3', 'Efferalgan', 500, 0)],
    )
    await screen.findByText('2 sur 3 lignes')
    await user.click(screen.getByRole('button', { name: /^Imprimer ou exporter/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Fichier CSV' }))
    await waitFor(() =>
      expect(sent('POST /reports/file')).toMatchObject([
        { format: 'csv', title: 'Assureurs et organismes', limit: 10_000, dimensions: ['payer'] },
      ]),
    )
  })

  test('on A4 stand the question, the author and all groups', async () => {
    const printed: string[] = []
    vi.stubGlobal('print', () => printed.push(document.body.querySelector('[role=document]')!.textContent))
    const { user } = await aPage(
      '/backoffice/rapports?question=assureurs',
      ['insurersPart'],
      [aRow('o3', 'Efferalgan', 500, 0)],
    )
    await user.click(await screen.findByRole('button', { name: /^Imprimer ou exporter/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Imprimer sur A4' }))
    await waitFor(() => expect(printed).toHaveLength(1))
    const paper = plain(printed[0]!)
    expect(paper).toMatch(/Part des assureurs · par assureur ou organisme · du 01\/11\/2026 au 21\/11\/2026/)
    expect(paper).toMatch(/Par Dossou Aurèle.*Imprimé le/i)
    expect(paper).toMatch(/Doliprane.*Efferalgan500 F CFA.*Total4 000 F CFA/)
  })

  test('a heat map of two moments: the arrows go from cell to cell, a cell filters by both', async () => {
    const { user } = await aPage('/backoffice/rapports?question=equipe')
    const map = within(await screen.findByRole('table', { name: /La semaine, heure par heure/ }))
    const monday = map.getByRole('button', { name: /^Lundi, 9 h : 125.400.F.CFA$/ })
    expect(plain(monday.textContent)).toBe('125 k')
    expect(map.getByRole('button', { name: 'Mardi, 9 h : rien' }).textContent).toBe('')
    act(() => monday.focus())
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toBe(map.getByRole('button', { name: /^Mardi, 10 h : 700/ }))
    expect(map.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(new URLSearchParams(location.search).getAll('filtre')).toEqual(['hour:10:10 h', 'weekday:2:Mardi']),
    )
  })

  test('the largest shortage stands first; what is sold no more is compared, also when nothing is', async () => {
    const { asked } = await aPage('/backoffice/rapports?question=pertes&compare=aucune')
    await screen.findByRole('region', { name: 'Écarts de caisse' })
    await waitFor(() =>
      expect(asked.find(({ measures: [first] }) => first === 'gap')?.order).toEqual({
        by: 'gap',
        of: 'value',
        descending: false,
      }),
    )
    cleanup()
    const { asked: products } = await aPage('/backoffice/rapports?question=produits&compare=aucune')
    await screen.findByRole('region', { name: 'Ce qui ne se vend plus' })
    await waitFor(() =>
      expect(products.some(({ only, comparison }) => only?.length === 2 && comparison === 'before')).toBe(true),
    )
  })

  test('what insurers owe now is the aged balance, without clients; a row filters by its payer', async () => {
    const { user } = await aPage('/backoffice/rapports?question=creances')
    const sheet = within(await screen.findByRole('region', { name: 'Ce qui est dû aujourd’hui' }))
    await sheet.findByText(
      /nous doivent 9.000 F CFA, dont 2.000 F CFA en retard. Le plus lent, SUNU, paie en 62.jours\./,
    )
    expect(sheet.queryByText('AZON Rose')).toBeNull()
    await user.click(sheet.getByText('SUNU'))
    await waitFor(() =>
      expect(new URLSearchParams(location.search).getAll('filtre')).toEqual([
        'payer:00000000-0000-4000-8000-000000000001:SUNU',
      ]),
    )
    await sheet.findByText(/nous doivent 6.000 F CFA/)
    expect(sheet.queryByText('NSIA')).toBeNull()
  })

  test('a measure without its right is not asked', async () => {
    const { asked: bySeller } = await aPage('/backoffice/rapports?question=mois', ['turnover'])
    await waitFor(() => expect(bySeller.map((query) => query.measures)).toEqual([['turnover']]))
  })
})
