import { type Currency, francCfa } from './money-format.ts'

/**
 * Parses a typed amount into minor units: « 12 500 », « 12,50 »; null when blank, NaN when invalid. Works on digits:
 * money never becomes a float.
 */
export function readAmount(text: string, { decimals }: Pick<Currency, 'decimals'> = francCfa): number | null {
  const typed = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  if (typed === '') return null
  const [, whole, cents = ''] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(typed) ?? []
  if (whole === undefined || cents.length > decimals) return Number.NaN
  return Number(whole + cents.padEnd(decimals, '0'))
}
