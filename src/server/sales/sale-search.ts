import { fold, partsOf } from '#shared/domain/search/fold.ts'

/**
 * One term of a search. A sale matches when it has this number, or this amount in minor units, or contains all words.
 */
export type SaleTerm = { number?: number; amount?: number; words: readonly string[] }

/** Terms after the fourth are ignored: they would not narrow the result further. */
const mostTerms = 4

/** Matches « n° 5846 » as a ticket prints it, « 1 850 » as screens show amounts, or a word. */
const parts =
  /\bn\s*[°ºo]\s*(?<number>\d+)\b|(?<![\d.,])(?<grouped>\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?)(?!\S)|(?<word>\S+)/gu

/** Parses the text of a search of sales. `decimals`: of the currency. */
export function saleSearch(text: string, decimals: number): SaleTerm[] {
  const terms = [...fold(text).matchAll(parts)].map(({ groups = {} }): SaleTerm => {
    const { number, grouped, word } = groups
    if (number !== undefined)
      return { ...numbered(number), words: numbered(number).number === undefined ? [number] : [] }
    if (grouped !== undefined)
      return { ...figured(grouped.replaceAll(/\s/g, ''), decimals), words: grouped.split(/\s/) }
    return { ...numbered(word!), ...figured(word!, decimals), words: partsOf(word!) }
  })
  // A dash or an apostrophe by itself says nothing.
  return terms.filter(({ number, words }) => number !== undefined || words.length > 0).slice(0, mostTerms)
}

function numbered(word: string): { number?: number } {
  const number = /^\d+$/.test(word) ? Number(word) : NaN
  return Number.isSafeInteger(number) ? { number } : {}
}

/** A number with more decimals than the currency is no amount: « 12,5 » in F CFA. */
function figured(word: string, decimals: number): { amount?: number } {
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(word) ?? []
  if (whole === undefined || fraction.length > decimals) return {}
  const amount = Number(`${whole}${fraction.padEnd(decimals, '0')}`)
  return Number.isSafeInteger(amount) ? { amount } : {}
}
