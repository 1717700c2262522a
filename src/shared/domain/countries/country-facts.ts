import { countryData, currencies, type CurrencyData, worldCurrencies } from '#shared/domain/countries/country-data.ts'

/** What a country sets for its pharmacies, as it starts; amounts in minor units. */
type CountryStart = {
  code: string
  name: string
  locale: string
  currency: { code: string; symbol: string; decimals: number }
  cashRoundingStep: number
  denominations: number[]
  phoneOperators: string[]
}

const names = new Intl.DisplayNames('fr', { type: 'region' })
const unknownNumbers = { taxId: { name: 'N° fiscal' }, tradeRegister: 'Registre du commerce' }

/** The codes of all countries that a pharmacy may be in; those with data of their own first. */
export const countryCodes: readonly string[] = [...Object.keys(countryData), ...worldCurrencies.keys()]

/** The countries of the two CFA francs. */
export const francZone: readonly string[] = Object.keys(countryData).filter((code) =>
  ['XOF', 'XAF'].includes(countryData[code]!.currency),
)

/** The French name of a country; its code when nobody knows it. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}

/** What papers and screens call the numbers of a firm in this country. */
export function firmNumbers(code: string | undefined): {
  taxId: { name: string; form?: { pattern: RegExp; text: string } }
  tradeRegister: string
} {
  return (code === undefined ? undefined : countryData[code]) ?? unknownNumbers
}

/** « l’IFU », « le NCC »: the tax number in a sentence. */
export function theTaxId(code: string | undefined): string {
  const { name } = firmNumbers(code).taxId
  return /^[AEIOU]/.test(name) ? `l’${name}` : `le ${name}`
}

/** « IFU 3201900000017 », null without a number. */
export function taxLine(taxId: string | null, code: string | undefined): string | null {
  return taxId && `${firmNumbers(code).taxId.name} ${taxId}`
}

/** The time zone of a country; the first one where there are several, undefined when nobody knows one. */
export function timeZoneOf(code: string): string | undefined {
  if (countryData[code]) return countryData[code].timeZone
  if (!worldCurrencies.has(code)) return undefined
  // The property is that of browsers which do not have the method yet.
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] }
  return (locale.getTimeZones?.() ?? locale.timeZones)?.[0]
}

/** The symbol and the decimals of a currency; those of the world are known by `Intl`. */
export function currencyOf(code: string): { symbol: string; decimals: number } {
  const { symbol, decimals } = currencyDataOf(code)
  return { symbol, decimals }
}

/** A country as it starts; the platform may change all of it. Undefined for no country. */
export function countryStart(code: string): CountryStart | undefined {
  const known = countryData[code]
  const currency = known?.currency ?? worldCurrencies.get(code)
  if (currency === undefined) return undefined
  const { symbol, decimals, notes, coins, cashStep } = currencyDataOf(currency)
  const minor = (amount: number) => Math.round(amount * 10 ** decimals)
  return {
    code,
    name: countryName(code),
    locale: `fr-${code}`,
    currency: { code: currency, symbol, decimals },
    cashRoundingStep: minor(cashStep),
    denominations: [...new Set([...notes, ...coins].map(minor))].toSorted((a, b) => b - a),
    phoneOperators: [...(known?.operators ?? [])],
  }
}

/** The currency of screens that do not know their pharmacy yet. */
export const firstCurrency: { symbol: string; decimals: number } = currencies.XOF

/** Trade defaults of a till that does not know its pharmacy yet. */
export const firstCountry: CountryStart = countryStart('BJ')!

function currencyDataOf(code: string): CurrencyData {
  const known = (currencies as Readonly<Record<string, CurrencyData>>)[code]
  if (known) return known
  const format = new Intl.NumberFormat('fr', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 0
  const smallest = 10 ** -decimals
  return {
    symbol: format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code,
    decimals,
    notes: [1000, 500, 200, 100, 50, 20, 10, 5],
    coins: [2, 1],
    cashStep: Math.min(1, smallest),
  }
}
