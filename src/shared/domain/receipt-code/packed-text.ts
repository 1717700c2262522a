import { ByteReader, ByteWriter } from '#shared/domain/receipt-code/byte-stream.ts'

/**
 * Frequent parts of labels, names and prescriptions, one byte each. Printed receipts depend on the order, so the list
 * must never change; another list needs another version of the code.
 */
const pieces = [
  'é',
  'è',
  'à',
  'ê',
  'ç',
  'î',
  'ô',
  'û',
  'É',
  '’',
  '\u00a0',
  '\u202f',
  'œ',
  ' mg',
  ' ml',
  ' g ',
  ' cp',
  ' B/',
  'gél',
  'comprimé',
  'comprimés',
  ', comprimé',
  ' pelliculé',
  'gélule',
  ', gélule',
  ' sécable',
  ' effervescent',
  ' solution',
  ' buvable',
  'sirop',
  ' injectable',
  'suspension',
  'poudre',
  'sachet',
  'crème',
  'pommade',
  'collyre',
  'suppositoire',
  'flacon',
  'boîte',
  'de ',
  ' de ',
  ' pour ',
  ' par jour',
  'matin',
  ' et soir',
  ' midi',
  ' pendant ',
  ' jours',
  'mg/',
  '/ml',
  ' 500',
  ' 250',
  ' 100',
  ' 1000',
  ' 125',
  ' 200',
  ' 20',
  ' 10',
  ' 5',
  '00',
  '/12',
  '/16',
  '/20',
  '/24',
  '/30',
  '0 mg',
  '5 mg',
  ' mg cp B/',
  ' mg gél B/',
  ' %',
  'cilline',
  'amox',
  'Amox',
  'para',
  'Para',
  'cétamol',
  'ine ',
  'ol ',
  'one ',
  'ate ',
  'ide ',
  'in',
  'on',
  'an',
  'en',
  'er',
  're',
  'te',
  'le',
  'ti',
  'es',
  'ra',
  'ol',
  'or',
  'al',
  'ar',
  'it',
  'ne',
  'me',
  'ox',
  'ic',
  'il',
  'li',
  'ri',
  'ro',
  'la',
  'co',
  'ta',
  'at',
  'INE ',
  'ON',
  'IN',
  'OL',
  'EN',
  'RA',
  'TE',
  'AN',
  'ER',
  'AR',
  'Dr ',
  'MTN',
  'Moov',
  ' Money',
  'Celtiis',
  'Mobile',
  'BOA',
  'NSIA',
  'SUNU',
  'Livraison',
  'Assurance',
  'Cotonou',
  '+229 ',
  'sous ',
  'tube',
  'T/',
  'Fl/',
  'TB/',
  ' LP',
] as const
/** Byte values outside printable ASCII. DEL itself is the escape for characters without a byte. */
const places = [
  ...Array.from({ length: 32 }, (_, byte) => byte),
  ...Array.from({ length: 128 }, (_, byte) => byte + 128),
]
const escape = 0x7f
const byteOf = new Map<string, number>(pieces.map((piece, index) => [piece, places[index]!]))
const pieceOf = new Map<number, string>(pieces.map((piece, index) => [places[index]!, piece]))
const longest = Math.max(...pieces.map(({ length }) => length))

/** Packs a text, compactly if it is about medicines. Lossless for any text, also with unpaired surrogates. */
export function packText(text: string): Uint8Array<ArrayBuffer> {
  const packed = new ByteWriter()
  for (let at = 0; at < text.length;) {
    const piece = pieceAt(text, at)
    if (piece) packed.byte(byteOf.get(piece)!)
    else packUnit(packed, text.charCodeAt(at))
    at += piece?.length ?? 1
  }
  return packed.done()
}

/** The text packed by `packText`. Throws `Unreadable` when an escape is cut. */
export function unpackText(bytes: Uint8Array): string {
  const packed = new ByteReader(bytes)
  let text = ''
  while (!packed.isAtEnd) {
    const byte = packed.byte()
    text += pieceOf.get(byte) ?? String.fromCharCode(byte === escape ? packed.natural() & 0xffff : byte)
  }
  return text
}

function pieceAt(text: string, at: number): string | undefined {
  for (let length = Math.min(longest, text.length - at); length > 0; length--) {
    const piece = text.slice(at, at + length)
    if (byteOf.has(piece)) return piece
  }
  return undefined
}

function packUnit(packed: ByteWriter, unit: number): void {
  const isPlain = unit >= 0x20 && unit < escape
  if (!isPlain) packed.byte(escape)
  if (isPlain) packed.byte(unit)
  else packed.natural(unit)
}
