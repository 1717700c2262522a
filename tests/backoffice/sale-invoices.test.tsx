import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { FiscalDocumentOfSale } from '#shared/contract/fiscal-documents.ts'
import { withheldSale, type Sale } from '#shared/contract/sales.ts'
import { aFiscalDocument, certifiedElements } from '#tests/support/a-fiscal-document.ts'
import { aDesk, ok, pharmacy } from './support/a-desk.tsx'
import { aSale, saleId } from './support/a-shop.ts'

const note = {
  id: '018f0000-0000-7000-8000-0000000081a1',
  number: 3,
  returnedAt: '2026-11-21T11:00:00.000Z',
  byName: 'DOSSOU Aurèle',
  reason: 'Abîmé',
  total: 650,
  rounding: 0,
  lines: [{ lineId: aSale(1).records[0]!.id, quantity: 1, amount: 650, toStock: false }],
  refunds: [{ paymentId: aSale(1).payments[0]!.id, type: 'CASH' as const, amount: 650 }],
}
const certifying = { country: { ...pharmacy.country, fiscalPlatform: 'e-mecef' as const } }

/** The panel of a sale; every sheet that was printed. */
async function aSalePanel(
  sale: Sale,
  documents: readonly FiscalDocumentOfSale[] | null,
  given: Parameters<typeof aDesk>[0] = {},
) {
  const sheets: string[] = []
  let prints = 0
  const desk = await aDesk({
    path: `/backoffice/ventes/${saleId(1)}`,
    ...(documents ? { known: certifying } : { hasNoPlatform: true }),
    answer: ({ path }) => {
      if (path === `/sales/${saleId(1)}`) return ok(sale)
      if (path === `/sales/${saleId(1)}/fiscal-documents`) return documents ? ok(documents) : undefined
      return path.endsWith('/prints') ? ok({ before: prints++ }) : undefined
    },
    ...given,
  })
  vi.stubGlobal('print', () =>
    sheets.push((document.querySelector('[role=document]')?.textContent ?? '').replaceAll(/\s/g, ' ')),
  )
  await screen.findByRole('complementary', { name: /Vente n°\s1/ })
  return { ...desk, sheets }
}
const print = (name: string) => screen.findByRole('button', { name: new RegExp(`Imprimer sur A4.: ${name}$`) })
const isReady = async (name: string) => {
  const button = await print(name)
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
  return button
}

test('a certified sale is printed with its code, a second time as a duplicate', async () => {
  const { user, sheets } = await aSalePanel(aSale(1), [aFiscalDocument(aSale(1))])
  expect(await screen.findByText(certifiedElements.code)).toBeTruthy()
  await user.click(await isReady('Facture'))
  await waitFor(() => expect(sheets).toHaveLength(1))
  for (const mention of [
    'Facture de vente',
    'n° 1 (',
    certifiedElements.code,
    'mille trois cents F CFA',
    '[B] TVA 18 %',
  ])
    expect(sheets[0]).toContain(mention)
  expect(sheets[0]).not.toContain('DUPLICATA')
  await user.click(await isReady('Facture'))
  await waitFor(() => expect(sheets).toHaveLength(2))
  expect(sheets[1]).toContain('DUPLICATA')
})

test('a return and a cancellation have papers of their own; one that awaits its code says so', async () => {
  const sale = aSale(1, { returns: [note] })
  const { user, sheets } = await aSalePanel(sale, [
    aFiscalDocument(sale),
    aFiscalDocument(sale, 'uncertain', { id: note.id, kind: 'credit', returnId: note.id }),
  ])
  await user.click(await isReady('Avoir n°.3'))
  await waitFor(() => expect(sheets).toHaveLength(1))
  for (const mention of [
    'Avoir',
    'n° 3',
    'En attente de normalisation',
    'Sur la vente n° 1',
    'six cent cinquante F CFA',
  ])
    expect(sheets[0]).toContain(mention)
  expect(sheets[0]).not.toContain(certifiedElements.code)
  const section = within(screen.getByRole('complementary', { name: /Vente n°\s1/ }))
  expect(section.getByText('En attente de normalisation')).toBeTruthy()
})

test('the credit note of a canceled sale names the code of its invoice', async () => {
  const sale = aSale(1, {
    status: 'CANCELED',
    cancellation: { at: '2026-11-21T11:00:00.000Z', byName: 'DOSSOU Aurèle', reason: 'Erreur' },
  })
  const { user, sheets } = await aSalePanel(sale, [
    aFiscalDocument(sale),
    aFiscalDocument(sale, 'certified', { id: note.id, kind: 'credit', originalCode: 'CODE-OF-THE-SALE' }),
  ])
  await user.click(await isReady('Avoir de l’annulation'))
  await waitFor(() => expect(sheets).toHaveLength(1))
  for (const mention of ['Facture d’avoir', 'Avoir de la facture CODE-OF-THE-SALE', 'Vente annulée, motif : Erreur'])
    expect(sheets[0]).toContain(mention)
})

test('where there is no platform an invoice is printed without asking for one', async () => {
  const { user, sheets, askedOf } = await aSalePanel(aSale(1), null)
  await user.click(await isReady('Facture'))
  await waitFor(() => expect(sheets).toHaveLength(1))
  expect(sheets[0]).toContain('mille trois cents F CFA')
  expect(sheets[0]).not.toMatch(/MECeF|normalis/)
  expect(askedOf(`/sales/${saleId(1)}/fiscal-documents`)).toEqual([])
})

test('a withheld sale has no sheet', async () => {
  await aSalePanel(withheldSale(aSale(1)) as unknown as Sale, null)
  expect(screen.queryByRole('button', { name: /Imprimer sur A4/ })).toBeNull()
})

test('on request: the invoice of a sale without one is asked for once', async () => {
  const onRequest = {
    country: { ...pharmacy.country, fiscalPlatform: 'fne' as const },
    settings: { ...pharmacy.settings, fiscalInvoices: 'on-request' as const },
  }
  let documents: FiscalDocumentOfSale[] = []
  const { user, sent } = await aSalePanel(aSale(1), [], {
    known: onRequest,
    answer: ({ method, path }) => {
      if (path === `/sales/${saleId(1)}`) return ok(aSale(1))
      if (path !== `/sales/${saleId(1)}/fiscal-documents`) return undefined
      if (method === 'POST') documents = [aFiscalDocument(aSale(1), 'waiting')]
      return ok(documents)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Demander la facture normalisée' }))
  expect(await screen.findByText('En attente de normalisation')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Demander la facture normalisée' })).toBeNull()
  expect(sent(`POST /sales/${saleId(1)}/fiscal-documents`)).toHaveLength(1)
})

test('where each sale has its invoice by itself, or never, there is nothing to ask for', async () => {
  await aSalePanel(aSale(1), [], { path: `/backoffice/ventes/${saleId(1)}` })
  await isReady('Facture')
  expect(screen.queryByRole('button', { name: 'Demander la facture normalisée' })).toBeNull()
})
