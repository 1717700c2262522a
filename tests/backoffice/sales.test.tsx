import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SaleSummary } from '#shared/contract/sales.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { aDesk, ok, pageText, plain, rowTexts, typeAtOnce, type Answer, type Asked } from './support/a-desk.tsx'
import { aSale, aSummary, saleId, salesPage, stocked } from './support/a-shop.ts'

/** A server that holds that many sales, and their details. */
const holds = (count: () => number, of?: (n: number) => SaleSummary) => ({ path, query }: Asked): Answer => {
  if (path === '/sales') return ok(salesPage(query, count(), of))
  const n = Array.from({ length: 9 }, (_, at) => at + 1).find((each) => path === `/sales/${saleId(each)}`)
  return n === undefined ? undefined : ok(aSale(n))
}
const numbers = () => rowTexts().map(([number]) => number)
const focusedNumber = () => document.activeElement?.querySelector('[role="gridcell"]')?.textContent
const panel = (name: RegExp) => screen.findByRole('complementary', { name })
const main = () => within(screen.getByRole('main'))

test('sales stand newest first, with their number and turnover', async () => {
  await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toEqual(['3', '2', '1']))
  expect(rowTexts()[0]?.slice(0, 4)).toEqual(['3', expect.stringMatching(/^\d\d\/\d\d\/2026$/), expect.stringMatching(/^\d\d:\d\d$/), 'DOSSOU Aurèle'])
  expect(pageText()).toContain('3 ventes, 3 000 F CFA')
})

test('of 50,000 sales only the pages in view are asked for', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 50_000) })
  await waitFor(() => expect(numbers()[0]).toBe('50000'))
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  expect(askedOf('/sales').map((query) => query.get('page'))).toEqual(['0'])
  await user.keyboard('{ArrowDown}{End}')
  await waitFor(() => expect(focusedNumber()).toBe('1'))
  expect(askedOf('/sales').map((query) => query.get('page'))).toEqual(['0', '499'])
})

test('filters of the address reach the server and stand as chips; taking one off asks again', async () => {
  const { user, askedOf } = await aDesk({ path: `/backoffice/ventes?du=2026-11-01&au=2026-11-15&paiement=MOBILE_MONEY&vendeur=${aurele.id}&cherche=coartem`, answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  expect(Object.fromEntries(askedOf('/sales')[0]!)).toMatchObject({ from: '2026-11-01', to: '2026-11-15', paymentType: 'MOBILE_MONEY', sellerId: aurele.id, search: 'coartem' })
  await user.click(await main().findByRole('button', { name: 'Retirer le filtre DOSSOU Aurèle' }))
  await waitFor(() => expect(askedOf('/sales').at(-1)?.has('sellerId')).toBe(false))
  expect(location.search).not.toContain('vendeur')
  expect(main().getByRole('button', { name: 'Retirer le filtre Mobile' })).toBeTruthy()
})

test('what is mistyped in the address is left out, not refused', async () => {
  const { askedOf } = await aDesk({ path: '/backoffice/ventes?du=hier&vendeur=moi&paiement=TROC', answer: holds(() => 1) })
  await waitFor(() => expect(numbers()).toHaveLength(1))
  expect([...askedOf('/sales')[0]!.keys()].sort()).toEqual(['page', 'size'])
})

test('« Aujourd’hui » asks for the pharmacy’s day', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await user.click(await screen.findByRole('radio', { name: 'Aujourd’hui' }))
  await waitFor(() => expect(Object.fromEntries(askedOf('/sales').at(-1)!)).toMatchObject({ from: '2026-11-21', to: '2026-11-21' }))
})

test('a search is asked when the hand rests, and Entrée opens its first result', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  await user.keyboard('f')
  typeAtOnce(screen.getByRole('searchbox'), 'dossou')
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('search')).toBe('dossou'))
  expect(askedOf('/sales').filter((query) => query.has('search'))).toHaveLength(1)
  await waitFor(() => expect(main().getByText(plainMatch('3 résultats'))).toBeTruthy())
  await user.keyboard('{Enter}')
  expect(await panel(/Vente n°\s3/)).toBeTruthy()
})

test('Entrée opens the sale under its own address, Échap closes it, the filters stay', async () => {
  const { user } = await aDesk({ path: '/backoffice/ventes?paiement=CASH', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await panel(/Vente n°\s2/)).toBeTruthy()
  expect(location.pathname + location.search).toBe(`/backoffice/ventes/${saleId(2)}?paiement=CASH`)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(location.pathname + location.search).toBe('/backoffice/ventes?paiement=CASH')
  expect(focusedNumber()).toBe('2')
})

test('the address of a sale opens it: lines with a way to the product, payments, change, what is to be looked at', async () => {
  const product = stocked(1, 'Doliprane 500 mg cp B/16', [{ quantity: 5 }])
  const sold = aSale(2, { flags: ['stock:negative', 'right:revoked'], records: [{ ...aSale(2).records[0]!, stockItemId: product.stockItems[0]!.id }] })
  await aDesk({ path: `/backoffice/ventes/${saleId(2)}`, products: [product], answer: (asked) => (asked.path === `/sales/${saleId(2)}` ? ok(sold) : holds(() => 3)(asked)) })
  const detail = within(await panel(/Vente n°\s2/))
  await waitFor(() => expect(detail.getByRole('link', { name: 'Doliprane 500 mg cp B/16' }).getAttribute('href')).toBe(`/backoffice/stock/${product.id}`))
  const text = plain((await panel(/Vente n°\s2/)).textContent ?? '')
  expect(text).toContain('2 × 650')
  expect(text).toContain('Total1 300 F CFA')
  expect(text).toContain('Espèces2 000')
  expect(text).toContain('Rendu−700')
  expect(text).toContain('est passé sous zéro')
  expect(text).toContain('droit qui lui avait été retiré')
})

test('« À vérifier seulement » asks for the flagged ones', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await user.click(await screen.findByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('checkbox', { name: 'À vérifier seulement' }))
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('flagged')).toBe('only'))
  expect(main().getByRole('button', { name: 'Retirer le filtre À vérifier' })).toBeTruthy()
})

test('an unknown sale says so beside the list', async () => {
  await aDesk({ path: '/backoffice/ventes/018f0000-0000-7000-8000-0000000000ff', answer: holds(() => 3) })
  expect(await screen.findByText(/Cette vente n’existe pas/)).toBeTruthy()
  expect(numbers()).toHaveLength(3)
})

test('a sale closed elsewhere comes in by itself; the row of the keyboard stays the same sale', async () => {
  let count = 3
  const { user, hint } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => count) })
  await waitFor(() => expect(numbers()).toEqual(['3', '2', '1']))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(focusedNumber()).toBe('2')
  count = 4
  hint('sales')
  await waitFor(() => expect(numbers()).toEqual(['4', '3', '2', '1']))
  expect(focusedNumber()).toBe('2')
  expect(pageText()).toContain('4 ventes')
})

test('while a hint is answered the rows stay on screen', async () => {
  const { hint, askedOf, answerWith } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  const seen: number[] = []
  const watcher = new MutationObserver(() => seen.push(document.querySelectorAll('[data-row]').length))
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
  answerWith(holds(() => 3, (n) => aSummary(n, { sellerName: 'SOGLO Koffi' })))
  hint('sales')
  await screen.findAllByText('SOGLO Koffi')
  watcher.disconnect()
  expect(askedOf('/sales')).toHaveLength(2)
  expect(Math.min(3, ...seen)).toBe(3)
})

test('the four faces: empty, filtered to nothing, failed, offline', async () => {
  let isBroken = true
  const { user, answerWith, hint, goOffline } = await aDesk({ path: '/backoffice/ventes', answer: (asked) => (asked.path === '/sales' ? (isBroken ? { status: 500, body: { message: 'internal' } } : holds(() => 0)(asked)) : undefined) })
  expect(await screen.findByText(/Les ventes n’ont pas pu être chargées/)).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Aucune vente enregistrée.')).toBeTruthy()

  await user.keyboard('f')
  await user.keyboard('zzz')
  expect(await screen.findByText(plainMatch('Aucun résultat pour « zzz »'))).toBeTruthy()
  answerWith(holds(() => 2))
  await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }))
  hint('sales')
  await waitFor(() => expect(numbers()).toEqual(['2', '1']))

  goOffline()
  expect(await screen.findByText(/Liste de \d\d:\d\d/)).toBeTruthy()
  expect(numbers()).toEqual(['2', '1'])
})

test('offline from the start, the list says that it needs the network', async () => {
  const { goOffline } = await aDesk({ path: '/backoffice/ventes', answer: (asked) => (asked.path === '/sales' ? 'nobody' : undefined) })
  goOffline()
  expect(await screen.findByText(/Les ventes demandent le réseau/)).toBeTruthy()
})

/** A text whose spaces may be ones that do not break. */
function plainMatch(text: string) {
  return (_: string, element: Element | null) => element !== null && element.children.length === 0 && plain(element.textContent ?? '').trim() === text
}
