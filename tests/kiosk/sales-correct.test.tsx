import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accepted } from '#tests/support/a-local-sale.ts'
import { aCounter, button, goOffline, lineOf, lines, scan } from './support/a-counter.tsx'
import { aSalesServer, sold } from './support/a-sales-server.ts'
import { theShelf } from './support/the-shelf.ts'

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
