import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AgedRow } from '#shared/contract/bill-reports.ts'
import type { Client } from '#shared/contract/clients.ts'
import type { DayFigures, Morning } from '#shared/contract/usage.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { aDesk, ok, plain, today, type Answer, type Asked } from './support/a-desk.tsx'
import { quietDay } from './support/a-shop.ts'

const registerId = '018f0000-0000-7000-8000-0000000000e1'
const otherRegister = '018f0000-0000-7000-8000-0000000000e2'
const organizationId = '018f0000-0000-7000-8000-0000000000f2'
const userId = aurele.id
const other = '018f0000-0000-7000-8000-0000000000a9'

const friday: DayFigures = {
  day: '2026-11-20',
  turnover: 1_250_000,
  sales: 90,
  margin: { amount: 340_000, percent: 27.2 },
  cash: { counted: 600_000, deposited: 150_000, toDeposit: 450_000 },
  gaps: [
    {
      registerId,
      openedAt: '2026-11-20T07:00:00.000Z',
      holderId: other,
      name: 'AGBO Kossi',
      countedByName: 'DOSSOU Aurèle',
      expected: 402_500,
      counted: 400_000,
      gap: -2500,
      recount: { expected: 402_500, counted: 402_500, gap: 0 },
    },
    {
      registerId: otherRegister,
      openedAt: '2026-11-20T08:30:00.000Z',
      holderId: userId,
      name: 'DOSSOU Aurèle',
      countedByName: null,
      expected: 200_000,
      counted: 200_500,
      gap: 500,
      recount: null,
    },
  ],
}
const fridayBefore: DayFigures = {
  day: '2026-11-13',
  turnover: 1_000_000,
  sales: 80,
  margin: { amount: 250_000, percent: 25 },
  cash: { counted: 500_000, deposited: 0, toDeposit: 500_000 },
  gaps: [{ ...friday.gaps![0]!, expected: 1000, counted: 200, gap: -800, recount: null }],
}
const held = (byName: string, count: number) => ({ registerId, byName, at: '2026-11-20T19:00:00.000Z', count })
const morning: Morning = {
  yesterday: friday,
  weekBefore: fridayBefore,
  unsent: [held('AGBO Kossi', 3)],
  refused: [held('DOSSOU Aurèle', 1)],
}

const aged = (of: Partial<AgedRow>): AgedRow => ({
  payerKind: 'company',
  payerId: '018f0000-0000-7000-8000-0000000000f1',
  payerName: 'NSIA',
  bills: 2,
  notDue: 100_000,
  upTo30: 20_000,
  upTo60: 0,
  upTo90: 5000,
  over90: 75_000,
  left: 200_000,
  unbilled: 60_000,
  owed: 260_000,
  sold: { upTo30: 140_000, upTo60: 40_000, upTo90: 5000, over90: 75_000 },
  ahead: 4000,
  days: null,
  refused: null,
  ...of,
})
const owed = [
  aged({}),
  aged({
    payerKind: 'organization',
    payerId: organizationId,
    payerName: 'Port autonome',
    notDue: 0,
    upTo90: 0,
    left: 95_000,
    unbilled: 0,
    owed: 95_000,
    sold: { upTo30: 20_000, upTo60: 0, upTo90: 0, over90: 75_000 },
    ahead: 0,
  }),
  aged({
    payerKind: 'person',
    payerId: '018f0000-0000-7000-8000-0000000000f3',
    payerName: 'ZINSOU A.',
    upTo30: 0,
    upTo90: 0,
    over90: 0,
    left: 100_000,
    unbilled: 0,
    owed: 100_000,
    sold: { upTo30: 100_000, upTo60: 0, upTo90: 0, over90: 0 },
    ahead: 0,
  }),
]
const debtor = (id: string, outgoing: number): Client => ({
  kind: 'person',
  id,
  name: id,
  phone: null,
  birthDate: null,
  creditLimit: null,
  outgoing,
  policies: 0,
  tags: [],
  archived: false,
})

const anOffice =
  (given: Partial<Morning> = {}, sold = 0) =>
  ({ path, query }: Asked): Answer => {
    if (path === '/usage/morning') return ok({ ...morning, ...given })
    if (path === '/usage/turnover-statistics')
      return ok({
        ...quietDay(query.get('day') ?? today),
        today: { turnover: sold * 1000, sales: sold, units: sold },
      })
    if (path === '/bills/aged') return ok(owed)
    if (path === '/clients' && query.get('only') === 'debtors')
      return ok({
        items: [
          debtor('018f0000-0000-7000-8000-0000000000f4', 30_000),
          debtor('018f0000-0000-7000-8000-0000000000f5', 12_000),
        ],
        total: 2,
      })
    if (path === '/unproven-parcels') return ok({ items: [], total: 4 })
    return undefined
  }
const box = (name: string) => screen.findByRole('region', { name })
const textOf = (element: HTMLElement) => plain(element.textContent ?? '')
const linkTo = (link: HTMLElement | null) => link?.getAttribute('href')?.replace('/backoffice', '')
const sections = () =>
  screen.getAllByRole('region').flatMap((each) => {
    const name = each.getAttribute('aria-label') ?? ''
    return name === 'Hier' || name === 'Chiffres du jour' ? [name] : []
  })

test('yesterday stands beside the same weekday of the week before, and each figure opens what is behind it', async () => {
  await aDesk({ answer: anOffice() })
  const yesterday = await box('Hier')
  await waitFor(() => expect(textOf(yesterday)).toContain('Hier, vendredi 20 novembre'))
  const text = textOf(yesterday)
  expect(text).toContain('comparé au vendredi 13 novembre')
  expect(text).toContain('Chiffre d’affaires1 250 000 F CFA1 000 000 le vendredi 13 +25 %')
  expect(text).toContain('Marge340 00027,2 %, 250 000 le vendredi 13')
  expect(text).toContain('Espèces à déposer450 000150 000 déjà en banque, 500 000 le vendredi 13')
  expect(text).toContain('Écarts de caisse−2 5002 caisses, +500 en trop−800 le vendredi 13')
  const [turnover, margin, deposit, gaps] = within(yesterday).getAllByRole('link').map(linkTo)
  expect([turnover, margin]).toEqual([turnover, turnover])
  expect(turnover).toBe('/ventes?du=2026-11-20&au=2026-11-20&etat=cloturees')
  expect(deposit).toBe('/mouvements?du=2026-11-20&nature=banque')
  expect(gaps).toBe('/caisses?du=2026-11-20&au=2026-11-20')
})

test('the gap of each drawer stands by its holder and opens its report; a recount stands beside it', async () => {
  await aDesk({ answer: anOffice() })
  const table = await screen.findByRole('table', { name: 'Écarts de caisse par caisse et par caissier' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => plain(textContent ?? '')))).toEqual([
    ['Caisse de', 'Attendu', 'Compté', 'Écart', 'Vendredi 13'],
    [
      expect.stringMatching(/^AGBO Kossi\s?ouverte .*, comptée par DOSSOU Aurèle$/) as string,
      '402 500',
      '400 000',
      '−2 500recompté 0',
      '−800',
    ],
    [expect.stringMatching(/^DOSSOU Aurèle\s?ouverte/) as string, '200 000', '200 500', '+500', '–'],
  ])
  expect(within(table).getAllByRole('link').map(linkTo)).toEqual([
    `/caisses/${registerId}`,
    `/caisses/${otherRegister}`,
  ])
})

test('without the rights to see costs and expected amounts there is no margin and no gap', async () => {
  const hidden = { margin: null, gaps: null }
  await aDesk({
    answer: anOffice({ yesterday: { ...friday, ...hidden }, weekBefore: { ...fridayBefore, ...hidden } }),
  })
  const yesterday = await box('Hier')
  await waitFor(() => expect(textOf(yesterday)).toContain('Espèces à déposer'))
  expect(textOf(yesterday)).not.toMatch(/Marge|Écart/)
})

test('in the morning yesterday stands first; once something was sold, the day', async () => {
  const { hint, answerWith } = await aDesk({ answer: anOffice() })
  await waitFor(() => expect(sections()).toEqual(['Hier', 'Chiffres du jour']))
  answerWith(anOffice({}, 3))
  hint('sales')
  await waitFor(() => expect(sections()).toEqual(['Chiffres du jour', 'Hier']))
})

test('a day of the past has no yesterday', async () => {
  await aDesk({ path: '/backoffice/?jour=2026-11-18', answer: anOffice() })
  await waitFor(() => expect(sections()).toEqual(['Chiffres du jour']))
})

test('what insurers and clients owe stands with its age; the latest payers open their follow-up', async () => {
  await aDesk({ answer: anOffice() })
  const debts = within(await box('Créances'))
  const ages = (name: string) => textOf(debts.getByRole('region', { name }))
  await debts.findByRole('region', { name: 'Assureurs et organismes' })
  expect(ages('Assureurs et organismes')).toBe(
    'Assureurs et organismes355 000 F CFAMoins de 31 j160 00031 à 60 j40 00061 à 90 j5 000Plus de 90 j150 000',
  )
  expect(ages('Clients')).toBe('Clients100 000 F CFAMoins de 31 j100 00031 à 60 j061 à 90 j0Plus de 90 j0')
  const toBill = debts.getByRole('link', { name: /dont 60\s000 à facturer/ })
  expect(linkTo(toBill)).toBe('/factures/bons')
  expect(textOf(toBill.parentElement!)).toContain('455 000 F CFA')
  expect(linkTo(debts.getByRole('link', { name: /4\s000 d’avance/ }))).toBe('/factures/paiements?avance=oui')
  const late = within(debts.getByRole('list', { name: 'À relancer' }))
  expect(late.getAllByRole('listitem').map(textOf)).toEqual(['NSIA100 000 en retard', 'Port autonome95 000 en retard'])
  expect(late.getAllByRole('link').map(linkTo)).toEqual([
    `/factures/suivi/${owed[0]!.payerId}`,
    `/factures/suivi/${organizationId}`,
  ])
  const debtors = await debts.findByRole('link', { name: /2\sclients avec un encours/ })
  expect(linkTo(debtors)).toBe('/clients?type=particulier&seulement=debiteurs')
  expect(textOf(debtors.parentElement!)).toContain('42 000 F CFA facturé ou non')
})

test('what terminals could not send waits first, each with its register', async () => {
  await aDesk({ answer: anOffice() })
  const todo = within(await box('À faire'))
  await waitFor(() => expect(todo.getAllByRole('link')).toHaveLength(3))
  expect(
    todo.getAllByRole('link').map((link) => [plain(link.querySelector('b')?.textContent ?? ''), linkTo(link)]),
  ).toEqual([
    ['1 envoi refusé à la caisse fermée par DOSSOU Aurèle', `/caisses/${registerId}`],
    ['3 envois attendus pour la caisse fermée par AGBO Kossi', `/caisses/${registerId}`],
    ['4 envois à vérifier', '/parametres/envois'],
  ])
})

test('who may see reports but no registers and clients gets figures without links that would be refused', async () => {
  const { askedOf } = await aDesk({ permissions: ['report.see'], answer: anOffice() })
  const yesterday = await box('Hier')
  await waitFor(() => expect(textOf(yesterday)).toContain('Espèces à déposer'))
  expect(
    within(yesterday)
      .queryAllByRole('link')
      .map(linkTo)
      .filter((to) => to?.startsWith('/caisses') || to?.startsWith('/mouvements')),
  ).toEqual([])
  expect(askedOf('/unproven-parcels')).toEqual([])
})

test('yesterday that fails can be asked again, and the day does not wait for it', async () => {
  let isBroken = true
  const { user } = await aDesk({
    answer: (asked) =>
      isBroken && asked.path === '/usage/morning' ? { status: 500, body: { message: 'internal' } } : anOffice()(asked),
  })
  await waitFor(async () => expect(textOf(await box('Chiffres du jour'))).toContain('Panier moyen'))
  const retry = await within(await box('Hier')).findByRole('button', { name: 'Réessayer' })
  isBroken = false
  await user.click(retry)
  await waitFor(async () => expect(textOf(await box('Hier'))).toContain('vendredi 20 novembre'))
})

test('the chart comes after the figures', async () => {
  await aDesk({ answer: anOffice({}, 3) })
  await waitFor(async () => expect(textOf(await box('Chiffres du jour'))).toContain('Panier moyen'))
  expect(await screen.findByRole('figure', { name: /^Ventes par heure/ })).toBeTruthy()
})
