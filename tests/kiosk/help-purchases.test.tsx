import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { localPurchases } from '#kiosk/help/local-purchases.ts'
import { leftBeside, resumedLines } from '#kiosk/help/resume-purchases.ts'
import { editSaleAtom } from '#kiosk/counter/sale/edit-sale.ts'
import type { Purchase } from '#shared/contract/persons.ts'
import { setPatient } from '#shared/domain/sale-lines.ts'
import { queuedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { aCounter, button, goOffline, lineOf, lines, scan } from './support/a-counter.tsx'
import { aurele, theClients } from './support/the-clients.ts'
import { coartem, doliprane, maalox, theShelf } from './support/the-shelf.ts'

const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ') ?? ''
const panel = () => screen.findByRole('dialog', { name: /Derniers achats/ })
const bought = (product: { id: string; label: string }, given: Partial<Purchase> = {}): Purchase => ({
  pharmacyProductId: product.id,
  label: product.label,
  quantity: 1,
  price: 900,
  soldAt: '2026-10-03T09:00:00.000Z',
  saleId: '018f0000-0000-7000-8000-0000000000d1',
  saleNumber: 41,
  posology: null,
  times: 1,
  ...given,
})

/** A sale to Aurèle; the pharmacy answers with these purchases, or nobody does. */
async function aSaleToAurele(purchases: readonly Purchase[] | 'nobody') {
  const counter = await aCounter({ products: theShelf, clients: theClients })
  const edge = globalThis.fetch
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    if (!new Request(input, init).url.endsWith(`/persons/${aurele.id}/purchases`)) return edge(input, init)
    return purchases === 'nobody'
      ? Promise.reject(new TypeError('fetch failed'))
      : Promise.resolve(new Response(JSON.stringify(purchases), { headers: { 'content-type': 'application/json' } }))
  })
  await waitFor(() => expect(counter.sales()).toHaveLength(1))
  await counter.store.set(editSaleAtom, counter.sales()[0]!.id, (sale) =>
    setPatient(sale, { id: aurele.id, firstName: aurele.firstName, lastName: aurele.lastName }),
  )
  await screen.findByRole('group', { name: 'Patient' })
  return counter
}

test('several are taken up at once: today’s price, the lots that go out first, the posology of then; tapped twice, once', async () => {
  const { user, sales } = await aSaleToAurele([
    bought(doliprane, { quantity: 3, posology: '1 cp le soir', times: 2 }),
    bought(coartem),
  ])
  await user.click(await button(/^Derniers achats d/))
  expect(plain((await panel()).textContent)).toMatch(/03\/10\/2026 · 3 boîtes · acheté 2 fois1 cp le soir1 250/)
  await user.click(await screen.findByRole('checkbox', { name: doliprane.label }))
  await user.click(screen.getByRole('checkbox', { name: coartem.label }))
  await user.dblClick(await button(/Reprendre 2\sproduits/))
  await lineOf('Coartem')
  // Two of the lot that expires first, one of the next.
  const [far, near] = doliprane.stockItems
  expect(sales()[0]?.records).toMatchObject([
    { stockItemId: near!.id, quantity: 2, price: 1250, posology: '1 cp le soir' },
    { stockItemId: far!.id, quantity: 1, posology: '1 cp le soir' },
    { stockItemId: coartem.stockItems[0]!.id, quantity: 1, price: 3850 },
  ])
})

test('by keys alone: Ctrl H, Entrée takes the first up', async () => {
  const { user } = await aSaleToAurele([bought(coartem)])
  await user.keyboard('{Control>}h{/Control}')
  const first = await screen.findByRole('checkbox', { name: coartem.label })
  first.focus()
  await user.keyboard('{Enter}')
  await lineOf('Coartem')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is sold out cannot be taken up: its equivalents, or a missed sale', async () => {
  const { user, store } = await aSaleToAurele([bought(maalox)])
  await user.click(await button(/^Derniers achats d/))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: maalox.label })).disabled).toBe(true)
  expect((await panel()).textContent).toContain('Rupture')
  await user.click(within(await panel()).getByRole('button', { name: /Équivalents/ }))
  await screen.findByRole('region', { name: /Équivalents de Maalox/ })
  await user.click(await button(/^Derniers achats d/))
  await user.click(await within(await panel()).findByRole('button', { name: /Noter la demande/ }))
  await user.click(await button(/^Absent$/))
  await waitFor(() => expect(store.get(queuedNotesAtom)).toMatchObject([{ missed: { pharmacyProductId: maalox.id } }]))
  expect(lines()).toEqual([])
})

test('without a network: what this terminal sold him, and said so', async () => {
  const { user, store, sales, sent } = await aSaleToAurele('nobody')
  goOffline(store)
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByRole('region', { name: /terminée/ })
  const open = await waitFor(() => sales().find(({ status }) => status === 'ONGOING')!)
  await store.set(editSaleAtom, open.id, (sale) =>
    setPatient(sale, { id: aurele.id, firstName: aurele.firstName, lastName: aurele.lastName }),
  )
  await user.click(await button(/^Derniers achats d/))
  await screen.findByText(/Seulement les ventes de ce poste/)
  await screen.findByRole('checkbox', { name: coartem.label })
})

test('from his card: a sale to him, with what was chosen', async () => {
  const { user, sales } = await aCounter({
    products: theShelf,
    clients: theClients,
    path: `/kiosk/clients?fiche=${aurele.id}`,
  })
  const edge = globalThis.fetch
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) =>
    new Request(input, init).url.includes('/purchases')
      ? Promise.resolve(
          new Response(JSON.stringify([bought(coartem)]), { headers: { 'content-type': 'application/json' } }),
        )
      : edge(input, init),
  )
  await user.click(await button(/^Derniers achats$/))
  await user.keyboard('{Escape}')
  // The card stands: Échap was the panel's.
  await user.click(await button(/^Derniers achats$/))
  await user.click(await screen.findByRole('checkbox', { name: coartem.label }))
  await user.click(await button(/Reprendre 1\sproduit$/))
  await lineOf('Coartem')
  expect(sales()[0]).toMatchObject({ patient: { id: aurele.id }, records: [{ quantity: 1 }] })
})

test('more than is there goes on the last lot; what stands on the ticket is counted; nothing to sell, nothing', () => {
  const facts = { today: '2026-11-21', cashStep: 5, leftOf: ({ quantity }: { quantity: number }) => quantity }
  expect(
    resumedLines(doliprane, bought(doliprane, { quantity: 20 }), facts)
      .map(({ quantity }) => quantity)
      .toSorted((a, b) => a - b)
      .reduce((sum, each) => sum + each),
  ).toBe(20)
  const near = doliprane.stockItems[1]!
  const beside = leftBeside(
    { records: [{ id: 'r', stockItemId: near.id, label: 'x', quantity: 2, price: 1 }] },
    facts.leftOf,
  )
  expect(resumedLines(doliprane, bought(doliprane), { ...facts, leftOf: beside })).toMatchObject([
    { item: { lot: 'FAR' }, quantity: 1 },
  ])
  expect(resumedLines({ ...maalox, stockItems: [] }, bought(maalox), facts)).toEqual([])
})

test('tablets are taken up as tablets, out of the box that goes first', () => {
  const box = { ...coartem, stockItems: [{ ...coartem.stockItems[0]!, units: 24 }] }
  const facts = { today: '2026-11-21', cashStep: 5, leftOf: ({ quantity }: { quantity: number }) => quantity }
  expect(
    resumedLines(box, bought(coartem, { label: `${coartem.label}, à l’unité`, quantity: 6 }), facts),
  ).toMatchObject([{ item: { units: 1, salePrice: 165 }, quantity: 6 }])
})

test('of several sales the last of each product, and how often', () => {
  const record = (stockItemId: string, quantity: number, posology: string | null = null) => ({
    id: `${stockItemId}${quantity}`,
    stockItemId,
    label: stockItemId,
    quantity,
    price: 100,
    posology,
  })
  const found = localPurchases(
    [
      { id: 's1', number: 1, soldAt: '2026-11-01', records: [record('a', 1), record('gone', 1)] },
      { id: 's2', number: 0, soldAt: '2026-11-02', records: [record('a', 2, 'le soir'), record('a', 3)] },
    ],
    ({ stockItemId }) => (stockItemId === 'gone' ? undefined : stockItemId),
  )
  expect(found).toEqual([
    {
      pharmacyProductId: 'a',
      label: 'a',
      quantity: 5,
      price: 100,
      soldAt: '2026-11-02',
      saleId: 's2',
      saleNumber: 0,
      posology: 'le soir',
      times: 2,
    },
  ])
})
