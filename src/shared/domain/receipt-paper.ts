export type PaperWeight = 'normal' | 'bold' | 'big'

/** A line of paper, the same on a page and on a printer's roll: words only, whoever prints gives them their width. */
export type PaperLine =
  | { kind: 'text'; text: string; align: 'left' | 'center'; weight: PaperWeight }
  /** A label and its amount at the right margin. */
  | { kind: 'pair'; left: string; right: string; weight: PaperWeight }
  | { kind: 'rule' }
  /** The paper is cut here: each label is a piece of its own. */
  | { kind: 'cut' }
