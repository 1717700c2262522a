const thinSpace = '\u202f'
const minusSign = '\u2212'

/** Digits in groups of three, as French writes them: `12500` is « 12 500 ». */
export function groupThousands(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, thinSpace)
}

/**
 * Writes `amount` in minor units (or a plain count): « 12 500 », « −4 150 », « 12,50 ». Works on digits: money never
 * becomes a float.
 */
export function amountText(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = groupThousands(digits.slice(0, digits.length - decimals))
  const cents = decimals === 0 ? '' : `,${digits.slice(-decimals)}`
  return `${amount < 0 ? minusSign : ''}${whole}${cents}`
}
