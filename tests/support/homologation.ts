import {
  type Aib,
  type FiscalClient,
  type FiscalDocument,
  type FiscalLine,
  fiscalTotals,
} from '#shared/domain/fiscal/fiscal-document.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'

/** An invoice that the tax office of Bénin asks of a software, with the total that its test platform answered. */
export type Homologated = {
  number: number
  document: FiscalDocument
  /** The number of the invoice that a credit note is of. */
  of: number | null
  total: number
}

const prices: Readonly<Partial<Record<TaxGroup, number>>> = { A: 600, B: 1800, C: 2500, D: 1200, E: 900 }
const client: FiscalClient = { name: 'Société Alpha', taxId: '3201900000017', contact: null, address: null }

/** The day of the run. */
const day = '2026-08-27'

type Line = readonly [quantity: number, group: TaxGroup, specificTax?: number]

function invoice(
  number: number,
  type: 'FV' | 'FA' | 'EV' | 'EA',
  total: number,
  lines: readonly Line[],
  { aib = null, to = null, of = null }: { aib?: Aib | null; to?: FiscalClient | null; of?: number | null } = {},
): Homologated {
  const document: FiscalDocument = {
    kind: type.endsWith('V') ? 'sale' : 'credit',
    isExport: type.startsWith('E'),
    lines: lines.map(([quantity, group, specificTax], place): FiscalLine => ({
      lineId: `${number}-${place}`,
      label: `Article ${group}`,
      quantity,
      price: prices[group]!,
      group,
      rate: taxRateOf('BJ', group, day)!,
      ...(specificTax ? { specificTax } : {}),
    })),
    payments: [{ means: 'cash', amount: total }],
    client: to,
    operator: 'Aurèle',
    aib,
  }
  return { number, document, of, total }
}

/** The lines of the third invoice, used by several. */
const third: readonly Line[] = [
  [2, 'A'],
  [3, 'B'],
]

/**
 * The twenty invoices by which the tax office of Bénin judges a software (a run of 27/08/2026 on its test platform). The
 * tax on overnight stays of invoice 11 is not part of a total and no pharmacy needs it: it is left out.
 */
export const homologation: readonly Homologated[] = [
  invoice(1, 'FV', 600, [[1, 'A']]),
  invoice(2, 'FV', 1800, [[1, 'B']]),
  invoice(3, 'FV', 6600, third),
  invoice(4, 'FV', 7350, [
    [2.5, 'A'],
    [3.25, 'B'],
  ]),
  invoice(5, 'FV', 6600, third, { to: client }),
  invoice(6, 'FA', 6600, third, { to: client, of: 5 }),
  invoice(7, 'FV', 5990, [[3, 'B', 500]], { to: client }),
  invoice(8, 'FV', 6889, third, { aib: 'B' }),
  invoice(9, 'FV', 6658, third, { aib: 'A', to: client }),
  invoice(
    10,
    'FV',
    7504,
    [
      [2, 'A'],
      [3, 'B', 500],
    ],
    { aib: 'B' },
  ),
  invoice(11, 'FV', 3600, [[2, 'B']], { to: client }),
  invoice(12, 'FV', 2400, [[2, 'D']]),
  invoice(13, 'FV', 2990, [[2, 'D', 500]]),
  invoice(14, 'FV', 1800, [[2, 'E']]),
  invoice(15, 'FV', 2100, [[2, 'E', 300]]),
  invoice(16, 'EV', 5000, [[2, 'C']]),
  invoice(17, 'EV', 8700, [
    [2, 'A'],
    [3, 'C'],
  ]),
  invoice(18, 'EA', 5000, [[2, 'C']], { of: 16 }),
  invoice(19, 'EV', 1800, [[2, 'E']]),
  invoice(20, 'EA', 1800, [[2, 'E']], { of: 19 }),
]

/** The same invoices with the rates of another country: its totals differ where a tax is added to a price. */
export function homologationIn(country: string): Homologated[] {
  return homologation.map((invoiced) => {
    const lines = invoiced.document.lines.map((line) => ({ ...line, rate: taxRateOf(country, line.group, day)! }))
    const { total } = fiscalTotals({ ...invoiced.document, lines }, 'nearest')
    return {
      ...invoiced,
      total,
      document: { ...invoiced.document, lines, payments: [{ means: 'cash', amount: total }] },
    }
  })
}
