import { isGtin } from '#shared/domain/product-code.ts'

/** What a label says as bars: an EAN-13 of 13 digits, or any other code as Code 128. */
export type LabelCode = { kind: 'ean13' | 'code128'; text: string }

/** Space that a scanner needs beside the bars, both sides together, in modules. */
export const quietModules = { ean13: 18, code128: 20 } as const

const printable = /^[ -~]+$/

/**
 * The code that a label shows: the first one of 13 digits with a correct check digit, else the first one that Code 128
 * can write, else null.
 */
export function labelCode(codes: readonly string[]): LabelCode | null {
  const ean13 = codes.find((code) => code.length === 13 && isGtin(code))
  if (ean13 !== undefined) return { kind: 'ean13', text: ean13 }
  const first = codes.find((code) => printable.test(code))
  return first === undefined ? null : { kind: 'code128', text: first }
}

/** The modules of a code from left to right, `1` for black, without the quiet zones. */
export function barsOf({ kind, text }: LabelCode): string {
  switch (kind) {
    case 'ean13':
      return ean13Bars(text)
    case 'code128':
      return code128Bars(text)
  }
}

/** Set A of the digits; the other two sets follow from it. */
const leftOdd = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const right = leftOdd.map((bars) => bars.replaceAll(/[01]/g, (module) => (module === '0' ? '1' : '0')))
const leftEven = right.map((bars) => Array.from(bars).toReversed().join(''))
/** The first digit has no bars of its own: it chooses the sets of the six digits that follow. */
const setsByFirst = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ')

/** 95 modules. Throws RangeError unless the digits are an EAN-13 with a correct check digit. */
function ean13Bars(digits: string): string {
  if (digits.length !== 13 || !isGtin(digits)) throw new RangeError(`${digits} is no EAN-13`)
  const [first, ...rest] = Array.from(digits, Number) as [number, ...number[]]
  const sets = setsByFirst[first]!
  const left = rest.slice(0, 6).map((digit, at) => (sets[at] === 'O' ? leftOdd[digit] : leftEven[digit]))
  return ['101', ...left, '01010', ...rest.slice(6).map((digit) => right[digit]), '101'].join('')
}

/** Widths of the bars and spaces of the 103 values and the 3 starts of Code 128. */
const widths = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ')
const stop = '2331112'
const toSetB = 100
const [startB, startC] = [104, 105]

/** Throws RangeError for characters outside of printable ASCII. */
function code128Bars(text: string): string {
  if (!printable.test(text)) throw new RangeError(`Code 128 cannot write ${text}`)
  const values = code128Values(text)
  const check = values.reduce((sum, value, at) => sum + value * Math.max(1, at), 0) % 103
  return [...[...values, check].map((value) => widths[value]!), stop].map(modulesOf).join('')
}

/** Digits go in pairs (set C), which halves their width; everything else one by one (set B). */
function code128Values(text: string): number[] {
  if (!/^\d{4,}$/.test(text)) return [startB, ...inSetB(text)]
  const even = text.slice(0, text.length - (text.length % 2))
  const pairs = (even.match(/../g) ?? []).map(Number)
  return [startC, ...pairs, ...(even === text ? [] : [toSetB, ...inSetB(text.slice(-1))])]
}

function inSetB(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0) - 32)
}

function modulesOf(run: string): string {
  return Array.from(run, (width, at) => (at % 2 === 0 ? '1' : '0').repeat(Number(width))).join('')
}
