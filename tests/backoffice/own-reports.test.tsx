import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OwnReport } from '#shared/contract/own-reports.ts'
import { ReportQuery, type UnderstoodQuestion } from '#shared/contract/reports.ts'
import { defaultRoles, type Permission } from '#shared/domain/permissions.ts'
import { dimensionNames } from '#shared/domain/reports/dimensions.ts'
import { measureNames, measures } from '#shared/domain/reports/measures.ts'
import { aDesk, type Asked, ok, plain, today } from './support/a-desk.tsx'

const id = '018f0000-0000-7000-8000-00000000ab01'
const aReport = (given: Partial<OwnReport> = {}): OwnReport => ({
  id,
  name: 'Marge par mois',
  shared: true,
  pinned: true,
  question: {
    measures: ['turnover', 'margin'],
    dimensions: ['month'],
    filters: [],
    period: 'this-year',
    comparison: null,
  },
  own: true,
  ownerName: 'KPADE Aurèle',
  mayChange: true,
  schedule: null,
  sending: null,
  ...given,
})
const home = '/backoffice/rapports/nos-rapports'

type UnderstoodReport = NonNullable<UnderstoodQuestion['report']>
let understood: UnderstoodReport | null = null

/** The server with one report. Each answer has one group of this name, and 4,000 of every measure, 1,000 with a filter. */
async function theReports(
  report: OwnReport,
  path: string,
  rights: readonly Permission[] = defaultRoles.titulaire,
  name: string | null = 'Novembre',
) {
  const asked: ReportQuery[] = []
  const known = measureNames.filter((name) => {
    const { permission } = measures[name]
    return permission === undefined || rights.includes(permission)
  })
  const answer = ({ method, path: called, body }: Asked) => {
    if (called === '/reports/meta')
      return ok({
        measures: known.map((name) => ({ ...measures[name], name, notFor: null, dimensions: [...dimensionNames] })),
        dimensions: [],
      })
    if (called.startsWith('/reports/words')) return ok({ report: understood, struck: [] })
    if (called === '/own-reports') return ok(method === 'POST' ? report : { items: [report], total: 1 })
    if (called.startsWith('/own-reports/')) return ok(report)
    if (called !== '/reports') return undefined
    const query = ReportQuery.parse(body)
    asked.push(query)
    if (query.measures.some((name) => !known.includes(name)))
      return { status: 403, body: { message: 'auth:forbidden' } }
    const values = query.measures.map(() => (query.filters.length > 0 ? 1000 : 4000))
    return ok({
      measures: query.measures,
      dimensions: query.dimensions,
      rows: [
        {
          keys: query.dimensions.map(() => 'k'),
          names: query.dimensions.map(() => name),
          values,
          compared: null,
        },
      ],
      totals: { values, compared: null },
      groups: 1,
      comparedPeriod: null,
      askedAt: `${today}T11:30:00.000Z`,
    })
  }
  const desk = await aDesk({ path, products: [], permissions: rights, answer })
  return { ...desk, asked }
}

test('a report is asked with days that move with today; the list tells its question', async () => {
  const { user, asked } = await theReports(aReport(), home)
  await user.click(await screen.findByText('Marge par mois'))
  await screen.findByRole('heading', { level: 1, name: 'Marge par mois' })
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      measures: ['turnover', 'margin'],
      dimensions: ['month'],
      period: { from: '2026-01-01', to: today },
    }),
  )
})

test('a measure without the right to it is said, not asked and not shown, also on the dashboard', async () => {
  const rights: Permission[] = ['report.see']
  const only = aReport({ own: false, mayChange: false })
  const { asked } = await theReports(only, `${home}/${id}`, rights)
  expect(plain((await screen.findByText(/Vos droits ne montrent pas/)).textContent)).toMatch(/Marge/)
  await screen.findAllByText(/Chiffre d’affaires : 4.000/)
  expect(asked.every(({ measures: names }) => !names.includes('margin'))).toBe(true)
  expect(screen.queryByRole('button', { name: 'Modifier' })).toBeNull()
})

test('on the dashboard a pinned report shows its first figures, or that they are not for this member', async () => {
  const secret = aReport({ question: { ...aReport().question, measures: ['margin'] } })
  const { asked } = await theReports(secret, '/backoffice/', ['report.see'])
  const box = within(await screen.findByRole('region', { name: 'Marge par mois' }))
  box.getByText('Vos droits ne montrent pas ses chiffres.')
  expect(asked).toEqual([])
})

test('pinned figures are those of the report', async () => {
  await theReports(aReport(), '/backoffice/')
  const box = within(await screen.findByRole('region', { name: 'Marge par mois' }))
  await box.findByText('cette année')
  expect(box.getAllByText(/4.000 F CFA/).length).toBeGreaterThan(1)
  expect(box.getByRole('link', { name: 'Ouvrir' }).getAttribute('href')).toContain(`/rapports/nos-rapports/${id}`)
})

test('pinned, what no insurer pays is called as in the report', async () => {
  const byPayer = aReport({ question: { ...aReport().question, dimensions: ['payer'] } })
  await theReports(byPayer, '/backoffice/', defaultRoles.titulaire, null)
  const box = within(await screen.findByRole('region', { name: 'Marge par mois' }))
  await box.findByText('Sans assureur ni organisme')
})

test('a measure and a grouping that no longer exist are said; the rest is shown', async () => {
  const question = { ...aReport().question, measures: ['turnover', 'formerName'], dimensions: ['month', 'formerGroup'] }
  const { asked } = await theReports(aReport({ question }), `${home}/${id}`)
  const words = await screen.findByText(/ne connaissent plus/)
  expect(words.textContent).toMatch(/formerName, formerGroup/)
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ measures: ['turnover'], dimensions: ['month'] }))
})

test('a report is built of measures and groupings, seen below, and kept by its name', async () => {
  const { user, asked, sent } = await theReports(aReport(), `${home}/nouveau`)
  await screen.findByRole('heading', { level: 1, name: 'Nouveau rapport' })
  await user.click(screen.getByRole('combobox', { name: 'Groupé par' }))
  await user.click(await screen.findByRole('option', { name: 'Produit' }))
  await user.click(screen.getByRole('combobox', { name: 'Période' }))
  await user.click(await screen.findByRole('option', { name: 'le mois dernier' }))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      dimensions: ['product'],
      period: { from: '2026-10-01', to: '2026-10-31' },
      comparison: 'before',
    }),
  )
  await user.type(screen.getByRole('textbox', { name: 'Nom' }), 'Produits du mois')
  await user.click(screen.getByRole('checkbox', { name: 'Épinglé au tableau de bord' }))
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect(sent('POST /own-reports')).toEqual([
      {
        name: 'Produits du mois',
        shared: true,
        pinned: true,
        question: {
          measures: ['turnover'],
          dimensions: ['product'],
          filters: [],
          period: 'last-month',
          comparison: 'before',
        },
      },
    ]),
  )
  await screen.findByRole('heading', { level: 1, name: 'Marge par mois' })
})

test('a filter is one of the groups that the period has', async () => {
  const { user, asked } = await theReports(aReport(), `${home}/nouveau`)
  await screen.findByRole('heading', { level: 1, name: 'Nouveau rapport' })
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'Filtrer par' }))
  await user.click(await screen.findByRole('option', { name: 'Laboratoire' }))
  await user.click(await screen.findByRole('combobox', { name: 'Laboratoire' }))
  await user.click(await screen.findByRole('option', { name: 'Novembre' }))
  await screen.findByRole('button', { name: 'Retirer le filtre Laboratoire : Novembre' })
  await waitFor(() => expect(asked.at(-1)!.filters).toEqual([{ dimension: 'laboratory', keys: ['k'] }]))
})

test('an e-mail that did not leave says why, and whose rights it needed', async () => {
  const schedule = {
    rhythm: 'mondays' as const,
    hour: 7,
    to: ['a@b.example'],
    format: 'xlsx' as const,
    byName: 'DOSSOU Afi',
  }
  const sending = {
    day: today,
    at: `${today}T06:00:00.000Z`,
    state: 'failed' as const,
    problem: 'rights' as const,
    reason: null,
  }
  const { user, sent } = await theReports(aReport({ schedule, sending }), `${home}/${id}`)
  expect((await screen.findByRole('alert')).textContent).toMatch(/DOSSOU Afi, qui l’a programmé, n’a plus les droits/)
  await user.click(screen.getByRole('button', { name: 'Par e-mail' }))
  await user.type(await screen.findByLabelText(/Destinataires/, { selector: 'input' }), 'c@d.example{Enter}')
  await user.click(screen.getByRole('button', { name: 'Programmer' }))
  await waitFor(() =>
    expect(sent(`PUT /own-reports/${id}/schedule`)).toEqual([
      { rhythm: 'mondays', hour: 7, to: ['a@b.example', 'c@d.example'], format: 'xlsx' },
    ]),
  )
})

test('a scheduled report can leave now, unless it left today', async () => {
  const schedule = {
    rhythm: 'daily' as const,
    hour: 7,
    to: ['a@b.example'],
    format: 'xlsx' as const,
    byName: 'DOSSOU Afi',
  }
  const { user, sent } = await theReports(aReport({ schedule }), `${home}/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Par e-mail' }))
  await user.click(await screen.findByRole('button', { name: 'Envoyer maintenant' }))
  await waitFor(() => expect(sent(`POST /own-reports/${id}/send`)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Envoyer maintenant' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Par e-mail' }))
  await screen.findByRole('button', { name: 'Envoyer maintenant' })
})

describe('a question of « Rapports » is kept', () => {
  const words = (given: Partial<UnderstoodReport> = {}): UnderstoodReport => ({
    measures: ['turnover'],
    dimensions: ['product'],
    filters: [{ dimension: 'payer', keys: ['p1', 'p2'], name: 'SUNU' }],
    period: { from: '2026-10-01', to: '2026-10-31' },
    comparison: null,
    order: null,
    limit: 20,
    share: 'payer',
    relative: 'last-month',
    ...given,
  })
  const keep = async (user: Awaited<ReturnType<typeof theReports>>['user'], title: string) => {
    const view = within(await screen.findByRole('region', { name: title }))
    await user.click(await view.findByRole('link', { name: 'Garder ce rapport' }))
    await screen.findByRole('heading', { level: 1, name: 'Nouveau rapport' })
  }

  test('a view, with its groups, conditions, filters and days that move with today', async () => {
    const address = `question=produits&du=2026-11-01&au=${today}&compare=year&filtre=category:c1:Bébé`
    const { user, sent, asked } = await theReports(aReport(), `/backoffice/rapports?${address}`)
    await keep(user, 'Ce qui ne se vend plus')
    screen.getByRole('button', { name: 'Retirer le filtre Catégorie : Bébé' })
    screen.getByRole('button', { name: /^Retirer le filtre Chiffre d’affaires avant\s: plus que rien$/ })
    screen.getByRole('button', { name: /^Retirer le filtre La plus forte baisse d’abord$/ })
    // It stands below, asked as the view was.
    await screen.findByRole('region', { name: 'Ce qui ne se vend plus' })
    const asView = asked.filter(({ only }) => only?.some(({ of }) => of === 'compared'))
    expect(asView.at(-1)).toEqual(asView[0])
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(sent('POST /own-reports')).toHaveLength(1))
    expect(sent('POST /own-reports')).toEqual([
      {
        name: 'Ce qui ne se vend plus',
        shared: true,
        pinned: false,
        question: {
          measures: ['turnover', 'boxes', 'boxesClosing'],
          dimensions: ['product'],
          filters: [{ dimension: 'category', key: 'c1', name: 'Bébé' }],
          period: 'this-month',
          comparison: 'year',
          order: { of: 'change', descending: false },
          only: [
            { by: 'turnover', of: 'compared', is: 'some' },
            { by: 'turnover', of: 'value', is: 'none' },
          ],
        },
      },
    ])
  })

  test('a view that chooses by the period before is not kept without one', async () => {
    const { user, asked } = await theReports(aReport(), '/backoffice/rapports?question=produits')
    await keep(user, 'Ce qui ne se vend plus')
    await user.click(screen.getByRole('combobox', { name: 'Comparé à' }))
    await user.click(await screen.findByRole('option', { name: 'rien' }))
    await screen.findByText('Choisissez à quoi comparer, ou retirez ce qui compare avec avant.')
    expect(asked.filter(({ only, comparison }) => only?.some(({ of }) => of === 'compared') && !comparison)).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Retirer le filtre Chiffre d’affaires avant/ }))
    await user.click(screen.getByRole('button', { name: /^Retirer le filtre La plus forte baisse d’abord$/ }))
    await waitFor(() => expect(screen.queryByText(/^Choisissez à quoi comparer/)).toBeNull())
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ comparison: null, only: [{ by: 'turnover', is: 'none' }] }),
    )
  })

  test('days that no period has stay themselves', async () => {
    const address = 'question=equipe&du=2026-11-03&au=2026-11-09&compare=aucune'
    const { user, asked } = await theReports(aReport(), `/backoffice/rapports?${address}`)
    await keep(user, 'L’équipe')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ period: { from: '2026-11-03', to: '2026-11-09' } }))
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Période' }).value).toBe('des jours fixes')
  })

  test('words, with the part that they ask for above; a name of many records is one filter', async () => {
    understood = words()
    const text = 'part de SUNU le mois dernier, top 20'
    const { user, sent } = await theReports(aReport(), `/backoffice/rapports?mots=${encodeURIComponent(text)}`)
    await screen.findByText(
      (_, element) => plain(element?.textContent ?? '') === 'SUNU : 25 %, 1 000 F CFA sur 4 000 F CFA.',
    )
    await keep(user, `P${text.slice(1)}`)
    await user.click(screen.getByRole('button', { name: /^Retirer le filtre Les 20 premiers$/ }))
    expect(screen.getAllByRole('button', { name: 'Retirer le filtre Assureur ou organisme : SUNU' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() =>
      expect(sent('POST /own-reports')).toMatchObject([
        {
          name: `P${text.slice(1)}`,
          question: {
            filters: [
              { dimension: 'payer', key: 'p1', name: 'SUNU' },
              { dimension: 'payer', key: 'p2', name: 'SUNU' },
            ],
            period: 'last-month',
            comparison: null,
          },
        },
      ]),
    )
    expect(sent('POST /own-reports')[0]).not.toHaveProperty('question.limit')
  })

  test('words without a group are a total', async () => {
    understood = words({ dimensions: [], filters: [], limit: null, share: null, relative: 'yesterday' })
    const { user, sent, asked } = await theReports(aReport(), '/backoffice/rapports?mots=CA%20hier')
    await keep(user, 'CA hier')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ dimensions: [], period: { from: '2026-11-20' } }))
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() =>
      expect(sent('POST /own-reports')).toMatchObject([{ question: { dimensions: [], period: 'yesterday' } }]),
    )
  })

  test('a name of too many products is refused in words', async () => {
    const keys = Array.from({ length: 201 }, (_, at) => `o${at}`)
    understood = words({ filters: [{ dimension: 'product', keys, name: 'Comprimé' }], share: null })
    const { user } = await theReports(aReport(), '/backoffice/rapports?mots=comprimé')
    await keep(user, 'Comprimé')
    await screen.findByText(/désigne 201 produits/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true)
  })
})
