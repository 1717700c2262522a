import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { encodePaper } from '#kiosk/printing/encode-paper.ts'
import { receiptPaper } from '#kiosk/counter/print/receipt-paper.ts'
import { fiscalStates, type FiscalDocumentOfSale } from '#shared/contract/fiscal-documents.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'
import type { PaperFiscal } from '#shared/domain/fiscal/paper-document.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { creditNoteBlocks, receiptBlocks, type ReceiptSale } from '#shared/domain/receipt.ts'
import { dotsPerModule, type PaperLine } from '#shared/domain/receipt-paper.ts'
import { PaperCode } from '#shared/papers/paper-code.tsx'
import { aFiscalDocument, certifiedElements, qrText } from '#tests/support/a-fiscal-document.ts'
import { dotsOf, readDots } from '#tests/support/printed-code.ts'
import { aCounter, button, certifying, goOffline, pharmacy, scan } from './support/a-counter.tsx'
import { aSalesServer, sold } from './support/a-sales-server.ts'
import { theShelf } from './support/the-shelf.ts'

const shop = { ...pharmacy, ...certifying }
/** 2 × 1 450 taxed and 1 × 1 002 exempt, less a discount of 100: 3 800 in cash, 2 of which are rounding. */
const sale: ReceiptSale = {
  identifier: 'K7QF-12',
  number: 811,
  soldAt: '2026-11-21T11:42:00.000Z',
  seller: { firstName: 'Aurèle', lastName: 'Dossou' },
  patient: null,
  records: [
    { id: 'r1', stockItemId: 's1', label: 'Crème solaire 50+', quantity: 2, price: 1450 },
    { id: 'r2', stockItemId: 's2', label: 'Paracétamol 500 mg B/16', quantity: 1, price: 1002 },
  ],
  vouchers: [],
  payments: [
    { id: 'p0', type: 'DISCOUNT', amount: 100 },
    { id: 'p1', type: 'CASH', amount: 3800, tendered: 5000 },
  ],
}
const paperOf = (fiscal: PaperFiscal, isReprint = false) =>
  receiptPaper(receiptBlocks(sale, shop, { cashStep: 5, isReprint, fiscal }), francCfa)
const wordsOf = (paper: readonly PaperLine[]) =>
  paper
    .flatMap((line) =>
      line.kind === 'text' ? [line.text] : line.kind === 'pair' ? [`${line.left.trim()} ${line.right}`] : [],
    )
    .map((line) => line.replaceAll(/\s/g, ' '))

test('the ticket of a certified sale has every mention of a normalised invoice', () => {
  const words = wordsOf(paperOf(aFiscalDocument(sale)))
  for (const mention of [
    'FACTURE DE VENTE',
    'IFU 3201900000017',
    'RCCM RB/COT/19 B 24871',
    'Vente n° 811 (K7QF-12)',
    '2 x 1 450 2 900 [B]',
    '1 x 1 002 1 002 [A]',
    'Client : SOBEBRA SA',
    'IFU 3200700000018',
    'PK 5, Cotonou',
    'Opérateur : DOSSOU Aurèle',
    '[A] Exonéré TTC 976',
    'HT 976 TVA 0',
    '[B] TVA 18 % TTC 2 826',
    'HT 2 395 TVA 431',
    'Total certifié 3 802 F CFA',
    'Espèces 3 802',
    'Code MECeF/DGI',
    certifiedElements.code,
    'MECeF NIM TS01000123',
    'MECeF Compteurs 64/65 FV',
    'MECeF Heure 21/11/2026 12:42:05',
  ])
    expect(words).toContain(mention)
  // The cash rounding stands apart.
  expect(words).toContain('Arrondi +2')
  expect(words.join()).not.toMatch(/DUPLICATA|SIMULATION|En attente/)
})

test('the code on the ticket is the text of the platform, word for word, on a page and from the printer', async () => {
  const code = paperOf(aFiscalDocument(sale)).find((line) => line.kind === 'code')
  expect(code).toEqual({ kind: 'code', digits: qrText, name: 'Code MECeF/DGI' })
  const { container } = render(<PaperCode digits={qrText} />)
  expect(await readDots(dotsOf(container.querySelector('svg')!, dotsPerModule(qrText)))).toEqual([qrText])
  const bytes = encodePaper([code!], { language: 'esc-pos', codepageMapping: 'epson', columns: 48, opensDrawer: false })
  expect(new TextDecoder('windows-1252').decode(bytes)).toContain(qrText)
})

test.each(fiscalStates.filter((state) => state !== 'certified' && state !== 'settled'))(
  'the ticket of a %s document says that it awaits, and shows no code',
  (state) => {
    // An element that came with a document that was never certified is no code either.
    const paper = paperOf(aFiscalDocument(sale, state, { elements: certifiedElements }))
    const words = wordsOf(paper)
    expect(words).toContain('En attente de normalisation')
    expect(words.join()).not.toMatch(/FACTURE|TEST-VPHD|TS01000123|\[B\]|Ventilation/)
    expect(paper.some(({ kind }) => kind === 'code')).toBe(false)
  },
)

test('a sale without a document has the ticket that it always had, also after a person settled its document', () => {
  const usual = receiptPaper(receiptBlocks(sale, shop, { cashStep: 5, isReprint: false }), francCfa)
  expect(paperOf(null)).toEqual(usual)
  expect(paperOf(aFiscalDocument(sale, 'settled'))).toEqual(usual)
  const found = wordsOf(paperOf(aFiscalDocument(sale, 'settled', { elements: { ...certifiedElements, qr: '' } })))
  expect(found).toContain(certifiedElements.code)
})

test('where there is no platform the head names no register', () => {
  const words = wordsOf(
    receiptPaper(
      receiptBlocks(sale, { ...shop, country: pharmacy.country }, { cashStep: 5, isReprint: false }),
      francCfa,
    ),
  )
  expect(words.join()).not.toContain('RCCM')
})

test('a copy is a duplicate; what a simulator certified says that it has no value, above and below', () => {
  expect(wordsOf(paperOf(aFiscalDocument(sale), true))).toContain('DUPLICATA')
  const words = wordsOf(paperOf(aFiscalDocument(sale, 'certified', { isSimulated: true })))
  expect(words.filter((word) => word === 'SIMULATION, sans valeur fiscale')).toHaveLength(2)
})

test('a credit note is an invoice of its own, and names the one that it undoes', () => {
  const note = {
    number: 4,
    returnedAt: '2026-11-22T09:00:00.000Z',
    byName: 'DOSSOU Aurèle',
    reason: 'Erreur',
    total: 1450,
    lines: [{ lineId: 'r1', quantity: 1, amount: 1450 }],
    refunds: [{ type: 'CASH', amount: 1450 }],
  }
  const credit = aFiscalDocument(sale, 'certified', { kind: 'credit', originalCode: 'ABCD-EFGH' })
  const words = wordsOf(
    receiptPaper(creditNoteBlocks(note, sale, shop, { isReprint: false, fiscal: credit }), francCfa),
  )
  for (const mention of ['FACTURE D’AVOIR', 'AVOIR n° 4', 'Avoir de la facture', 'ABCD-EFGH', '1 rendu 1 450 [B]'])
    expect(words).toContain(mention)
  expect(words).not.toContain('AVOIR')
  const awaited = wordsOf(
    receiptPaper(creditNoteBlocks(note, sale, shop, { isReprint: false, fiscal: 'awaited' }), francCfa),
  )
  expect(awaited).toEqual(expect.arrayContaining(['AVOIR', 'En attente de normalisation']))
})

/** A counter whose server certifies; every ticket, as its paper said. */
async function aCertifyingCounter(answers: readonly ((sale: NewSale) => FiscalDocumentOfSale[] | 'nobody')[]) {
  const printed: string[] = []
  const asked: string[] = []
  let prints = 0
  const counter = await aCounter({
    products: theShelf,
    known: certifying,
    onCall: ({ method, path }) => {
      if (path.endsWith('/prints')) return { status: 200, body: { before: prints++ } }
      const [, id] = /^\/sales\/(.+)\/fiscal-documents$/.exec(path) ?? []
      const ended = counter.sent.find((each) => each.id === id)
      if (method !== 'GET' || !ended) return undefined
      const body = answers[Math.min(asked.push(path), answers.length) - 1]!(ended)
      return body === 'nobody' ? body : { status: 200, body }
    },
  })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  const sell = async () => {
    scan('3400930145449')
    await counter.user.click(await button(/^5\s000/))
    await counter.user.click(await button(/^Terminer$/))
    await counter.user.click(await button(/Imprimer le ticket/))
  }
  return { ...counter, printed, asked, sell }
}

test('the ticket waits until the platform has given the code; only its second print is a duplicate', async () => {
  const { printed, asked, sell, user } = await aCertifyingCounter([
    (ended) => [aFiscalDocument(ended, 'waiting')],
    (ended) => [aFiscalDocument(ended)],
  ])
  await sell()
  await waitFor(() => expect(printed).toHaveLength(1), { timeout: 5_000 })
  expect(asked).toHaveLength(2)
  expect(printed[0]).toContain(certifiedElements.code)
  expect(printed[0]).toMatch(/Vente n°\s1 /)
  expect(printed[0]).not.toMatch(/PROVISOIRE|DUPLICATA|En attente/)
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[1]).toContain('DUPLICATA')
})

test('a ticket that waits for its code says so, and asked for again it is printed once', async () => {
  const { printed, sell, user } = await aCertifyingCounter([
    (ended) => [aFiscalDocument(ended, 'waiting')],
    (ended) => [aFiscalDocument(ended)],
  ])
  await sell()
  await screen.findByText(/attend le code de la facture/)
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printed).toHaveLength(1), { timeout: 5_000 })
  await waitFor(() => expect(screen.queryByText(/attend le code de la facture/)).toBeNull())
  expect(printed).toHaveLength(1)
  expect(printed[0]).toContain(certifiedElements.code)
})

test('a refused document holds no ticket up, and its ticket has no code', async () => {
  const { printed, asked, sell } = await aCertifyingCounter([(ended) => [aFiscalDocument(ended, 'rejected')]])
  await sell()
  await waitFor(() => expect(printed).toHaveLength(1), { timeout: 5_000 })
  expect(asked).toHaveLength(1)
  expect(printed[0]).toContain('En attente de normalisation')
  expect(printed[0]).not.toContain('MECeF')
})

test('without a network the ticket awaits its code; a sale without a document prints as ever', async () => {
  const { printed, store, sell } = await aCertifyingCounter([() => []])
  await sell()
  await waitFor(() => expect(printed).toHaveLength(1), { timeout: 5_000 })
  expect(printed[0]).not.toContain('normalisation')
  goOffline(store)
  await sell()
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[1]).toContain('En attente de normalisation')
})

test('a sale of a pharmacy without a token awaits its code, and its ticket waits for nothing', async () => {
  const printed: string[] = []
  const { user } = await aCounter({ products: theShelf, known: { ...certifying, fiscalTokenSetAt: null } })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('En attente de normalisation')
})

test('after a customer waited in vain the next one waits less, until a code comes', async () => {
  const now = vi.spyOn(performance, 'now')
  const { printed, sell } = await aCertifyingCounter([
    // The hour of the wait has passed when the answer comes.
    (ended) => {
      now.mockReturnValue(performance.now() + 9_000)
      return [aFiscalDocument(ended, 'waiting')]
    },
    (ended) => {
      now.mockReturnValue(performance.now() + 2_000)
      return [aFiscalDocument(ended, 'waiting')]
    },
  ])
  await sell()
  await waitFor(() => expect(printed).toHaveLength(1), { timeout: 5_000 })
  await sell()
  await waitFor(() => expect(printed).toHaveLength(2), { timeout: 5_000 })
  expect(printed[1]).toContain('En attente de normalisation')
  now.mockRestore()
})

test('a credit note is printed with the code of its own document', async () => {
  const printed: string[] = []
  const returned = {
    id: '018f0000-0000-7000-8000-0000000081a1',
    number: 3,
    returnedAt: '2026-11-21T11:00:00.000Z',
    byName: 'DOSSOU Aurèle',
    reason: 'Erreur',
    total: 500,
    rounding: 0,
    lines: [{ lineId: sold.vouchers[0]!.id, quantity: 1, amount: 500, toStock: false }],
    refunds: [{ paymentId: sold.payments[2]!.id, type: 'CASH' as const, amount: 500 }],
  }
  const server = aSalesServer({ sale: { ...sold, returns: [returned] } })
  const credit = aFiscalDocument(sold, 'certified', {
    id: '018f0000-0000-7000-8000-00000000f002',
    kind: 'credit',
    returnId: returned.id,
    originalCode: certifiedElements.code,
    elements: { ...certifiedElements, code: 'TEST-CRED-ITXX-GQKJ-ZHK4-GEYL' },
  })
  const { user } = await aCounter({
    products: theShelf,
    known: certifying,
    path: '/kiosk/ventes',
    onCall: (call) => {
      if (call.path.endsWith('/prints')) return { status: 200, body: { before: 0 } }
      if (call.path.endsWith('/fiscal-documents')) return { status: 200, body: [aFiscalDocument(sold), credit] }
      return server.onCall(call)
    },
  })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  await user.click(await button(/n°\s811/))
  await user.click(await button(/Réimprimer l’avoir n°\s3/))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('FACTURE D’AVOIR')
  expect(printed[0]).toContain('TEST-CRED-ITXX-GQKJ-ZHK4-GEYL')
  expect(printed[0]).toContain(`Avoir de la facture${certifiedElements.code}`)
  expect(printed[0]).not.toContain('DUPLICATA')
})

/** A counter with one sale of an hour ago; `answers`: the documents of the sale, from one question to the next. */
async function anUndoingCounter(
  answers: readonly ((server: ReturnType<typeof aSalesServer>) => FiscalDocumentOfSale[])[],
) {
  const printed: string[] = []
  const server = aSalesServer()
  let asked = 0
  const { user } = await aCounter({
    products: theShelf,
    known: certifying,
    permissions: defaultRoles.pharmacien,
    path: '/kiosk/ventes',
    onCall: (call) => {
      if (call.path.endsWith('/prints')) return { status: 200, body: { before: 0 } }
      if (call.path.endsWith('/fiscal-documents'))
        return { status: 200, body: answers[Math.min((asked += 1), answers.length) - 1]!(server) }
      return server.onCall(call)
    },
  })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  await user.click(await button(/n°\s811/))
  return { printed, user, asked: () => asked }
}
const enabled = async (name: RegExp) => {
  const found = await button(name)
  await waitFor(() => expect((found as HTMLButtonElement).disabled).toBe(false))
  return found
}
const creditId = '018f0000-0000-7000-8000-00000000f003'
const aCreditNote = (state: 'waiting' | 'certified', returnId: string | null) =>
  aFiscalDocument(sold, state, {
    id: creditId,
    kind: 'credit',
    returnId,
    ...(state === 'certified' ? { elements: { ...certifiedElements, code: 'TEST-CRED-ITXX-GQKJ-ZHK4-GEYL' } } : {}),
  })

test('the ticket of a cancellation waits for the code of its credit note, and says so meanwhile', async () => {
  const { printed, user, asked } = await anUndoingCounter([
    () => [aFiscalDocument(sold), aCreditNote('waiting', null)],
    () => [aFiscalDocument(sold), aCreditNote('certified', null)],
  ])
  await user.click(await enabled(/^Annuler la vente$/))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('radio', { name: 'Erreur de saisie' }))
  await user.click(dialog.getByRole('button', { name: 'Annuler la vente' }))
  await user.click(await button(/Imprimer le ticket annulé/))
  await screen.findByText(/attend le code de la facture/)
  await waitFor(() => expect(printed).toHaveLength(1), { timeout: 5_000 })
  expect(asked()).toBeGreaterThan(1)
  expect(printed[0]).toContain('ANNULÉE')
  expect(printed[0]).toContain('FACTURE D’AVOIR')
  expect(printed[0]).toContain('TEST-CRED-ITXX-GQKJ-ZHK4-GEYL')
  expect(printed[0]).not.toMatch(/En attente|DUPLICATA/)
})

test('the paper of a return waits as well; printed again while its credit note waits it says so', async () => {
  const returnOf = (server: ReturnType<typeof aSalesServer>) => server.current().returns[0]?.id ?? null
  const { printed, user } = await anUndoingCounter([
    (server) => [aFiscalDocument(sold), aCreditNote('waiting', returnOf(server))],
  ])
  const now = vi.spyOn(performance, 'now')
  await user.click(await enabled(/^Retour de lignes$/))
  const line = within(await screen.findByRole('group', { name: /Prise de tension/ }))
  await user.click(line.getByRole('button', { name: /Une de plus/ }))
  await user.click(screen.getByRole('radio', { name: 'Erreur de produit' }))
  await user.click(await button(/^Reprendre ces lignes$/))
  await user.click(await button(/^Imprimer l’avoir$/))
  await screen.findByText(/attend le code de la facture/)
  expect(printed).toHaveLength(0)
  now.mockReturnValue(performance.now() + 9_000)
  await waitFor(() => expect(printed).toHaveLength(1), { timeout: 5_000 })
  now.mockRestore()
  await user.click(await button(/^Imprimer l’avoir$/))
  await waitFor(() => expect(printed).toHaveLength(2))
  for (const paper of printed) expect(paper).toContain('En attente de normalisation')
})

test('on request: only a sale whose customer asks for an invoice awaits a code', async () => {
  const printed: string[] = []
  const { user, sent, store } = await aCounter({
    products: theShelf,
    known: {
      ...certifying,
      country: { ...certifying.country, fiscalPlatform: 'fne' },
      settings: { ...pharmacy.settings, fiscalInvoices: 'on-request' },
    },
    onCall: ({ path }) => (path.endsWith('/fiscal-documents') ? { status: 200, body: [] } : undefined),
  })
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  goOffline(store)
  const sell = async () => {
    await user.click(await button(/^5\s000/))
    await user.click(await button(/^Terminer$/))
    await user.click(await button(/Imprimer le ticket/))
  }
  scan('3400930145449')
  await sell()
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).not.toContain('normalisation')

  scan('3400930145449')
  await user.click(await button(/^Encaisser$/))
  await user.click(await screen.findByRole('checkbox', { name: 'Facture normalisée' }))
  await user.keyboard('{Escape}')
  expect(await screen.findByText(/· facture normalisée/)).toBeTruthy()
  await sell()
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[1]).toContain('En attente de normalisation')
  await waitFor(() => expect(sent.map(({ isInvoiced }) => isInvoiced)).toEqual([undefined, true]))
})

test('where each sale has its invoice, nobody is asked', async () => {
  const { user } = await aCounter({ products: theShelf, known: certifying })
  scan('3400930145449')
  await user.click(await button(/^Encaisser$/))
  expect(await button(/Terminer la vente/)).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Facture normalisée' })).toBeNull()
})
