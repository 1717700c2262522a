import { toCardinal } from 'n2words/fr-FR'

/** An amount in French words, in the major unit: « douze mille cinq cents ». `amount` in minor units. */
export function amountInWords(amount: number, { decimals }: { decimals: number }): string {
  const unit = 10 ** decimals
  const whole = toCardinal(Math.trunc(amount / unit))
  const rest = Math.abs(amount % unit)
  return rest === 0 ? whole : `${whole} et ${toCardinal(rest)} centièmes`
}
