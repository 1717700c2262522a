import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { receiptBytes } from '#kiosk/receipt/receipt-bytes.ts'
import { receiptLines } from '#kiosk/receipt/receipt-lines.ts'
import { receiptBlocks, type ReceiptSale } from '#shared/domain/receipt.ts'
import { francCfa } from '#shared/ui/money-format.ts'
import { aCounter, button, goOffline, pharmacy, scan } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const sold: ReceiptSale = {
  identifier: 'K7QF-12', number: null, soldAt: '2026-11-21T11:42:00.000Z', seller: { firstName: 'Aurèle', lastName: 'Dossou' }, patient: null,
  records: [{ id: 'r1', stockItemId: 's1', label: 'Amoxicilline 500 mg gélules à avaler, étui très long B/12', quantity: 2, price: 1450 }],
  vouchers: [], payments: [{ id: 'p1', type: 'CASH', amount: 2900, tendered: 5000 }],
}
const linesOf = (sale: ReceiptSale, isReprint = false) => receiptLines(receiptBlocks(sale, pharmacy, { cashStep: 5, isReprint }), francCfa)

/** What paper shows: the bytes in code page 1252 without the commands (reset, and those of one letter and one byte). */
function paper(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  return ['\u001b', '\u001c', '\u001d'].reduce((rest, lead) => rest.replaceAll(lead, '␛'), text).replaceAll(/␛(@|\.|[A-Za-z!][^])/g, '')
}

/** Every ticket that went to the printer, as its paper said. */
function aPrinter(): string[] {
  const printed: string[] = []
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  return printed
}

test('the printer’s bytes begin with its reset, end with the cut and carry French accents in code page 1252', () => {
  const bytes = receiptBytes(linesOf(sold))
  expect(Array.from(bytes.slice(0, 2))).toEqual([0x1b, 0x40])
  // ESC t 16: Western Europe.
  expect(bytes.join()).toContain([0x1b, 0x74, 16].join())
  const text = paper(bytes)
  for (const words of ['Pharmacie Camp Guézo', 'Tél. +229', 'PROVISOIRE', 'Vente K7QF-12', 'Vendeur : DOSSOU A.', 'étui très']) expect(text).toContain(words)
  // GS V 1: the cut, with the last line end behind it.
  expect(Array.from(bytes.slice(-5, -2))).toEqual([0x1d, 0x56, 1])
})

test('figures stand at the right margin, with a plain space in thousands', () => {
  const text = paper(receiptBytes(linesOf(sold)))
  expect(text).toContain(`  2 x 1 450${' '.repeat(48 - 11 - 5)}2 900`)
  expect(text).toContain(`Rendu${' '.repeat(48 - 5 - 5)}2 100`)
  expect(text).not.toMatch(/[\u00a0\u202f?]/)
})

test('no line is wider than the paper', () => {
  const rows = paper(receiptBytes(linesOf(sold))).split(/[\n\r]+/)
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) expect(row.length, row).toBeLessThanOrEqual(48)
})

test('accepted, the ticket bears the number and no longer says « provisoire »', () => {
  const text = paper(receiptBytes(linesOf({ ...sold, number: 5856 })))
  expect(text).toContain('Vente n° 5856 (K7QF-12)')
  expect(text).not.toContain('PROVISOIRE')
})

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
