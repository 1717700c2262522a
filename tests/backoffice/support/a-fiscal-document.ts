import type { FiscalDetail, FiscalRow } from '#shared/contract/fiscal-documents.ts'
import { aSale } from './a-shop.ts'

export const fiscalId = '018f0000-0000-7000-8000-0000000000fd'
const sale = aSale(811)

/** Certified by the platform: two boxes at 650, exempt of tax. */
export function aFiscalDocument(given: Partial<FiscalDetail> = {}): FiscalDetail {
  return {
    id: fiscalId,
    number: '811',
    kind: 'sale',
    state: 'certified',
    saleId: sale.id,
    saleNumber: 811,
    soldAt: '2026-11-21T09:05:00.000Z',
    returnId: null,
    clientName: 'HOUNTONDJI Adjoa',
    client: { name: 'HOUNTONDJI Adjoa', taxId: null, contact: null, address: null },
    operator: 'DOSSOU Aurèle',
    total: 1300,
    code: 'TEST-ABCD-EFGH-IJKL-MNOP-QRST',
    nim: 'ED04000123',
    elements: {
      code: 'TEST-ABCD-EFGH-IJKL-MNOP-QRST',
      nim: 'ED04000123',
      counters: '64/64 FV',
      at: '21/11/2026 10:05:07',
      qr: 'F;ED04000123;TESTABCDEFGHIJKLMNOPQRST;3201900000017;20261121100507',
    },
    totals: {
      groups: [{ group: 'A', rate: 0, total: 1300, net: 1300, tax: 0 }],
      aib: 0,
      specificTax: 0,
      total: 1300,
    },
    lines: [{ label: 'Doliprane 500 mg cp B/16', quantity: 2, price: 650, group: 'A', rate: 0 }],
    payments: [{ means: 'cash', amount: 1300 }],
    originalCode: null,
    prints: 1,
    isSimulated: false,
    trouble: null,
    attempts: 1,
    nextAt: null,
    fields: [],
    incompleteLines: [],
    evidence: null,
    settlement: null,
    exchanges: [
      {
        at: '2026-11-21T09:05:07.000Z',
        step: 'confirm',
        method: 'PUT',
        url: 'https://sygmef.impots.bj/emcf/api/invoice/uid-1/confirm',
        status: 200,
        tookMs: 840,
        request: null,
        answer: '{"codeMECeFDGI":"TEST-ABCD-EFGH-IJKL-MNOP-QRST"}',
      },
      {
        at: '2026-11-21T09:05:06.000Z',
        step: 'draft',
        method: 'POST',
        url: 'https://sygmef.impots.bj/emcf/api/invoice/',
        status: null,
        tookMs: 15_002,
        request: '{"ifu":"3201900000017","type":"FV"}',
        answer: '',
      },
    ],
    ...given,
  }
}

/** Not certified: no elements. */
export const uncertified = {
  code: null,
  nim: null,
  elements: null,
} as const satisfies Partial<FiscalDetail>

export function aFiscalRow(given: Partial<FiscalRow> = {}): FiscalRow {
  const { id, number, kind, state, saleId, saleNumber, soldAt, clientName } = aFiscalDocument()
  const { operator, total, code, nim, trouble, attempts, nextAt } = aFiscalDocument()
  const row = { id, number, kind, state, saleId, saleNumber, soldAt, clientName, operator, total, code, nim, trouble }
  return { ...row, attempts, nextAt, ...given }
}
