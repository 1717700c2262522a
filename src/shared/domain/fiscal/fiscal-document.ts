import { splitTax, taxGroups, taxOn, type TaxGroup, type TaxRounding } from '#shared/domain/fiscal/tax.ts'
import { minor, roundHalfUp, sum, type Minor } from '#shared/domain/money.ts'

/** How a fiscal platform groups what pays. `credit`: a payer, or a client who owes. */
export const fiscalMeans = ['cash', 'transfer', 'card', 'mobile', 'cheque', 'credit', 'other'] as const
export type FiscalMeans = (typeof fiscalMeans)[number]

/** A line, at the price that the customer pays, with tax, in minor units. */
export type FiscalLine = {
  /** The line of the sale that it is a part of. */
  lineId: string
  label: string
  /** Up to three decimals. */
  quantity: number
  price: number
  group: TaxGroup
  /** In hundredths of a percent, as it was on the day of the document. */
  rate: number
  /** The price before the discount, and why it is lower. */
  originalPrice?: number
  priceModification?: string
  /** A specific tax of the whole line, without value-added tax. */
  specificTax?: number
}

export type FiscalClient = {
  name: string | null
  /** Digits as the client gave them; the platform checks them. */
  taxId: string | null
  contact: string | null
  address: string | null
}

/** Withheld on account of the income tax of the client: A is 1 %, B is 5 %. */
export const aibs = ['A', 'B'] as const
export type Aib = (typeof aibs)[number]
export const aibRates: Readonly<Record<Aib, number>> = { A: 100, B: 500 }

/**
 * What is certified, frozen with the sale or the return that it is about. Everything that a platform is told, in our own
 * terms: a profile says how it is told.
 */
export type FiscalDocument = {
  kind: 'sale' | 'credit'
  /** Goods that leave the country. */
  isExport: boolean
  lines: readonly FiscalLine[]
  payments: readonly { means: FiscalMeans; amount: number }[]
  client: FiscalClient | null
  /** Who sold. */
  operator: string
  aib: Aib | null
  /** What the customer paid above the total, in minor units; absent: nothing. */
  stampDuty?: number
}

/** The sums of one tax group, in minor units. Law: net + tax = total. */
export type GroupTotal = { group: TaxGroup; rate: number; total: Minor; net: Minor; tax: Minor }
export type FiscalTotals = { groups: GroupTotal[]; aib: Minor; specificTax: Minor; total: Minor }

/** The amount of a line with its tax, in minor units, without its specific tax. */
export function fiscalLineTotal({ price, quantity }: Pick<FiscalLine, 'price' | 'quantity'>): Minor {
  return roundHalfUp((price * Math.round(quantity * 1000)) / 1000)
}

/**
 * The sums of a document as the platform computes them, in minor units (20 homologation invoices of the tax office of
 * Bénin). A specific tax bears the tax of its group; AIB is taken on the bases of all groups and added. Laws: Σ groups +
 * AIB = total; a group's base + tax is its total.
 */
export function fiscalTotals(
  { lines, aib }: Pick<FiscalDocument, 'lines' | 'aib'>,
  rounding: TaxRounding,
): FiscalTotals {
  const groups = taxGroups.flatMap((group): GroupTotal[] => {
    const ofGroup = lines.filter((line) => line.group === group)
    const rate = ofGroup[0]?.rate
    if (rate === undefined) return []
    const specific = sum(ofGroup.map(({ specificTax = 0 }) => specificTax))
    const total = minor(sum(ofGroup.map(fiscalLineTotal)) + specific + taxOn(specific, rate))
    return [{ group, rate, total, ...splitTax(total, rate, rounding) }]
  })
  const withheld = aib === null ? minor(0) : taxOn(sum(groups.map(({ net }) => net)), aibRates[aib])
  return {
    groups,
    aib: withheld,
    specificTax: sum(lines.map(({ specificTax = 0 }) => specificTax)),
    total: minor(sum(groups.map(({ total }) => total)) + withheld),
  }
}
