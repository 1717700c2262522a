import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { receiptPaper } from '#kiosk/counter/print/receipt-paper.ts'
import { capOf, setPercent } from '#kiosk/payment/payment-edits.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'
import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import { newLocalSale, openSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { receiptBlocks, type ReceiptSale } from '#shared/domain/receipt.ts'
import { offer, returnInvoice, saleInvoice } from '#shared/papers/invoice.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { aFiscalDocument } from '#tests/support/a-fiscal-document.ts'
import { aCounter, button, certifying, lineOf, lines, pharmacy, scan } from './support/a-counter.tsx'
import { aDisplay } from './support/a-display.tsx'
import { aSalesServer, sold } from './support/a-sales-server.ts'
import { port, theClients } from './support/the-clients.ts'
import { coartem, doliprane, theShelf } from './support/the-shelf.ts'

const coartemCode = '3400930145449'
const dolipraneCode = '3400935955838'
const words = (element: Element | null) => (element?.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
/** Exempt medicines, of which one is taxed at 18 %. */
const grouped: PharmacyProduct[] = theShelf.map((product) => ({
  ...product,
  taxGroup: product === doliprane ? 'B' : 'A',
}))

/** A counter of Cotonou whose port pays AIB, with a box of Coartem (3 850) on the ticket. */
async function aTicket({
  aib = 'A',
  ...given
}: Partial<Parameters<typeof aCounter>[0]> & { aib?: Aib | null | undefined } = {}) {
  const counter = await aCounter({
    products: grouped,
    known: certifying,
    clients: { ...theClients, organizations: [{ ...port, aib }] },
    ...given,
  })
  scan(coartemCode)
  await lineOf('Coartem')
  const panel = () => screen.findByRole('dialog', { name: 'Facture au nom de' })
  const forThePort = async () => {
    await counter.user.click(await button(/Autres actions/))
    await counter.user.click(await screen.findByRole('menuitem', { name: /Facture au nom de/ }))
    await counter.user.click(within(await panel()).getByRole('button', { name: new RegExp(port.name) }))
    const said = words(await panel())
    await counter.user.click(await button(/Garder et revenir/))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Facture au nom de' })).toBeNull())
    return said
  }
  const nobody = async () => {
    await counter.user.click(await button(/^Facture\s:/))
    await counter.user.click(await button(/^Facture sans nom$/))
  }
  const levied = () => counter.sales()[0]!.vouchers.map(({ label, price, levy }) => [label, price, levy])
  return { ...counter, forThePort, nobody, levied, panel }
}
const isLevied = (levied: () => unknown, amount: number) =>
  waitFor(() => expect(levied()).toEqual([['AIB 1\u202f%', amount, 'A']]))

test('the buyer’s AIB is a line of the ticket that follows the goods; without a buyer it goes', async () => {
  const { user, forThePort, nobody, levied } = await aTicket()
  expect(await forThePort()).toContain('AIB 1 % en plus du prix, d’après la fiche de l’organisme.')
  await isLevied(levied, 39)
  const line = await lineOf('AIB')
  expect(within(line).queryAllByRole('button')).toEqual([])
  expect(words(line)).toContain('39')
  expect(words(document.body)).toContain('3 889')
  await user.click(within(await lineOf('Coartem')).getByRole('button', { name: /^Augmenter|plus|\+/i }))
  await isLevied(levied, 77)
  // Neither the keys nor the count of the ticket know it.
  expect(words(document.body)).toContain('2 boîtes')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
  await waitFor(() => expect(document.querySelector('[data-open]')).not.toBeNull())
  expect(words(document.querySelector('[data-open]'))).toContain('Coartem')
  await nobody()
  await waitFor(() => expect(levied()).toEqual([]))
  expect(lines()).toHaveLength(1)
})

test('offline, in cash: the customer is told the whole, and the sale carries the line', async () => {
  const { user, sent, forThePort } = await aTicket({ onSale: () => 'nobody' })
  scan(dolipraneCode)
  await lineOf('Doliprane')
  await forThePort()
  // 3 850 exempt and 1 250 at 18 % (base 1 059): 49.
  await user.click(await button(/juste, arrondi/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    total: 5149,
    rounding: -1,
    buyer: { organizationId: port.id, aib: 'A' },
    vouchers: [{ label: 'AIB 1\u202f%', quantity: 1, price: 49, levy: 'A' }],
    payments: [{ type: 'CASH', amount: 5150 }],
  })
})

test('the regime of the pharmacy decides for all', async () => {
  const { forThePort, levied } = await aTicket({
    products: theShelf,
    known: { ...certifying, settings: { ...pharmacy.settings, taxRegime: 'E' } },
  })
  await forThePort()
  await isLevied(levied, 39)
})

test.each<[string, readonly PharmacyProduct[]]>([
  ['nobody knows', grouped.map((product) => ({ ...product, taxGroup: null }))],
  ['the list of an earlier version does not have', theShelf],
])('a group that %s: no line, and the ticket says so', async (_, products) => {
  const { forThePort, levied } = await aTicket({ products })
  await forThePort()
  expect(words(await button(/^Facture\s:/))).toContain('AIB non calculable : groupe de taxe à compléter')
  expect(levied()).toEqual([])
})

test('who owes none has no line, nor where the country knows none', async () => {
  const { forThePort, sales, levied } = await aTicket({ aib: null })
  expect(await forThePort()).not.toContain('AIB')
  expect([sales()[0]!.buyer, levied()]).toEqual([expect.not.objectContaining({ aib: 'A' }), []])
})

test('a country without AIB takes none from a record that has it', async () => {
  const fne = { ...certifying, country: { ...certifying.country, code: 'CI', fiscalPlatform: 'fne' as const } }
  const clients = { ...theClients, organizations: [{ ...port, taxId: '1234567A', aib: 'A' as const }] }
  const { forThePort, sales } = await aTicket({ known: fne, clients })
  await forThePort()
  expect(sales()[0]!.buyer).not.toHaveProperty('aib')
})

test('another name is another client: the AIB of the record is not his', async () => {
  const { user, panel, sales, forThePort, levied } = await aTicket()
  await forThePort()
  await isLevied(levied, 39)
  await user.click(await button(/^Facture\s:/))
  fireEvent.change(within(await panel()).getByRole('textbox', { name: 'Nom ou raison sociale' }), {
    target: { value: 'Port Sec' },
  })
  await user.click(await button(/Garder et revenir/))
  await waitFor(() => expect(sales()[0]?.buyer).toMatchObject({ name: 'Port Sec', organizationId: null }))
  expect(sales()[0]!.buyer).not.toHaveProperty('aib')
  expect(levied()).toEqual([])
})

test('the customer reads it on the display, and it is no product', async () => {
  const { forThePort, levied } = await aTicket()
  const display = await aDisplay()
  await forThePort()
  await isLevied(levied, 39)
  await waitFor(() => expect(display.lines()).toEqual([expect.stringContaining('Coartem'), 'AIB 1 %39']))
  expect(display.said()).toContain('Vérifiez vos produits')
})

test('a discount is of the goods alone, to the last franc', () => {
  const levied = { id: 'l', label: 'AIB', quantity: 1, price: 100, levy: 'A' as const }
  const discount = { id: 'd', type: 'DISCOUNT' as const, amount: 0 }
  const sale: LocalSale = {
    ...openSale(newLocalSale({ id: 's', identifier: 'K-1', createdAt: '2026-11-21T11:42:00.000Z' }), 'u', 'x'),
    records: [{ id: 'r', stockItemId: 's', label: 'Coartem', quantity: 1, price: 10_000 }],
    vouchers: [levied],
    payments: [discount],
  }
  const rules = { cashStep: 5, discountLimit: null }
  expect(capOf(sale, discount, rules)).toEqual({ amount: 10_000, reason: 'remainder' })
  expect(capOf(sale, discount, { discountLimit: 10 })).toEqual({ amount: 1000, reason: 'discountLimit' })
  expect(setPercent(sale, 'd', 10, rules).payments).toMatchObject([{ amount: 1000, percent: 10 }])
})

// ── papers ──
const levy = { id: 'l', label: 'AIB 1\u202f%', quantity: 1, price: 29, levy: 'A' as const }
const receipt: ReceiptSale = {
  identifier: 'K7QF-12',
  number: 811,
  soldAt: '2026-11-21T11:42:00.000Z',
  seller: { firstName: 'Aurèle', lastName: 'Dossou' },
  patient: null,
  records: [
    { id: 'r1', stockItemId: 's1', label: 'Crème solaire 50+', quantity: 2, price: 1180 },
    { id: 'r2', stockItemId: 's2', label: 'Paracétamol 500 mg B/16', quantity: 1, price: 900 },
  ],
  vouchers: [levy],
  payments: [{ id: 'p1', type: 'CASH', amount: 3290, tendered: 5000 }],
}
const paperOf = (sale: ReceiptSale, fiscal = aFiscalDocument(sale)) =>
  receiptPaper(
    receiptBlocks(sale, { ...pharmacy, ...certifying }, { cashStep: 5, isReprint: false, fiscal }),
    francCfa,
  ).flatMap((line) =>
    line.kind === 'text'
      ? [line.text.replaceAll(/\s/g, ' ')]
      : line.kind === 'pair'
        ? [`${line.left.trim()} ${line.right}`.replaceAll(/\s/g, ' ')]
        : [],
  )

test('the ticket has it between the lines and the total, which is that of the document', () => {
  const paper = paperOf(receipt)
  expect(paper.indexOf('AIB 1 % 29')).toBe(paper.findIndex((line) => line.startsWith('TOTAL')) - 1)
  expect(paper.find((line) => line.startsWith('TOTAL'))).toMatch(/^TOTAL 3 289/)
  expect(paper).toContain('3 articles')
  expect(paper).toContain('AIB 29')
  expect(paper.find((line) => line.startsWith('Total certifié'))).toMatch(/3 289/)
})

test('the sheet has it once, certified or not; an offer too, and the credit note of a return has none', () => {
  const sale = { ...receipt, sellerName: 'Aurèle Dossou', patientName: null }
  const copy = { isReprint: false, cashStep: 5 }
  for (const sheet of [
    saleInvoice(sale, { ...copy, fiscal: null }),
    saleInvoice(sale, { ...copy, fiscal: aFiscalDocument(sale) }),
    offer('quote', sale),
    offer('proforma', sale),
  ]) {
    expect([sheet.total, sheet.aib, sheet.lines.length]).toEqual([3289, { label: 'AIB 1\u202f%', amount: 29 }, 2])
    expect(sheet.lines.map(({ label }) => label)).not.toContain('AIB 1\u202f%')
  }
  const note = {
    number: 1,
    returnedAt: receipt.soldAt,
    byName: 'Aurèle',
    reason: 'Erreur',
    total: 900,
    lines: [{ lineId: 'r2', quantity: 1, amount: 900 }],
    refunds: [{ type: 'CASH', amount: 900 }],
  }
  expect(returnInvoice(note, sale, { isReprint: false, fiscal: null })).toMatchObject({
    total: 900,
    aib: { amount: 0 },
  })
})

test('a sale with AIB: its panel has the line and counts the goods, and a return does not offer it', async () => {
  const levied = { ...levy, price: 39, id: '018f0000-0000-7000-8000-00000000a1b0' }
  const server = aSalesServer({ sale: { ...sold, vouchers: [...sold.vouchers, levied] } })
  vi.stubGlobal('print', () => undefined)
  const permissions = ['sale.sell', 'register.use', 'sale.cancel'] as const
  const { user } = await aCounter({ products: [coartem], permissions, path: '/kiosk/ventes', onCall: server.onCall })
  await user.click(await button(/n°\s811/))
  const detail = () => words(screen.getByRole('complementary', { name: /Vente n°\s811/ }))
  await waitFor(() => expect(detail()).toContain('AIB 1 %39'))
  const goods = [...sold.records, ...sold.vouchers].reduce((count, { quantity }) => count + quantity, 0)
  expect(detail()).toContain(`${goods} article`)
  await user.click(await button(/Retour de lignes/))
  await screen.findByRole('group', { name: /Doliprane/ })
  expect(screen.queryByRole('group', { name: /AIB/ })).toBeNull()
})
