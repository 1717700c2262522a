import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AccountingExport, AccountingSummary } from '#shared/contract/accounting.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aDesk, ok, pageText, pharmacy, plain, type Answer, type Asked } from './support/a-desk.tsx'

const home = '/backoffice/comptabilite'
const made: AccountingExport = {
  number: 1,
  id: '018f0000-0000-7000-8000-0000000000e1',
  month: '2026-10-01',
  pieces: 3271,
  corrections: 2,
  debit: 33_679_442,
  createdAt: '2026-11-02T09:00:00.000Z',
  byName: 'DOSSOU Aurèle',
}
const summary: AccountingSummary = {
  month: '2026-10-01',
  number: 1,
  pieces: 3271,
  late: 1,
  reversals: 1,
  lateSales: { count: 0, total: 0, beforeOpening: 0, items: [] },
  opening: null,
  debit: 33_679_442,
  credit: 33_679_442,
  journals: [{ code: 'VT', pieces: 3130, debit: 16_801_850 }],
  accounts: [{ code: '571', name: 'Caisse siège social', debit: 900, credit: 1000 }],
  reasonsWithoutAccount: ['Transport'],
  unexplained: 0,
  isChartPrescribed: true,
  vat: {
    lines: [{ group: 'B', net: 1000, tax: 180, invoiced: { net: 1000, tax: 179 } }],
    aib: 20,
    invoicedAib: 20,
    purchaseVat: 90,
    aibSuffered: 15,
    due: 90,
    documents: 12,
  },
  preview: {
    format: 'xlsx',
    titles: ['Compte', 'Débit'],
    rows: [['571', '900']],
    lines: 7016,
    validatedOn: '2026-11-02',
    currency: 'XOF',
  },
}

/** A server with these exports, which closes a month once asked. */
async function aPage({
  path = home,
  barrier = null as string | null,
  items = [] as AccountingExport[],
  told = summary,
  fails = 0,
  permissions = defaultRoles.titulaire,
}: {
  path?: string
  barrier?: string | null
  items?: AccountingExport[]
  told?: AccountingSummary
  /** So many answers of closings are lost. */
  fails?: number
} & Pick<NonNullable<Parameters<typeof aDesk>[0]>, 'permissions'> = {}) {
  const kept = [...items]
  const answer = (asked: Asked): Answer => {
    switch (`${asked.method} ${asked.path}`) {
      case 'GET /accounting-exports':
        return ok({ items: kept, next: kept.length > 0 ? '2026-11-01' : '2026-10-01', barrier })
      case 'GET /accounting-exports/summary':
        return ok({ ...told, month: asked.query.get('month')! })
      case 'POST /accounting-exports':
        kept.unshift(made)
        if (fails-- > 0) return { status: 500, body: {} }
        return { status: 201, body: made }
      case 'GET /usage/accounting-report':
        return ok({ file: true })
      default:
        return undefined
    }
  }
  return aDesk({ path, products: [], permissions, answer })
}
const cells = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => plain(cell.textContent ?? '')),
    )

test('the next month: journals, accounts, VAT beside the invoices, what is to be verified, and the first lines', async () => {
  const { askedOf, user } = await aPage()
  await screen.findByRole('region', { name: /^Octobre 2026, export n°.1$/ })
  expect(await cells('Journaux')).toEqual([['VT', 'Ventes', '3 130', '16 801 850']])
  expect(await cells('Comptes')).toEqual([['571', 'Caisse siège social', '900', '1 000', '−100']])
  expect(await cells('TVA')).toEqual([
    ['B, taxable', '1 000', '180', '1 000', '179'],
    ['TVA des livraisons', '', '90', '', ''],
    ['TVA due', '', '90', '', ''],
    ['AIB collecté', '', '20', '', '20'],
    ['AIB supporté', '', '15', '', ''],
  ])
  expect(await cells('Aperçu du fichier')).toEqual([['571', '900']])
  expect(plain(screen.getByRole('region', { name: 'Aperçu du fichier' }).textContent ?? '')).toContain(
    '1 première ligne sur 7 016Octobre 2026, export n° 1, Excel, écritures validées le 02/11/2026, montants en XOF',
  )
  const list = screen.getByRole('list', { name: 'À vérifier' })
  expect(plain(list.textContent ?? '')).toContain('sans compte, portés à expliquer : Transport.')
  expect(plain(list.textContent ?? '')).toContain('diffère de celle des factures normalisées')
  await user.selectOptions(
    screen.getByLabelText('Format du fichier'),
    'FEC (fichier des écritures comptables, 18 colonnes)',
  )
  await waitFor(() =>
    expect(Object.fromEntries(askedOf('/accounting-exports/summary').at(-1)!)).toEqual({
      month: '2026-10-01',
      format: 'fec',
    }),
  )
  await user.selectOptions(screen.getByLabelText('Premier mois à clôturer'), 'septembre 2026')
  await waitFor(() => expect(askedOf('/accounting-exports/summary').at(-1)!.get('month')).toBe('2026-09-01'))
})

test('sales that came after their month was closed are named, each with a link', async () => {
  const late = { id: '018f0000-0000-7000-8000-0000000000a1', number: 812, day: '2026-09-17', total: 2000 }
  const lateSales = { count: 3, total: 5500, beforeOpening: 1, items: [late] }
  await aPage({ items: [made], told: { ...summary, number: 2, lateSales } })
  const sheet = await screen.findByRole('region', { name: 'Ventes arrivées après clôture' })
  expect(plain(sheet.textContent ?? '')).toContain('3 ventes, 5 500 F CFA')
  expect(plain(sheet.textContent ?? '')).toContain('Dont 1 d’avant le premier mois exporté')
  expect(within(sheet).getByRole('link', { name: /812/ }).getAttribute('href')).toContain(`/ventes/${late.id}`)
  expect(await cells('Ventes arrivées après clôture')).toEqual([['n° 812', '17/09/2026', '2 000'], ['et 2 autres']])
  expect(plain(screen.getByRole('list', { name: 'À vérifier' }).textContent ?? '')).toContain(
    'TVA ci-dessous est celle du mois',
  )
})

test('the first export says what it leaves to the accountant, and what he may not have', async () => {
  const behind = { id: '018f0000-0000-7000-8000-0000000000a2', number: 9, day: '2026-09-28', total: 700 }
  const opening = { count: 41, total: 90_000, from: '2026-08-03', arrived: { count: 1, total: 700, items: [behind] } }
  const { user } = await aPage({ told: { ...summary, number: 1, late: 0, reversals: 0, opening } })
  const sheet = await screen.findByRole('region', { name: 'Avant octobre 2026' })
  expect(plain(sheet.textContent ?? '')).toContain('41 ventes, 90 000 F CFA')
  expect(within(sheet).getByRole('link', { name: 'Ces ventes' }).getAttribute('href')).toContain(
    '/ventes?du=2026-08-03&au=2026-09-30&etat=cloturees',
  )
  expect(plain(sheet.textContent ?? '')).toContain('1 vente est arrivée depuis le début du mois, 700 F CFA')
  expect(await cells('Ventes arrivées depuis')).toEqual([['n° 9', '28/09/2026', '700']])
  await user.click(screen.getByRole('button', { name: 'Exporter et clôturer' }))
  expect(plain((await screen.findByRole('alertdialog')).textContent ?? '')).toContain(
    'Le mois et ceux d’avant sont clôturés',
  )
})

test('a month is closed after a question, and its file is read', async () => {
  const { askedOf, sent, user } = await aPage()
  await user.click(await screen.findByRole('button', { name: 'Exporter et clôturer' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(plain(dialog.textContent ?? '')).toContain('3 271 pièces. Le mois et ceux d’avant sont clôturés pour toujours')
  expect(sent('POST /accounting-exports')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Exporter et clôturer' }))
  await waitFor(() => expect(sent('POST /accounting-exports')).toMatchObject([{ month: '2026-10-01' }]))
  await waitFor(() =>
    expect(askedOf('/usage/accounting-report').map((query) => Object.fromEntries(query))).toEqual([
      { number: '1', format: 'xlsx' },
    ]),
  )
  expect(await cells('Mois clôturés')).toEqual([
    ['1', 'Octobre 2026', 'lun. 2 nov. 2026', 'DOSSOU Aurèle', '3 271', '2', '33 679 442', 'Télécharger'],
  ])
})

test('a month that cannot be closed yet says why', async () => {
  const { askedOf } = await aPage({ barrier: 'openRegister', items: [made] })
  await screen.findByText(/Une caisse ouverte ce mois-là n’est pas encore comptée/)
  expect(screen.queryByRole('button', { name: 'Exporter et clôturer' })).toBeNull()
  expect(askedOf('/accounting-exports/summary')).toEqual([])
  expect(screen.getByRole('button', { name: 'Télécharger' })).toHaveProperty('disabled', false)
})

test('a later month without anything can be closed, else those after it never could be; a first one cannot', async () => {
  const nothing = { ...summary, pieces: 0, late: 0, reversals: 0, debit: 0, credit: 0, journals: [], accounts: [] }
  const { sent, user } = await aPage({ items: [made], told: { ...nothing, number: 2 } })
  await user.click(await screen.findByRole('button', { name: 'Exporter et clôturer' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Exporter et clôturer' }))
  await waitFor(() => expect(sent('POST /accounting-exports')).toMatchObject([{ month: '2026-11-01' }]))
  cleanup()
  await aPage({ told: nothing })
  expect(await screen.findByRole('button', { name: 'Exporter et clôturer' })).toHaveProperty('disabled', true)
})

test('the month after one whose answer was lost is another export', async () => {
  const { hint, sent, user } = await aPage({ fails: 1 })
  const close = async () => {
    await user.click(await screen.findByRole('button', { name: 'Exporter et clôturer' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Exporter et clôturer' }),
    )
  }
  await close()
  await waitFor(() => expect(sent('POST /accounting-exports')).toHaveLength(1))
  // Another window, or the server itself, says that the month is closed.
  hint('accounting-exports')
  await screen.findByRole('region', { name: /^Novembre 2026, export/ })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await close()
  await waitFor(() => expect(sent('POST /accounting-exports')).toHaveLength(2))
  const [first, second] = sent('POST /accounting-exports') as { id: string; month: string }[]
  expect([first!.month, second!.month]).toEqual(['2026-10-01', '2026-11-01'])
  expect(second!.id).not.toBe(first!.id)
})

test('costs stay hidden from members who may not see them', async () => {
  const { askedOf } = await aPage({ permissions: ['report.see', 'data.export'], items: [made] })
  await waitFor(() => expect(pageText()).toContain('prix d’achat, que vous ne voyez pas'))
  expect(askedOf('/accounting-exports/summary')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Télécharger' })).toBeNull()
})

test('the chart: a number of its own for an account or a reason, in the form of a number', async () => {
  const reasonId = '018f0000-0000-7000-8000-0000000000e2'
  const { sent, user } = await aDesk({
    path: `${home}/plan`,
    answer: ({ path }) => {
      if (path === '/disbursement-reasons')
        return ok({ items: [{ id: reasonId, label: 'Transport', archived: false }], total: 1 })
      return path.startsWith('/pharmacies/') ? ok(pharmacy) : undefined
    },
  })
  const cash = await screen.findByLabelText('Caisse siège social')
  expect(cash).toHaveProperty('placeholder', '571')
  await user.type(cash, 'caisse')
  await user.type(screen.getByLabelText('Transport, motif de décaissement'), '6181')
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(cash.getAttribute('aria-invalid')).toBe('true'))
  expect(sent('PATCH /pharmacies/settings')).toEqual([])
  await user.clear(cash)
  await user.type(cash, '571100')
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect(sent('PATCH /pharmacies/settings')).toEqual([
      { accounts: { cash: '571100', [`reason.${reasonId}`]: '6181' } },
    ]),
  )
})
