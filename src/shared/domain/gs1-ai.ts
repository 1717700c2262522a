/** A GS1 application identifier with the length and format of its field. */
export type Ai = {
  code: string
  /** Exact length of the field when `fixed`, else its maximum. */
  length: number
  fixed: boolean
  digits: boolean
  /** A date as YYMMDD. */
  isDate: boolean
  /** Occurs on medicines: may be assumed where a separator was lost. */
  onMedicines: boolean
}

const fixed = (codes: readonly string[], length: number, onMedicines = false): Ai[] =>
  codes.map((code) => ({ code, length, fixed: true, digits: true, isDate: false, onMedicines }))
const upTo = (codes: readonly string[], length: number, onMedicines = false): Ai[] =>
  codes.map((code) => ({ code, length, fixed: false, digits: false, isDate: false, onMedicines }))
const count = (codes: readonly string[], length: number): Ai[] =>
  upTo(codes, length).map((ai) => ({ ...ai, digits: true }))
const date = (codes: readonly string[], onMedicines = false): Ai[] =>
  fixed(codes, 6, onMedicines).map((ai) => ({ ...ai, isDate: true }))
const tens = (prefix: string): string[] => Array.from({ length: 10 }, (_, digit) => `${prefix}${digit}`)

/**
 * The identifiers that occur in pharmacies, from GS1's syntax dictionary (2026). No code is a prefix of another. 00
 * parcel · 01 GTIN · 02 content · 10 lot · 11 production date · 17 expiry date · 20 variant · 21 serial · 30, 37 counts
 * · 71x national number …
 */
export const ais: readonly Ai[] = [
  ...fixed(['01'], 14, true),
  ...date(['11', '17'], true),
  ...upTo(['10', '21'], 20, true),
  ...upTo(['710', '711', '712', '713', '714', '715', '716', '717'], 20, true),
  ...fixed(['00'], 18),
  ...fixed(['02', '03'], 14),
  ...date(['12', '13', '15', '16']),
  // Of fixed length by the standard's table, so no separator follows: the length must be known to read what comes next.
  ...fixed(['04'], 16),
  ...fixed(['14', '18', '19'], 6),
  ...fixed(['20'], 2),
  ...upTo(['22', '243', '254'], 20),
  ...upTo(['235'], 28),
  ...upTo(['240', '241', '250', '251', '400', '403'], 30),
  ...count(['30', '37'], 8),
  ...count(['242'], 6),
  ...fixed(tens('41').slice(0, 8), 13),
  ...fixed(['422', '424', '426'], 3),
  ...fixed(
    ['31', '32', '33', '34', '35', '36'].flatMap((kind) => tens(kind).flatMap((measure) => tens(measure).slice(0, 6))),
    6,
  ),
  ...upTo(['8200'], 70),
  ...upTo(['90'], 30),
  ...upTo(tens('9').slice(1), 90),
]
