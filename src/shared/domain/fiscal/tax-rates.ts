import { rateOn, type TaxGroup, type TaxRate } from '#shared/domain/fiscal/tax.ts'

const since = '2000-01-01'
const untaxed: readonly TaxRate[] = (['A', 'C', 'E', 'F'] as const).map((group) => ({ group, from: since, rate: 0 }))
const taxed = (group: TaxGroup, rate: number): TaxRate => ({ group, from: since, rate })

/** The rates that the law of a country sets, by the day from which they hold; a change of the law adds a row. */
const rates: Readonly<Record<string, readonly TaxRate[]>> = {
  BF: [...untaxed, taxed('B', 1800), taxed('D', 1000)],
  BJ: [...untaxed, taxed('B', 1800), taxed('D', 1800)],
  CD: [...untaxed, taxed('B', 1600), taxed('D', 800)],
  CI: [...untaxed, taxed('B', 1800), taxed('D', 900)],
  NE: [...untaxed, taxed('B', 1900)],
}

/** The rate of a group in a country on a day, in hundredths of a percent; null when nobody knows it. */
export function taxRateOf(country: string, group: TaxGroup, day: string): number | null {
  return rateOn(rates[country] ?? untaxed, group, day)
}
