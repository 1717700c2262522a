import type { FiscalDocumentOfSale } from '#shared/contract/fiscal-documents.ts'
import { aibIn } from '#shared/domain/fiscal/aib.ts'
import { documentOfSale, type DocumentFacts } from '#shared/domain/fiscal/document-of-sale.ts'
import { fiscalTotals } from '#shared/domain/fiscal/fiscal-document.ts'
import type { SaleContent } from '#shared/domain/sale.ts'

export const qrText = 'F;TS01000123;TESTVPHDJWZWGQKJZHK4GEYL;3201900000017;20261121114205'
export const certifiedElements = {
  code: 'TEST-VPHD-JWZW-GQKJ-ZHK4-GEYL',
  nim: 'TS01000123',
  counters: '64/65 FV',
  at: '21/11/2026 12:42:05',
  qr: qrText,
}

/** The document of a sale, built and summed as the server does. The first line is taxed at 18 %, the others are exempt. */
export function aFiscalDocument(
  sale: SaleContent,
  state: FiscalDocumentOfSale['state'] = 'certified',
  rest: Partial<FiscalDocumentOfSale> = {},
): FiscalDocumentOfSale {
  const taxed = [...sale.records, ...sale.vouchers][0]?.id
  const facts: DocumentFacts = {
    taxOf: (id) => (id === taxed ? { group: 'B', rate: 1800 } : { group: 'A', rate: 0 }),
    client: { name: 'SOBEBRA SA', taxId: '3200700000018', contact: '+229 0121330000', address: 'PK 5, Cotonou' },
    operator: 'DOSSOU Aurèle',
    aib: aibIn(sale),
    rounding: 'nearest',
  }
  const built = documentOfSale(sale, facts)
  if (built.kind !== 'complete') throw new Error('no document')
  const { lines, payments, client, operator } = built.document
  return {
    id: '018f0000-0000-7000-8000-00000000f001',
    kind: 'sale',
    state,
    returnId: null,
    elements: state === 'certified' ? certifiedElements : null,
    totals: fiscalTotals(built.document, 'nearest'),
    lines: lines.map(({ label, quantity, price, group, rate, originalPrice }) => ({
      label,
      quantity,
      price,
      group,
      rate,
      ...(originalPrice === undefined ? {} : { originalPrice }),
    })),
    payments: [...payments],
    client,
    operator,
    originalCode: null,
    prints: 0,
    isSimulated: false,
    ...rest,
  }
}
