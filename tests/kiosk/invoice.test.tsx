import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fiscalStates } from '#shared/contract/fiscal-documents.ts'
import { dotsPerModule } from '#shared/domain/receipt-paper.ts'
import { offer, saleInvoice, returnInvoice } from '#shared/papers/invoice.ts'
import { aFiscalDocument, certifiedElements, qrText } from '#tests/support/a-fiscal-document.ts'
import { dotsOf, readDots } from '#tests/support/printed-code.ts'
import { aCounter, button, certifying, lineOf, scan, type PlayedCall } from './support/a-counter.tsx'
import { aSalesServer, sold } from './support/a-sales-server.ts'
import { theShelf } from './support/the-shelf.ts'

/** A counter whose sheets are read as they are printed. */
async function aPrintingCounter(given: Partial<Parameters<typeof aCounter>[0]>) {
  const sheets: string[] = []
  const codes: (readonly string[])[] = []
  const reading: Promise<unknown>[] = []
  const counter = await aCounter({ products: theShelf, ...given })
  vi.stubGlobal('print', () => {
    const sheet = document.querySelector('[role=document]')!
    sheets.push((sheet.textContent ?? '').replaceAll(/\s/g, ' '))
    const drawing = sheet.querySelector('svg')
    if (drawing) reading.push(readDots(dotsOf(drawing, dotsPerModule(qrText))).then((texts) => codes.push(texts)))
  })
  return { ...counter, sheets, codes: () => Promise.all(reading).then(() => codes) }
}
const fiscalServer = (prints = { made: 0 }) => {
  const server = aSalesServer()
  const asked: PlayedCall[] = []
  const onCall = (call: PlayedCall) => {
    asked.push(call)
    if (call.path.endsWith('/prints')) return { status: 200, body: { before: prints.made++ } }
    if (call.path.endsWith('/fiscal-documents')) return { status: 200, body: [aFiscalDocument(sold)] }
    return server.onCall(call)
  }
  return { onCall, asked }
}

test('the invoice of a certified sale has every mention on A4; printed again it is a duplicate', async () => {
  const { user, sheets, codes } = await aPrintingCounter({
    known: certifying,
    path: '/kiosk/ventes',
    onCall: fiscalServer().onCall,
  })
  await user.click(await button(/n°\s811/))
  await user.click(await button(/^Facture A4$/))
  await waitFor(() => expect(sheets).toHaveLength(1))
  for (const mention of [
    'Pharmacie Camp Guézo',
    'IFU 3201900000017',
    'RCCM RB/COT/19 B 24871',
    'Facture de vente',
    'n° 811 (M3XP-7)',
    'Opérateur : DOSSOU Aurèle',
    'SOBEBRA SA',
    'IFU 3200700000018',
    'Coartem 20/120 mg cp B/24[B]23 8507 700',
    'Doliprane 1000 mg cp B/8[A]31 2503 750',
    'Total TTC11 950 F CFA',
    'onze mille neuf cent cinquante F CFA',
    '[B] TVA 18 %18 %6 5251 1757 700',
    '[A] Exonéré0 %4 25004 250',
    'Crédit : 5 725',
    'Mobile money : 3 000',
    `Code MECeF/DGI${certifiedElements.code}`,
    'MECeF NIMTS01000123',
    'MECeF Compteurs64/65 FV',
    'MECeF Heure21/11/2026 12:42:05',
    '6 articles',
  ])
    expect(sheets[0]).toContain(mention)
  expect(sheets[0]).not.toMatch(/DUPLICATA|attente|SIMULATION/)
  expect(await codes()).toEqual([[qrText]])
  await user.click(await button(/^Facture A4$/))
  await waitFor(() => expect(sheets).toHaveLength(2))
  expect(sheets[1]).toContain('DUPLICATA')
})

test('where there is no platform an invoice asks for no document and claims none', async () => {
  const { onCall, asked } = fiscalServer()
  const { user, sheets } = await aPrintingCounter({ path: '/kiosk/ventes', onCall })
  await user.click(await button(/n°\s811/))
  await user.click(await button(/^Facture A4$/))
  await waitFor(() => expect(sheets).toHaveLength(1))
  expect(sheets[0]).toContain('onze mille neuf cent cinquante F CFA')
  expect(sheets[0]).toContain('HOUNTONDJI Adjoa')
  expect(sheets[0]).not.toMatch(/MECeF|Ventilation|normalis/)
  expect(asked.some(({ path }) => path.includes('fiscal'))).toBe(false)
})

test('the invoice of the sale that just ended, beside its ticket', async () => {
  const { user, sheets } = await aPrintingCounter({})
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await user.click(await button(/^Facture A4$/))
  await waitFor(() => expect(sheets).toHaveLength(1))
  expect(sheets[0]).toContain('trois mille huit cent cinquante F CFA')
})

test.each([
  ['Imprimer un devis', 'Devis', 'Ce devis n’est pas une facture'],
  ['Imprimer une facture pro forma', 'Facture pro forma', 'n’est pas une facture normalisée'],
])('« %s » prints the open sale, says that it is not certified, and records nothing', async (gesture, title, words) => {
  const { user, sheets, sales, sent } = await aPrintingCounter({ known: certifying })
  await user.click(await button(/Autres actions/))
  expect((await screen.findByRole('menuitem', { name: new RegExp(gesture) })).hasAttribute('data-disabled')).toBe(true)
  await user.keyboard('{Escape}')
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/Autres actions/))
  await user.click(within(await screen.findByRole('menu')).getByText(gesture))
  await waitFor(() => expect(sheets).toHaveLength(1))
  for (const mention of [title, 'Document non certifié', words, 'Total TTC3 850 F CFA'])
    expect(sheets[0]).toContain(mention)
  expect(sheets[0]).not.toMatch(/MECeF|paiements/)
  expect(sales()[0]?.status).toBe('ONGOING')
  expect(sent).toEqual([])
})

const sale = { ...sold, cancellation: null }
test.each(fiscalStates.filter((state) => state !== 'certified'))('the sheet of a %s document has no code', (state) => {
  const invoice = saleInvoice(sale, {
    fiscal: aFiscalDocument(sale, state, { elements: state === 'settled' ? null : certifiedElements }),
    isReprint: false,
    cashStep: 5,
  })
  expect(invoice).toMatchObject({ title: 'Facture', document: null, client: { name: sold.patientName, taxId: null } })
  expect(invoice.marks).toEqual(state === 'settled' ? [] : ['En attente de normalisation'])
})

test('a patient whom the document does not name is named on his sheet', () => {
  const copy = { fiscal: aFiscalDocument(sale, 'certified', { client: null }), isReprint: false, cashStep: 5 }
  expect(saleInvoice(sale, copy).client).toEqual({ name: sold.patientName, taxId: null, contact: null, address: null })
})

test('the credit note of a canceled sale, and of a return, names what it undoes; a simulated one has no value', () => {
  const credit = aFiscalDocument(sale, 'certified', { kind: 'credit', originalCode: 'ABCD', isSimulated: true })
  const copy = { fiscal: credit, isReprint: true, cashStep: 5 }
  const canceled = { ...sale, cancellation: { at: '2026-11-22T09:00:00.000Z', byName: 'X', reason: 'Erreur' } }
  expect(saleInvoice(canceled, copy)).toMatchObject({
    title: 'Facture d’avoir',
    number: 'Annulation de la vente n°\u00a0811 (M3XP-7)',
    marks: ['DUPLICATA', 'SIMULATION, sans valeur fiscale'],
    remarks: ['Vente annulée, motif\u00a0: Erreur'],
    document: { originalCode: 'ABCD' },
  })
  const note = {
    number: 4,
    returnedAt: '2026-11-22T09:00:00.000Z',
    byName: 'DOSSOU Aurèle',
    reason: 'Abîmé',
    total: 1252,
    lines: [{ lineId: sale.records[1]!.id, quantity: 1, amount: 1252 }],
    refunds: [{ type: 'CASH', amount: 1250 }],
  }
  expect(returnInvoice(note, sale, { fiscal: null, isReprint: true })).toMatchObject({
    title: 'Avoir',
    number: 'n°\u00a04',
    marks: [],
    total: 1252,
    rounding: 2,
    lines: [{ label: sale.records[1]!.label, total: 1252 }],
    remarks: ['Sur la vente n°\u00a0811 (M3XP-7), motif\u00a0: Abîmé'],
  })
})

test('the credit note of a canceled sale gives back its stamp duty, less the rounding of its cash', () => {
  const [line] = sale.records
  const paid = {
    ...sale,
    records: [{ ...line!, quantity: 1, price: 1252 }],
    vouchers: [],
    payments: [{ id: line!.id, type: 'CASH' as const, amount: 1250, tendered: 1350, stampDuty: 100 }],
    cancellation: { at: '2026-11-22T09:00:00.000Z', byName: 'X', reason: 'Erreur' },
  }
  const fiscal = aFiscalDocument(sale, 'certified', { kind: 'credit', originalCode: 'ABCD' })
  expect(saleInvoice(paid, { fiscal, isReprint: false, cashStep: 5 })).toMatchObject({ stampDuty: 100, rounding: 2 })
})

test('a quotation says what the payers would take, never what was paid', () => {
  expect(offer('quote', { ...sale, number: null })).toMatchObject({
    payments: [{ label: 'Couverture', amount: 5725 }],
    total: 11_950,
    isOffer: true,
  })
})
