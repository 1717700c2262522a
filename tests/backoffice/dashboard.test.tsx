import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Shortage } from '#shared/contract/shortages.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aDesk, ok, pageText, plain, rowTexts, today, type Answer, type Asked } from './support/a-desk.tsx'
import { aSummary, quietDay, quietStock, saleId, stocked } from './support/a-shop.ts'

const clamoxyl = stocked(3, 'Clamoxyl 500 mg gél. B/12', [{ quantity: 0 }])
const quartem = stocked(5, 'Quartem 80/480 mg cp B/6', [{ quantity: -2 }])
const artefan = stocked(2, 'Artefan 20/120 mg cp B/24', [{ quantity: 6 }], { minimum: 15, maximum: 40 })
const shelf = [clamoxyl, quartem, artefan]

const saturday = {
  ...quietDay(today),
  today: { turnover: 466_000, sales: 118, units: 204 },
  usual: { turnover: 445_000, sales: 112, units: 198 },
  margin: 27.4,
  hours: quietDay(today).hours.map((hour) => ({
    ...hour,
    turnover: hour.hour === 11 ? 52_000 : 0,
    sales: hour.hour === 11 ? 12 : 0,
    usualTurnover: hour.hour < 8 || hour.hour > 20 ? 0 : 30_000,
  })),
}
const stock = {
  ...quietStock,
  products: 3,
  expired: { value: 68_000, lots: 4 },
  shortageCount: 2,
  expiring: quietStock.expiring.map((month, at) => ({ ...month, value: at * 10_000, lots: at })),
  // the most sold first
  shortages: [
    { id: clamoxyl.id, label: clamoxyl.label, sold30Days: 40, since: '2026-11-20' },
    { id: quartem.id, label: quartem.label, sold30Days: 14, since: '2026-11-15' },
  ],
}
const aShortage = (of: Partial<Shortage>): Shortage => ({
  id: quartem.id,
  label: quartem.label,
  storage: null,
  state: 'out',
  quantity: 0,
  minimum: 0,
  sold30Days: 14,
  perDay: 0.5,
  daysLeft: 0,
  since: '2026-11-15',
  missed: 42_000,
  onItsWay: 0,
  sisters: [],
  ...of,
})
const missing = [
  aShortage({}),
  aShortage({ id: clamoxyl.id, label: clamoxyl.label, sold30Days: 40, since: '2026-11-20', missed: 9_000 }),
]

function aBusyShop({ path, query }: Asked): Answer {
  if (path === '/usage/turnover-statistics') return ok({ ...saturday, day: query.get('day') ?? today })
  if (path === '/pharmacy-products/stats') return ok(stock)
  if (path === '/shortages') return ok({ items: missing, total: 2, out: 2, missed: 51_000 })
  if (path === '/prescription-register')
    return query.get('only') === 'without-prescriber' ? ok({ items: [], total: 691 }) : undefined
  if (path === '/dues') return ok({ items: [], total: query.get('onShelf') === 'only' ? 3 : 9 })
  if (path === '/pin-alerts') return ok({ items: [], total: query.get('from') === '2026-11-15' ? 2 : 9 })
  if (path === '/sales')
    return query.has('flagged')
      ? ok({ items: [], total: 2, turnover: 0 })
      : ok({ items: [aSummary(9), aSummary(8)], total: 118, turnover: 466_000 })
  return undefined
}
const box = (name: string) => screen.findByRole('region', { name })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => plain(textContent ?? '')),
    )
const linkTo = (link: HTMLElement | null) => link?.getAttribute('href')?.replace('/backoffice', '')

test('the day’s figures stand beside the usual weekday, and open the sales of the day', async () => {
  await aDesk({ products: shelf, answer: aBusyShop })
  const figures = await box('Chiffres du jour')
  await waitFor(() => expect(plain(figures.textContent ?? '')).toContain('466 000 F CFA'))
  const text = plain(figures.textContent ?? '')
  expect(text).toContain('+4,7 % par rapport à un samedi moyen')
  expect(text).toContain('Ventes118112 un samedi moyen')
  expect(text).toContain('Panier moyen3 9493 973 un samedi moyen')
  expect(text).toContain('Marge27,4 %')
  expect(within(figures).getAllByRole('link').map(linkTo)).toEqual(
    Array.from({ length: 5 }, () => `/ventes?du=${today}&au=${today}&etat=cloturees`),
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Samedi 21 novembre')
})

test('no margin for who may not see costs', async () => {
  await aDesk({
    answer: (asked) =>
      asked.path === '/usage/turnover-statistics' ? ok({ ...saturday, margin: null }) : aBusyShop(asked),
  })
  const figures = await box('Chiffres du jour')
  await waitFor(() => expect(figures.textContent).toContain('Ventes'))
  expect(figures.textContent).not.toContain('Marge')
})

test('what waits is counted, worst first, and each line opens its list already filtered', async () => {
  await aDesk({ products: shelf, answer: aBusyShop })
  const todo = within(await box('À faire'))
  await waitFor(() => expect(todo.getAllByRole('link')).toHaveLength(9))
  expect(
    todo.getAllByRole('link').map((link) => [plain(link.querySelector('b')?.textContent ?? ''), linkTo(link)]),
  ).toEqual([
    ['2 produits en rupture', '/ruptures?etat=rupture'],
    ['1 produit en stock négatif', '/stock?etat=negatif'],
    ['4 lots expirés en rayon', '/peremptions?expire=expires'],
    ['1 produit sous le mini', '/stock?etat=mini'],
    ['1 lot expire en décembre', '/peremptions?expire=2026-12'],
    ['691 lignes d’ordonnancier sans prescripteur', '/ordonnancier?periode=tout&sans-prescripteur=oui'],
    ['2 séries de codes incorrects en 7 jours', '/parametres/codes?du=2026-11-15&au=2026-11-21'],
    ['2 ventes à vérifier', '/ventes?periode=tout&signalees=oui'],
    ['3 dus à remettre', '/dus?etat=a-remettre'],
  ])
})

test('PINs that are easy to guess are named to who may change them', async () => {
  const weak = [
    { id: '018f0000-0000-7000-8000-0000000000e1', firstName: 'Gilles', lastName: 'AZONHIHO' },
    { id: '018f0000-0000-7000-8000-0000000000e2', firstName: 'Koffi', lastName: 'SOGLO' },
  ]
  await aDesk({ answer: ({ path }) => (path === '/users/weak-pins' ? ok(weak) : undefined) })
  const todo = within(await box('À faire'))
  const line = await todo.findByText(/codes faciles à deviner/)
  expect(plain(line.textContent ?? '')).toBe('2 codes faciles à deviner : AZONHIHO Gilles, SOGLO Koffi')
})

test('the end of the journal is shown whole, to be noted elsewhere', async () => {
  const hash = '3f9a'.repeat(16)
  const head = { entries: 1234, erasures: 2, last: { hash, at: '2026-11-21T10:00:00.000Z' } }
  await aDesk({ answer: ({ path }) => (path === '/audit/head' ? ok(head) : undefined) })
  const journal = await box('Journal des modifications')
  await waitFor(() => expect(journal.textContent).toContain(hash))
  expect(plain(journal.textContent ?? '')).toContain('1 234 entrées · 2 personnes effacées')
})

test('the list behind a figure holds as many rows as the figure said', async () => {
  const { user } = await aDesk({ products: shelf, answer: aBusyShop })
  await user.click(await screen.findByText(/1\sproduit en stock négatif/))
  await waitFor(() => expect(rowTexts().map(([label]) => label)).toEqual([quartem.label].map(plain)))
})

const sums = [
  'turnover',
  'amount',
  'atRisk',
  'soonLost',
  'out',
  'missed',
  'claimed',
  'accepted',
  'credited',
  'awaited',
  'lost',
]
const zeros = Object.fromEntries(sums.map((sum) => [sum, 0]))
const noTask = ({ path }: Asked): Answer =>
  ['/supplier-payments/payables', '/bills/aged', '/users/weak-pins'].includes(path)
    ? ok([])
    : ['/pharmacy-products/stats', '/usage/morning', '/usage/turnover-statistics', '/waiting-work'].includes(path)
      ? undefined
      : ok({ items: [], total: 0, ...zeros })

test('nothing waits: it says so', async () => {
  await aDesk({ products: [], answer: noTask })
  expect(await screen.findByText('Rien à faire.')).toBeTruthy()
})

test.each([
  ['/sales', 'flagged'],
  ['/prescription-register', 'only'],
  ['/dues', 'onShelf'],
  ['/pin-alerts', 'from'],
  ['/pharmacy-products/stats', null],
  ['/supplier-payments/payables', null],
  ['/wholesaler-bill-statements', 'state'],
  ['/wholesaler-claims', 'size'],
  ['/bills/vouchers', 'waiting'],
  ['/bills/vouchers', 'deadline'],
  ['/usage/morning', null],
  ['/unproven-parcels', 'size'],
])('without the answer of %s (%s) nobody says that nothing waits', async (path, parameter) => {
  let isKnown = false
  const { user } = await aDesk({
    products: [],
    answer: (asked) =>
      !isKnown && asked.path === path && (parameter === null || asked.query.has(parameter))
        ? { status: 500, body: { message: 'internal' } }
        : noTask(asked),
  })
  const todo = within(await box('À faire'))
  expect(await todo.findByText('Ces chiffres n’ont pas pu être lus.')).toBeTruthy()
  expect(todo.queryByText('Rien à faire.')).toBeNull()
  isKnown = true
  await user.click(todo.getByRole('button', { name: 'Réessayer' }))
  expect(await todo.findByText('Rien à faire.')).toBeTruthy()
})

test('without the list of products nobody says that nothing waits', async () => {
  await aDesk({ answer: noTask })
  const todo = within(await box('À faire'))
  expect(await screen.findByText('Rien n’est dû.')).toBeTruthy()
  expect(todo.queryByText('Rien à faire.')).toBeNull()
})

test('each month that expires opens its lots; a shortage opens its product; the last sales open themselves', async () => {
  await aDesk({ products: shelf, answer: aBusyShop })
  const expiring = within(await box('Valeur qui expire'))
  await waitFor(() => expect(expiring.getAllByRole('link').map(linkTo)).toContain('/peremptions?expire=2027-04'))
  expect(plain((await box('Valeur qui expire')).textContent ?? '')).toContain('150 000 F CFA sur 6 mois')
  const shortages = within(await box('Ruptures'))
  expect(linkTo(shortages.getByRole('link', { name: /Quartem/ }))).toBe(`/stock/${quartem.id}`)
  expect(rowsOf(shortages.getByRole('table'))).toEqual([
    ['Quartem 80/480 mg cp B/6', '14', '6 j', '42 000'],
    ['Clamoxyl 500 mg gél. B/12', '40', '1 j', '9 000'],
  ])
  expect(plain((await box('Ruptures')).textContent ?? '')).toContain('2 produits qui se vendent, 51 000 F CFA perdus')
  expect(linkTo(shortages.getByRole('link', { name: 'Préparer la commande' }))).toBe('/commandes/preparation')
  expect(linkTo(within(await box('Dernières ventes')).getByRole('link', { name: /n°\s9/ }))).toBe(
    `/ventes/${saleId(9)}`,
  )
})

test('where what an absence costs is not known, the most sold stands first', async () => {
  await aDesk({
    products: shelf,
    answer: (asked) => (asked.path === '/shortages' ? { status: 404, body: {} } : aBusyShop(asked)),
  })
  const shortages = within(await box('Ruptures'))
  expect(rowsOf(await shortages.findByRole('table'))).toEqual([
    ['Clamoxyl 500 mg gél. B/12', '40', '1 j', '–'],
    ['Quartem 80/480 mg cp B/6', '14', '6 j', '–'],
  ])
})

test('another day: asked of the server, said in the title, kept in the address; no day after today', async () => {
  const { user, askedOf } = await aDesk({ answer: aBusyShop })
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Jour suivant' })).disabled).toBe(true)
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Vendredi 20 novembre'))
  expect(location.search).toBe('?jour=2026-11-20')
  await waitFor(() =>
    expect(askedOf('/usage/turnover-statistics').map((query) => query.get('day'))).toEqual([null, '2026-11-20']),
  )
  await user.click(screen.getByRole('button', { name: 'Aujourd’hui' }))
  await waitFor(() => expect(location.search).toBe(''))
})

test('a sale closed elsewhere changes the figures by itself', async () => {
  const { hint, answerWith } = await aDesk({ answer: aBusyShop })
  await waitFor(() => expect(pageText()).toContain('466 000 F CFA'))
  answerWith((asked) =>
    asked.path === '/usage/turnover-statistics'
      ? ok({ ...saturday, today: { turnover: 470_000, sales: 119, units: 205 } })
      : aBusyShop(asked),
  )
  hint('sales')
  await waitFor(() => expect(pageText()).toContain('470 000 F CFA'))
})

test('who may not see reports gets an explanation and the screens that he may open; nothing is asked for him', async () => {
  const { askedOf } = await aDesk({ permissions: defaultRoles.vendeur, answer: aBusyShop })
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText(/réservés aux personnes qui ont le droit de voir les rapports/)).toBeTruthy()
  const offered = main.getAllByRole('link').map((link) => [link.textContent, linkTo(link)])
  const inMenu = within(screen.getByRole('navigation', { name: 'Menu' })).getAllByRole('link')
  // All that the menu has, but for the help; the dashboard itself is not offered.
  expect(offered).toEqual(inMenu.slice(0, -1).map((link) => [link.textContent, linkTo(link)]))
  expect(offered).toContainEqual(['Ventes', '/ventes'])
  expect(offered).not.toContainEqual(['Ordonnancier', '/ordonnancier'])
  expect(offered).not.toContainEqual(['Tableau de bord', '/'])
  expect(askedOf('/usage/turnover-statistics')).toEqual([])
  expect(askedOf('/pharmacy-products/stats')).toEqual([])
})

test('figures that fail can be asked again; without a network they say so, and what the list knows stays', async () => {
  let isBroken = true
  const { user, goOffline } = await aDesk({
    products: shelf,
    answer: (asked) =>
      isBroken && asked.path === '/usage/turnover-statistics'
        ? { status: 500, body: { message: 'internal' } }
        : aBusyShop(asked),
  })
  const figures = within(await box('Chiffres du jour'))
  const retry = await figures.findByRole('button', { name: 'Réessayer' })
  isBroken = false
  await user.click(retry)
  await waitFor(() => expect(pageText()).toContain('466 000 F CFA'))
  goOffline()
  await user.keyboard('{ArrowLeft}')
  expect(await screen.findByText(/2\sproduits en rupture/)).toBeTruthy()
})

test('offline from the start, each box says that it needs the network', async () => {
  const { goOffline } = await aDesk({ products: shelf, answer: () => 'nobody' })
  goOffline()
  await waitFor(() => expect(screen.getAllByText('Demande le réseau.').length).toBeGreaterThanOrEqual(4))
  expect(await screen.findByText(/1\sproduit en stock négatif/)).toBeTruthy()
})

test('a pharmacy that has never sold is led: each first step with its state, and where it is done', async () => {
  const isNew = (asked: Asked): Answer => {
    if (asked.path === '/usage/turnover-statistics') return ok(quietDay(today))
    if (asked.path === '/countries/BJ/sections') return ok([])
    if (asked.path === '/suppliers/all') return ok([])
    if (asked.path === '/products') return ok({ items: [], total: 12_000 })
    return noTask(asked)
  }
  await aDesk({ products: [], answer: isNew })
  const steps = within(await box('Premiers pas'))
  await waitFor(() =>
    expect(steps.getAllByRole('listitem').map(({ textContent }) => plain(textContent ?? ''))).toEqual([
      expect.stringMatching(/^Identité de la pharmacie/),
      'Taxes et sections du paysÀ la plateforme',
      'Registres des médicamentsFait',
      'FournisseursAjouter',
      'Stock de départImporter un fichier',
      expect.stringMatching(/^Membres de l’équipe/),
      'Première caisse ouverteAu comptoir',
    ]),
  )
  expect(linkTo(steps.getByRole('link', { name: /Stock de départ/ }))).toBe('/livraisons/stock-de-depart')
})

test('a first step whose state cannot be read says so, and reads it again', async () => {
  let isBroken = true
  const { user } = await aDesk({
    products: [],
    answer: (asked) => {
      if (asked.path === '/usage/turnover-statistics') return ok(quietDay(today))
      if (asked.path === '/suppliers/all') return isBroken ? { status: 500, body: { message: 'internal' } } : ok([])
      return noTask(asked)
    },
  })
  const steps = within(await box('Premiers pas'))
  const again = await steps.findByRole('button', { name: /^Réessayer\s: Fournisseurs$/ })
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(
    'FournisseursÉtat pas luRéessayer',
  )
  isBroken = false
  await user.click(again)
  expect(await steps.findByRole('link', { name: /^Fournisseurs.*Ajouter$/ })).toBeTruthy()
})

test('the first steps are over once a sale exists, also on a day without one', async () => {
  await aDesk({
    products: [],
    answer: (asked) =>
      asked.path === '/usage/turnover-statistics'
        ? ok(quietDay(today))
        : asked.path === '/sales'
          ? ok({ items: [], total: 1, turnover: 0 })
          : noTask(asked),
  })
  await box('À faire')
  expect(screen.queryByRole('region', { name: 'Premiers pas' })).toBeNull()
})
