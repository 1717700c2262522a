import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aCounter, button, goOffline, scan } from './support/a-counter.tsx'
import { dolipraneBox, theShelf } from './support/the-shelf.ts'

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
