import { plainText } from '#shared/domain/plain-text.ts'

export type PaperWeight = 'normal' | 'bold' | 'big'

/** A line of a printed document, independent of the printer: the printing code adds widths. */
export type PaperLine =
  | { kind: 'text'; text: string; align: 'left' | 'center'; weight: PaperWeight }
  /** A label, with its amount at the right margin. */
  | { kind: 'pair'; left: string; right: string; weight: PaperWeight }
  | { kind: 'rule' }
  /** Cuts the paper: each label is a separate piece. */
  | { kind: 'cut' }
  /** A text, to print as a QR code of level M. `name`: what it is, unless it brings the sale back. */
  | { kind: 'code'; digits: string; name?: string }

/**
 * Paper whose texts cannot command a printer or show in another order: ESC and others in a name would open the drawer.
 * Names stored before such characters were refused may have them.
 */
export function plainPaper(paper: readonly PaperLine[]): PaperLine[] {
  return paper.map((line) => {
    if (line.kind === 'text') return { ...line, text: plainText(line.text) }
    if (line.kind === 'pair') return { ...line, left: plainText(line.left), right: plainText(line.right) }
    if (line.kind === 'code') return { ...line, digits: plainText(line.digits) }
    return line
  })
}

/** Digits that a QR code of 69 modules (version 13) holds at level M. */
const digitsOfWideDots = 796

/**
 * Width of a QR module in printer dots (203 dpi, 8 dots per mm): as wide as 35 mm of paper allow, and at least three,
 * the minimum for a camera.
 */
export function dotsPerModule(digits: string): 3 | 4 {
  return digits.length <= digitsOfWideDots ? 4 : 3
}
