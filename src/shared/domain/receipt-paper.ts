export type PaperWeight = 'normal' | 'bold' | 'big'

/** A line of paper, the same on a page and on a printer's roll: words only, whoever prints gives them their width. */
export type PaperLine =
  | { kind: 'text'; text: string; align: 'left' | 'center'; weight: PaperWeight }
  /** A label and its amount at the right margin. */
  | { kind: 'pair'; left: string; right: string; weight: PaperWeight }
  | { kind: 'rule' }
  /** The paper is cut here: each label is a piece of its own. */
  | { kind: 'cut' }
  /** A code of digits only, for a QR code of level M. */
  | { kind: 'code'; digits: string }

/** Digits that a QR code of 69 modules holds at level M (version 13). */
const digitsOfWideDots = 796

/** How many dots of a printer (203 to the inch, 8 to the millimetre) a module of the code is wide: as wide as 35 mm of paper allow, and never less than three, which a camera still sees. */
export function dotsPerModule(digits: string): 3 | 4 {
  return digits.length <= digitsOfWideDots ? 4 : 3
}
