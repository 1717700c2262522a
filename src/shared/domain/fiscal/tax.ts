import { dividedProduct } from '#shared/domain/coverage/spread-pro-rata.ts'
import { minor, type Minor } from '#shared/domain/money.ts'

/**
 * The tax groups of a normalised invoice, by the letters of Bénin: A exempt, B taxed, C export, D régime d’exception, E
 * simplified (TPS), F reserved. A profile gives the code that its platform knows.
 */
export const taxGroups = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type TaxGroup = (typeof taxGroups)[number]

/** A rate in hundredths of a percent (1800 is 18 %), from a day of the pharmacy on. */
export type TaxRate = { group: TaxGroup; from: string; rate: number }

/** `nearest`: half up (Bénin). `up`: the tax is rounded up, so that base + tax is the total (Burkina Faso). */
export type TaxRounding = 'nearest' | 'up'

/** The rate of a group on a day, in hundredths of a percent; null when the country says none: nobody guesses one. */
export function rateOn(rates: readonly TaxRate[], group: TaxGroup, day: string): number | null {
  const known = rates.filter((rate) => rate.group === group && rate.from <= day)
  return known.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)?.rate ?? null
}

/**
 * Splits a total with its tax, in minor units, into base and tax, as the platform does: HT = round(TTC / 1.18). Law:
 * base + tax = total.
 */
export function splitTax(total: number, rate: number, rounding: TaxRounding): { net: Minor; tax: Minor } {
  const exact = BigInt(total) * 10_000n
  const divisor = BigInt(10_000 + rate)
  const net = rounding === 'nearest' ? Number((2n * exact + divisor) / (2n * divisor)) : Number(exact / divisor)
  return { net: minor(net), tax: minor(total - net) }
}

/** The amount of a tax on a base, in minor units, rounded half up. */
export function taxOn(base: number, rate: number): Minor {
  const { whole, remainder } = dividedProduct(base, rate, 10_000)
  return minor(remainder * 2 >= 10_000 ? whole + 1 : whole)
}

/**
 * The group of a product: the regime of the shop decides for all (a pharmacy under TPS sells everything in E), else the
 * pharmacy's own choice for the product, else its section in the country. Null: nobody knows, and nobody guesses.
 */
export function taxGroupOf({
  regime,
  chosen,
  ofSection,
}: {
  regime: TaxGroup | null
  chosen: TaxGroup | null
  ofSection: TaxGroup | null
}): TaxGroup | null {
  return regime ?? chosen ?? ofSection
}
