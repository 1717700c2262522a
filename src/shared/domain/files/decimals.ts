import { withoutCurrency } from '#shared/domain/countries/currency-words.ts'

/** The sign before the decimals of a file; the other one, spaces and apostrophes separate thousands. */
export const decimalMarks = ['comma', 'point'] as const
export type DecimalMark = (typeof decimalMarks)[number]

const signs = { comma: ',', point: '.' } as const
const otherOf = { comma: 'point', point: 'comma' } as const

/**
 * The decimal mark that the amounts of a column use. « 1.250 » alone may be a thousand or three decimals: it counts only
 * when no clearer amount exists, as thousands. `comma` when nothing says otherwise.
 */
export function decimalsOf(cells: readonly string[]): DecimalMark {
  const votes = { comma: 0, point: 0 }
  const hints = { comma: 0, point: 0 }
  for (const cell of cells) {
    const digits = bareAmount(cell)
    const [withComma, withPoint] = [isWritten(digits, 'comma'), isWritten(digits, 'point')]
    if (withComma !== withPoint) votes[withComma ? 'comma' : 'point']++
    else if (withComma && /[.,]/.test(digits)) hints[digits.includes('.') ? 'comma' : 'point']++
  }
  if (votes.comma !== votes.point) return votes.comma > votes.point ? 'comma' : 'point'
  return hints.point > hints.comma ? 'point' : 'comma'
}

/** Whether these digits are an amount with this decimal mark, with or without thousands. */
function isWritten(digits: string, mark: DecimalMark): boolean {
  return mark === 'comma'
    ? /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/.test(digits)
    : /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(digits)
}

export type AmountFault = 'notAnAmount' | 'twoMarks' | 'decimals' | 'tooLarge'
export type AmountReading = { ok: true; amount: number } | { ok: false; fault: AmountFault }

/** In minor units. The largest price of a register. */
const mostAmount = 1_000_000_000_000

/**
 * An amount in minor units of a currency with `decimals` decimals. Decimals that the currency does not have are refused,
 * except zeros; so are two decimal marks, and thousands that are not in groups of three.
 */
export function readDecimal(text: string, mark: DecimalMark, decimals: number): AmountReading {
  const split = splitDecimal(text, mark)
  if (!split.ok) return split
  const { whole, fraction } = split
  if (/[1-9]/.test(fraction.slice(decimals))) return { ok: false, fault: 'decimals' }
  const amount = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return amount > mostAmount ? { ok: false, fault: 'tooLarge' } : { ok: true, amount }
}

/** The digits before and after the decimal mark, without groups, spaces and the name of a currency. */
export function splitDecimal(
  text: string,
  mark: DecimalMark,
): { ok: true; whole: string; fraction: string } | { ok: false; fault: AmountFault } {
  const digits = bareAmount(text)
  const [sign, group] = [signs[mark], signs[otherOf[mark]]]
  const [whole = '', fraction = '', ...more] = digits.split(sign)
  if (!/^\d[\d.,]*$/.test(digits)) return { ok: false, fault: 'notAnAmount' }
  if (more.length > 0 || fraction.includes(group)) return { ok: false, fault: 'twoMarks' }
  const groups = whole.split(group)
  if (groups.length > 1 && !(/^\d{1,3}$/.test(groups[0]!) && groups.slice(1).every((each) => /^\d{3}$/.test(each))))
    return { ok: false, fault: 'notAnAmount' }
  return { ok: true, whole: groups.join(''), fraction }
}

/** Without spaces, apostrophes between thousands and the name of a currency. */
function bareAmount(text: string): string {
  return withoutCurrency(text.replaceAll(/[\s\u00A0\u202F'’]/g, ''))
}
