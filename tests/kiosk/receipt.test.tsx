import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aCounter, button, goOffline, lineOf, scan } from './support/a-counter.tsx'
import { coartem, dolipraneBox, theShelf } from './support/the-shelf.ts'

/** Every ticket that went to the printer, as its paper said. */
function aPrinter(): string[] {
  const printed: string[] = []
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  return printed
}

test('a ticket is provisional while the server has not answered; printed again it is a duplicate', async () => {
  const printed = aPrinter()
  const { store, user } = await aCounter({ products: theShelf, onSale: () => 'nobody' })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  goOffline(store)
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('PROVISOIRE')
  expect(printed[0]).not.toContain('DUPLICATA')
  expect(printed[0]).toContain('Coartem 20/120 mg cp B/24')
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[1]).toContain('DUPLICATA')
})

test('a lot that expires soon is sold at its discount, by who may not set prices, and the ticket says so', async () => {
  const printed = aPrinter()
  const cheaper = { ...coartem, stockItems: coartem.stockItems.map((item) => ({ ...item, discountPercent: 20 })) }
  const { sales, user } = await aCounter({ products: [cheaper] })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  scan('3400930145449')
  await waitFor(() => expect(sales()[0]?.records[0]?.price).toBe(3_080))
  expect((await lineOf('Coartem')).textContent).toMatch(/3\u202f850 → 3\u202f080.*−20\s%\spéremption proche/)
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toMatch(/Coartem.*3\s080.*Remise 20\s%, péremption proche/)
})

test('the line of an expired lot says so on the ticket', async () => {
  const printed = aPrinter()
  const { user } = await aCounter({ products: theShelf, permissions: ['sale.sell', 'register.use', 'sale.expired'] })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  scan('3400930145449')
  scan(dolipraneBox('OLD', '261031'))
  await user.click(await button(/Ajouter quand même/))
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toMatch(/Doliprane.*Lot périmé depuis le 31\/10\/2026/)
  expect(printed[0]!.match(/périmé/g)).toHaveLength(1)
})

test('from today’s sales, a ticket is printed again as a duplicate with its number', async () => {
  const printed = aPrinter()
  const { user } = await aCounter({ products: theShelf })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await screen.findByText(/Vente n°\s1 enregistrée/)
  await user.click(screen.getByRole('link', { name: 'Ventes' }))
  await user.click(await button(/n°\s1/))
  await user.click(await button(/Réimprimer le ticket/))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('DUPLICATA')
  expect(printed[0]).toMatch(/Vente n°\s1 \(/)
  expect(printed[0]).not.toContain('PROVISOIRE')
})
