import { amountText, percentText } from '#shared/domain/amount-text.ts'
import { firstCurrency } from '#shared/domain/countries/country-facts.ts'
import { type SupplierPrice, supplierPriceText } from '#shared/domain/supplier-price.ts'

/** The properties of a currency that formatting needs. */
export interface Currency {
  symbol: string
  decimals: number
}

const hardSpace = '\u00a0'

/** Formats `amount` in minor units (or a plain count): « 12 500 », « −4 150 », « 12,50 ». */
export function formatAmount(amount: number, { decimals }: Pick<Currency, 'decimals'> = firstCurrency): string {
  return amountText(amount, decimals)
}

/** What a supplier asks for one box, with all decimals of its paper: « 2 334,45 ». */
export function formatSupplierPrice(
  price: SupplierPrice,
  { decimals }: Pick<Currency, 'decimals'> = firstCurrency,
): string {
  return supplierPriceText(price, decimals)
}

/** Like formatAmount, with « + » before positive amounts: for differences and movements. */
export function formatSigned(amount: number, currency: Pick<Currency, 'decimals'> = firstCurrency): string {
  return amount > 0 ? `+${formatAmount(amount, currency)}` : formatAmount(amount, currency)
}

/** The symbol with no-break spaces, as it stands after an amount. */
export function currencySymbol(currency: Currency): string {
  return currency.symbol.replace(/\s/g, hardSpace)
}

/** `amount` in minor units with its currency: « 12 500 F CFA ». */
export function formatMoney(amount: number, currency: Currency): string {
  return `${formatAmount(amount, currency)}${hardSpace}${currencySymbol(currency)}`
}

/** A percentage with at most one decimal, or `most`: 27.4 → « 27,4 % ». */
export function formatPercent(percent: number, most = 1): string {
  return percentText(percent, { most })
}

/** A difference in percent: « +4,7 % », « −0,02 % ». */
export function formatSignedPercent(percent: number): string {
  return percentText(percent, { signed: true })
}
