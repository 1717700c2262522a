import { formatAmount } from './money-format.ts'

/** The word alone. French uses the singular for 0 and 1. */
export function pluralWord(count: number, one: string, many = `${one}s`): string {
  return Math.abs(count) < 2 ? one : many
}

/** « 4 812 produits »: number and word, joined by a no-break space. */
export function plural(count: number, one: string, many?: string): string {
  return `${formatAmount(count, { decimals: 0 })}\u00a0${pluralWord(count, one, many)}`
}
