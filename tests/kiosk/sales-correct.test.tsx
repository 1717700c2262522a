import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accepted } from '#tests/support/a-local-sale.ts'
import { aCounter, button, goOffline, lineOf, lines, scan } from './support/a-counter.tsx'
import { aDisplay } from './support/a-display.tsx'
import { aSalesServer, sold } from './support/a-sales-server.ts'
import { coartem, theShelf } from './support/the-shelf.ts'

const permissions = ['sale.sell', 'register.use', 'sale.cancel'] as const

test('a sale of another counter is corrected: everything typed is there, and ending it names what it replaces', async () => {
  const { onCall } = aSalesServer({
    sale: { ...sold, payments: [{ id: sold.payments[2]!.id, type: 'CASH', amount: sold.total, tendered: 15_000 }] },
  })
  const { user, sent, sales } = await aCounter({ products: theShelf, permissions, onCall, path: '/kiosk/ventes' })
  await user.click(await button(/n°\s811/))
  await user.dblClick(await button(/Corriger la vente/))
  await lineOf('Coartem')
  expect(sales().filter(({ replaces }) => replaces)).toHaveLength(1)
  expect(lines()).toHaveLength(3)
  expect(screen.getByText(/Remplace la vente n°\s811/)).toBeTruthy()
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    replaces: sold.id,
    total: sold.total,
    records: [{ quantity: 2, posology: '1 matin et soir' }, { quantity: 3 }],
  })
  expect(sent[0]!.id).not.toBe(sold.id)
})

test('a sale of this terminal is corrected without a network, and the same correction is found again', async () => {
  const { user, store, sales } = await aCounter({ products: theShelf, permissions })
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await screen.findByText(/Vente n°\s1 enregistrée/)
  goOffline(store)
  const correct = async () => {
    await user.click(screen.getByRole('link', { name: /^Ventes/ }))
    await user.click(await button(/n°\s1/))
    await user.click(await button(/Corriger la vente/))
    await lineOf('Coartem')
  }
  await correct()
  expect(await screen.findByText(/Remplace la vente n°\s1$/)).toBeTruthy()
  await correct()
  expect(sales().filter(({ replaces }) => replaces)).toHaveLength(1)
})

test('the last boxes of a lot, sold and corrected, are there: they come back with the sale that is replaced', async () => {
  const { onCall } = aSalesServer()
  const soldOut = theShelf.map((product) => ({
    ...product,
    stockItems: product.stockItems.map((item) => ({ ...item, quantity: 0 })),
  }))
  const { user } = await aCounter({ products: soldOut, permissions, onCall, path: '/kiosk/ventes' })
  await user.click(await button(/n°\s811/))
  await user.click(await button(/Corriger la vente/))
  await lineOf('Coartem')
  expect(lines().join()).not.toContain('stock')
  scan('3400930145449')
  await waitFor(() => expect(lines().join()).toMatch(/\d en stock seulement/))
})

test('a lot that has been empty for long is asked of the server: the line keeps its product, and can be ended', async () => {
  const { onCall } = aSalesServer({
    sale: { ...sold, payments: [{ id: sold.payments[2]!.id, type: 'CASH', amount: sold.total, tendered: 15_000 }] },
  })
  const shelf = theShelf.map((product) =>
    product.id === coartem.id
      ? { ...product, stockItems: product.stockItems.map((item) => ({ ...item, id: sold.id })) }
      : product,
  )
  const asked: unknown[] = []
  const { user, sent } = await aCounter({
    products: shelf,
    permissions,
    path: '/kiosk/ventes',
    onCall: (call) => {
      if (call.path !== '/pharmacy-products/search/by-ids') return onCall(call)
      asked.push(call.body)
      return { status: 200, body: [coartem] }
    },
  })
  await user.click(await button(/n°\s811/))
  await user.dblClick(await button(/Corriger la vente/))
  await lineOf('Coartem')
  await waitFor(() => expect(asked).toEqual([{ ids: [], stockItemIds: [coartem.stockItems[0]!.id] }]))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.records[0]!.stockItemId).toBe(coartem.stockItems[0]!.id)
})

test('a correction that was ended and waits is not begun again', async () => {
  const { user, store } = await aCounter({
    products: theShelf,
    permissions,
    onSale: (sale, body) => (sale.replaces ? 'nobody' : accepted(body)),
  })
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await screen.findByText(/Vente n°\s1 enregistrée/)
  const open = async () => {
    await user.click(screen.getByRole('link', { name: /^Ventes/ }))
    await user.click(await button(/n°\s1/))
    await user.click(await button(/Corriger la vente/))
  }
  await open()
  await lineOf('Coartem')
  goOffline(store)
  await user.click(await button(/^Terminer$/))
  await screen.findByText(/enregistrée sur ce poste/)
  await open()
  expect(await screen.findByText('Sa correction est terminée et attend d’être envoyée.')).toBeTruthy()
})

const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''
const figure = async (name: string) => plain(await screen.findByRole('status', { name }))

/** Two boxes of 3 850, paid with a note of 10 000, corrected; and the window that the customer sees. */
async function twoBoxesCorrected() {
  const counter = await aCounter({ products: theShelf, permissions })
  const { user } = counter
  for (const _ of [1, 2]) scan('3400930145449')
  await user.click(await button(/^10\s000/))
  await user.click(await button(/^Terminer$/))
  await screen.findByText(/Vente n°\s1 enregistrée/)
  await user.click(screen.getByRole('link', { name: /^Ventes/ }))
  await user.click(await button(/n°\s1/))
  await user.click(await button(/Corriger la vente/))
  await lineOf('Coartem')
  const display = await aDisplay()
  return { ...counter, display }
}

test('corrected downward, the difference is given back: on the ticket, after the sale, on the customer’s screen', async () => {
  const { user, sent, display } = await twoBoxesCorrected()
  await user.click(screen.getByRole('button', { name: /^Une de moins/ }))
  await waitFor(async () => expect(await figure('À rendre')).toContain('3 850'))
  await waitFor(() => expect(display.figure('À vous rendre')).toContain('3 850'))
  expect(display.said()).not.toContain('Votre monnaie')
  await user.click(await button(/^Terminer$/))
  await screen.findByRole('region', { name: /terminée$/ })
  expect(await figure('À rendre')).toContain('3 850')
  expect(display.figure('À vous rendre')).toContain('3 850')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.payments).toMatchObject([{ type: 'CASH', amount: 3850 }])
})

test('corrected upward, only the difference is asked for; its note has a change of its own', async () => {
  const { user, sent, display } = await twoBoxesCorrected()
  await user.click(screen.getByRole('button', { name: /^Une de plus/ }))
  await waitFor(async () => expect(await figure('À encaisser')).toContain('3 850'))
  await waitFor(() => expect(display.figure('À payer')).toContain('3 850'))
  await user.click(await button(/^5\s000 rendu/))
  await waitFor(async () => expect(await figure('À encaisser')).toContain('5 000 reçus, rendre 1 150'))
  await waitFor(() => expect(display.said()).toContain('Espèces reçues5 000Votre monnaie1 150'))
  await user.click(await button(/^Terminer$/))
  await screen.findByRole('region', { name: /terminée$/ })
  expect(await figure('À encaisser')).toMatch(/3 850.*5 000 reçus, rendre 1 150/)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.payments).toMatchObject([{ type: 'CASH', amount: 11_550 }])
})

test('on the payment screen of a correction the keypad types what is handed over now', async () => {
  const { user, sales } = await twoBoxesCorrected()
  await user.click(screen.getByRole('button', { name: /^Une de plus/ }))
  await user.click(await button(/^Encaisser$/))
  expect(await figure('À encaisser')).toContain('3 850')
  for (const digit of ['4', '000']) await user.click(screen.getByRole('button', { name: digit }))
  await waitFor(async () => expect(await figure('À encaisser')).toContain('4 000 reçus, rendre 150'))
  expect(plain(screen.getByRole('button', { name: /^Espèces.*4\s000/ }))).toContain(
    'en plus des 7 700 F CFA déjà reçus',
  )
  expect(sales().find(({ replaces }) => replaces)?.payments).toMatchObject([{ amount: 11_550, tendered: 11_700 }])
})
