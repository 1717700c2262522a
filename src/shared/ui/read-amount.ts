import { readSupplierPrice, type SupplierPrice } from '#shared/domain/supplier-price.ts'
import { firstCurrency } from '#shared/domain/countries/country-facts.ts'
import type { Currency } from './money-format.ts'

/**
 * Parses a typed amount into minor units: « 12 500 », « 12,50 »; null when blank, NaN when invalid. Works on digits:
 * money never becomes a float.
 */
export function readAmount(text: string, { decimals }: Pick<Currency, 'decimals'> = firstCurrency): number | null {
  const typed = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  if (typed === '') return null
  const [, whole, cents = ''] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(typed) ?? []
  if (whole === undefined || cents.length > decimals) return Number.NaN
  return Number(whole + cents.padEnd(decimals, '0'))
}

/** What a supplier asks for one box as it is typed, « 2 334,45 » or « 2334.45 »; null when blank, undefined when invalid. */
export function readTypedPrice(
  text: string,
  { decimals }: Pick<Currency, 'decimals'> = firstCurrency,
): SupplierPrice | null | undefined {
  const typed = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace('.', ',')
  if (typed === '') return null
  const reading = readSupplierPrice(typed, 'comma', decimals)
  return reading.ok && /^\d+(?:,\d*)?$/.test(typed) ? reading.price : undefined
}
