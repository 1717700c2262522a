import { currencies } from '#shared/domain/countries/country-data.ts'

const signs = ['€', '$', '£']
/** « F CFA », « F.CFA », « FCFA ». */
const spelled = (symbol: string): string => symbol.replace(/^F ?CFA$/, String.raw`f\.?\s*cfa`)
const coded = [...new Set(Object.entries(currencies).flatMap(([code, { symbol }]) => [code, spelled(symbol)]))]
const long = [...coded, 'usd', ...signs.map((sign) => `\\${sign}`)]
const alone = ['cfa', 'euros?', 'francs?', 'f']

const ahead = new RegExp(
  String.raw`^(?:${long.filter((word) => word.length > 2 || word.startsWith('\\')).join('|')})\s*`,
  'i',
)
const behind = new RegExp(String.raw`\s*(?:${[...long, ...alone].join('|')})\.?$`, 'i')

/** An amount as files write it, without the name of its currency: « 1 250 F CFA », « XOF 1250 ». */
export function withoutCurrency(text: string): string {
  return text.replace(ahead, '').replace(behind, '')
}

/** The words of currencies, as the cells of a total have them. */
export const currencyWords: readonly string[] = [
  ...Object.keys(currencies).map((code) => code.toLowerCase()),
  'fcfa',
  'cfa',
  'f',
]
