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
