import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MissedProduct, MissedSale } from '#shared/contract/missed-sales.ts'
import { aDesk, ok, pageText, rowTexts, typeAtOnce, type Answer, type Asked } from './support/a-desk.tsx'
import { stocked } from './support/a-shop.ts'

const coartem = stocked(1, 'Coartem 20/120 mg cp B/24', [{ quantity: 0 }])
const idOf = (n: number) => `018f0000-0000-7000-8000-0000000008${String(n).padStart(2, '0')}`
const products: MissedProduct[] = [
  {
    pharmacyProductId: coartem.id,
    label: coartem.label,
    times: 3,
    quantity: 5,
    value: 17_500,
    absent: 2,
    tooDear: 1,
    lastAt: '2026-11-20T09:00:00.000Z',
  },
  {
    pharmacyProductId: null,
    label: 'Ozempic 1 mg',
    times: 1,
    quantity: 1,
    value: 0,
    absent: 1,
    tooDear: 0,
    lastAt: '2026-11-19T09:00:00.000Z',
  },
]
const missed: MissedSale[] = [
  {
    id: idOf(1),
    pharmacyProductId: coartem.id,
    label: coartem.label,
    quantity: 2,
    price: 3500,
    reason: 'too-dear',
    missedAt: '2026-11-20T09:00:00.000Z',
    byName: 'DOSSOU Aurèle',
  },
  {
    id: idOf(2),
    pharmacyProductId: null,
    label: 'Ozempic 1 mg',
    quantity: 1,
    price: null,
    reason: 'absent',
    missedAt: '2026-11-19T09:00:00.000Z',
    byName: 'SOGLO Koffi',
  },
]
/** A server with these rows; a reason keeps those of it. */
const holds = ({ path, query }: Asked): Answer => {
  const reason = query.get('reason')
  const items = reason ? missed.filter((each) => each.reason === reason) : missed
  if (path === '/missed-sales')
    return ok({
      items,
      total: items.length,
      value: items.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0),
    })
  return path === '/missed-sales/by-product' ? ok({ items: products, total: products.length }) : undefined
}
const home = '/backoffice/ventes/manquees'

test('by product, worth most first, with what everything would have brought in; Entrée opens the product', async () => {
  const { user } = await aDesk({ path: home, products: [coartem], answer: holds })
  await waitFor(() =>
    expect(rowTexts()).toEqual([
      ['Coartem 20/120 mg cp B/24', '3', '5', '17 500', '2', '1', '20/11/2026'],
      ['Ozempic 1 mgHors stock', '1', '1', '0', '1', '–', '19/11/2026'],
    ]),
  )
  await waitFor(() => expect(pageText()).toContain('2 ventes manquées, 7 000 F CFA'))
  expect(screen.getByRole('link', { name: 'Ventes manquées' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Ventes' }).getAttribute('aria-current')).toBeNull()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(location.pathname).toBe(home)
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/stock/${coartem.id}`))
})

test('one by one, with its hour, its reason and who noted it; what has no price is worth nothing known', async () => {
  const { user } = await aDesk({ path: home, answer: holds })
  await user.click(await screen.findByRole('radio', { name: 'Une à une' }))
  await waitFor(() =>
    expect(rowTexts().map((cells) => cells.slice(2))).toEqual([
      ['Coartem 20/120 mg cp B/24', 'Trop cher', '2', '3 500', '7 000', 'DOSSOU Aurèle'],
      ['Ozempic 1 mgHors stock', 'Absent', '1', '–', '–', 'SOGLO Koffi'],
    ]),
  )
  expect(location.search).toBe('?vue=une')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Une à une' }))
})

test('days and reason of the address reach both questions; what is mistyped is left out', async () => {
  const { user, askedOf } = await aDesk({ path: `${home}?du=2026-11-01&au=hier&raison=cher`, answer: holds })
  await waitFor(() => expect(pageText()).toContain('1 vente manquée, 7 000 F CFA'))
  for (const path of ['/missed-sales', '/missed-sales/by-product']) {
    expect(Object.fromEntries(askedOf(path)[0]!)).toMatchObject({ from: '2026-11-01', reason: 'too-dear' })
    expect(askedOf(path)[0]?.has('to')).toBe(false)
  }
  await user.click(screen.getByRole('button', { name: 'Retirer le filtre Trop cher' }))
  await waitFor(() => expect(askedOf('/missed-sales/by-product').at(-1)?.has('reason')).toBe(false))
})

test('every header sorts by the server, each view by its own columns', async () => {
  const { user, askedOf } = await aDesk({ path: home, answer: holds })
  const sortsBy = async (path: string, sorts: readonly (readonly [string, string])[]) => {
    for (const [header, sort] of sorts) {
      await user.click(within(screen.getByRole('columnheader', { name: header })).getByRole('button'))
      await waitFor(() => expect(askedOf(path).at(-1)?.get('sort')).toBe(sort))
    }
  }
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  await sortsBy('/missed-sales/by-product', [
    ['Produit', 'label'],
    ['Demandes', 'times'],
    ['Quantité', 'quantity'],
    ['Valeur', 'value'],
    ['Absent', 'absent'],
    ['Trop cher', 'tooDear'],
    ['Dernière', 'lastAt'],
  ])
  // The sums are of all rows: they need no order.
  expect(askedOf('/missed-sales').some((query) => query.has('sort'))).toBe(false)
  await user.click(screen.getByRole('radio', { name: 'Une à une' }))
  await waitFor(() => expect(rowTexts()[0]).toHaveLength(8))
  await sortsBy('/missed-sales', [
    ['Date', 'missedAt'],
    ['Heure', 'hour'],
    ['Produit', 'label'],
    ['Raison', 'reason'],
    ['Quantité', 'quantity'],
    ['Prix', 'price'],
    ['Valeur', 'value'],
    ['Notée par', 'seller'],
  ])
})

test('words ask the server, and both reasons stand in one filter', async () => {
  const { user, askedOf } = await aDesk({ path: `${home}?vue=une`, answer: holds })
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'Raison' }))
  await user.click(await screen.findByRole('option', { name: 'Trop cher' }))
  await waitFor(() => expect(askedOf('/missed-sales').at(-1)?.get('reason')).toBe('too-dear'))
  await user.click(await screen.findByRole('option', { name: 'Absent' }))
  await waitFor(() => expect(askedOf('/missed-sales').at(-1)?.get('reason')).toBe('too-dear,absent'))
  expect(new URLSearchParams(location.search).get('raison')).toBe('cher,absent')
  expect(await screen.findByRole('button', { name: 'Retirer le filtre Trop cher, Absent', hidden: true })).toBeTruthy()
  typeAtOnce(screen.getByRole('searchbox', { name: 'Filtrer les ventes manquées', hidden: true }), 'coartem')
  await waitFor(() => expect(askedOf('/missed-sales').at(-1)?.get('search')).toBe('coartem'))
})

test('the faces: empty, filtered to nothing, failed, offline', async () => {
  const { user, answerWith, goOffline } = await aDesk({
    path: `${home}?raison=cher`,
    answer: ({ path }) =>
      path.startsWith('/missed-sales') ? { status: 500, body: { message: 'internal' } } : undefined,
  })
  expect(await screen.findByText(/n’ont pas pu être chargées/)).toBeTruthy()
  answerWith(({ path }) => (path.startsWith('/missed-sales') ? ok({ items: [], total: 0, value: 0 }) : undefined))
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  await user.click(await screen.findByRole('button', { name: 'Effacer les filtres' }))
  expect(await screen.findByText(/^Aucune vente manquée\. Le comptoir/)).toBeTruthy()
  goOffline()
  expect(await screen.findByText(/demande(nt)? le réseau/)).toBeTruthy()
})
