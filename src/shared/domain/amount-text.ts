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

/**
 * Writes a percentage with at most so many decimals: 27.4 is « 27,4 % ». `signed`: a difference, with « + » when it rises; a small
 * one keeps a decimal that is not zero (« −0,02 % »), so that a rise is never « −0 % ».
 */
export function percentText(percent: number, { signed = false, most = 1 } = {}): string {
  const size = Math.abs(percent)
  const decimals = signed ? ([1, 2, 3].find((each) => Math.round(size * 10 ** each) > 0) ?? 1) : most
  const rounded = Math.round(size * 10 ** decimals) / 10 ** decimals
  const [whole = '0', decimal] = String(rounded).split('.')
  const sign = rounded === 0 ? '' : percent < 0 ? minusSign : signed ? '+' : ''
  return `${sign}${groupThousands(whole)}${decimal ? `,${decimal}` : ''}${thinSpace}%`
}
