export type PaperWeight = 'normal' | 'bold' | 'big'

/** A line of a printed document, independent of the printer: the printing code adds widths. */
export type PaperLine =
  | { kind: 'text'; text: string; align: 'left' | 'center'; weight: PaperWeight }
  /** A label, with its amount at the right margin. */
  | { kind: 'pair'; left: string; right: string; weight: PaperWeight }
  | { kind: 'rule' }
  /** Cuts the paper: each label is a separate piece. */
  | { kind: 'cut' }
  /** A code of digits, to print as a QR code of level M. */
  | { kind: 'code'; digits: string }

/** Digits that a QR code of 69 modules (version 13) holds at level M. */
const digitsOfWideDots = 796

/**
 * Width of a QR module in printer dots (203 dpi, 8 dots per mm): as wide as 35 mm of paper allow, and at least three,
 * the minimum for a camera.
 */
export function dotsPerModule(digits: string): 3 | 4 {
  return digits.length <= digitsOfWideDots ? 4 : 3
}
