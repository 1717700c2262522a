import { toCardinal } from 'n2words/fr-FR'

const parts: Readonly<Record<number, string>> = { 1: 'dixième', 2: 'centième', 3: 'millième' }

/**
 * An amount in French words with its currency: « douze mille cinq cents F CFA », « un million de F CFA ». `amount` in
 * minor units, not negative.
 */
export function sumInWords(amount: number, { symbol, decimals }: { symbol: string; decimals: number }): string {
  const unit = 10 ** decimals
  const whole = toCardinal(Math.trunc(amount / unit))
  const rest = amount % unit
  const sum = `${whole}${/lli(on|ard)s?$/.test(whole) ? ' de' : ''} ${symbol}`
  return rest === 0 ? sum : `${sum} et ${toCardinal(rest)} ${parts[decimals]}${rest === 1 ? '' : 's'}`
}
