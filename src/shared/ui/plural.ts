import { formatAmount } from './money-format.ts'

/** The word alone. French counts 0 and 1 as one. */
export function pluralWord(count: number, one: string, many = `${one}s`): string {
  return Math.abs(count) < 2 ? one : many
}

/** « 4 812 produits »: the number and its word, never parted by a line break. */
export function plural(count: number, one: string, many?: string): string {
  return `${formatAmount(count, { decimals: 0 })}\u00a0${pluralWord(count, one, many)}`
}
