import { fieldsOf, guessColumns, type HeaderPatterns } from '#shared/domain/files/column-mapping.ts'
import { profileOfColumns } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import type { NoteField, NoteMapping, NoteProfile } from '#shared/domain/delivery-notes/note-fields.ts'
import { nearestAmount, type SupplierPrice } from '#shared/domain/supplier-price.ts'
import { readNoteRow } from '#shared/domain/delivery-notes/read-note-row.ts'

/** The position of each field in a layout, from 0. `width`: the fewest columns of its files. */
export type NoteLayout = {
  key: string
  name: string
  hasHeaders: boolean
  width: number
  positions: Partial<Record<NoteField, number>>
}

/** The fields of a note that contain amounts. */
export const pricedNote: { amounts: NoteField[] } = { amounts: ['purchasePrice', 'salePrice'] }

/** The columns of UBIPHARM and of LABOREX: establishment, invoice, line, code … */
const establishmentFirst: NoteLayout['positions'] = {
  bl: 1,
  code: 3,
  label: 4,
  ordered: 5,
  free: 6,
  delivered: 7,
  purchasePrice: 8,
  salePrice: 9,
  vat: 11,
}

/** Layouts of wholesalers of Côte d'Ivoire and Bénin, as their files had them; a supplier's own profile wins. */
export const noteLayouts: readonly NoteLayout[] = [
  {
    key: 'ubipharm',
    name: 'UBIPHARM',
    hasHeaders: true,
    width: 16,
    positions: establishmentFirst,
  },
  {
    key: 'laborex',
    name: 'LABOREX',
    hasHeaders: true,
    width: 11,
    positions: establishmentFirst,
  },
  {
    key: 'laborex-old',
    name: 'LABOREX (ancien)',
    hasHeaders: true,
    width: 9,
    positions: { bl: 0, code: 2, label: 3, ordered: 4, delivered: 5, purchasePrice: 6, salePrice: 7, vat: 9 },
  },
  {
    key: 'copharmed',
    name: 'COPHARMED',
    hasHeaders: true,
    width: 14,
    positions: {
      day: 0,
      bl: 1,
      code: 4,
      label: 6,
      ordered: 8,
      delivered: 9,
      free: 10,
      purchasePrice: 11,
      salePrice: 13,
    },
  },
  {
    key: 'dpci',
    name: 'DPCI',
    hasHeaders: false,
    width: 8,
    positions: { label: 1, code: 2, purchasePrice: 3, salePrice: 4, vat: 5, delivered: 6, ordered: 7, bl: 8 },
  },
  {
    key: 'tedis',
    name: 'TEDIS',
    hasHeaders: false,
    width: 8,
    positions: { code: 1, purchasePrice: 2, delivered: 3, salePrice: 5, lot: 6, expiry: 7 },
  },
  {
    key: 'tedis-old',
    name: 'TEDIS (ancien)',
    hasHeaders: false,
    width: 5,
    positions: { code: 0, delivered: 3, purchasePrice: 4 },
  },
  {
    key: 'text',
    name: 'Texte à tabulations',
    hasHeaders: false,
    width: 6,
    positions: { code: 0, purchasePrice: 2, delivered: 3, salePrice: 5 },
  },
  {
    key: 'text-old',
    name: 'Texte à tabulations (ancien)',
    hasHeaders: false,
    width: 6,
    positions: { code: 1, purchasePrice: 2, delivered: 3, salePrice: 5 },
  },
  {
    key: 'code-price',
    name: 'Code, quantité et prix',
    hasHeaders: false,
    width: 5,
    positions: { code: 0, ordered: 1, delivered: 3, purchasePrice: 4 },
  },
  { key: 'code', name: 'Code et quantité', hasHeaders: false, width: 2, positions: { code: 0, delivered: 1 } },
]

const patterns: HeaderPatterns<NoteField> = [
  [/^(n )?(lot|lots)\b|\blot$/, 'lot'],
  [/peremption|expir|\bper\b|perime|dluo|date limite/, 'expiry'],
  [/\bug\b|gratui|\bfree\b|bonus/, 'free'],
  [/(qte|quantite|qt|nb).*(cde|command)|\bcde\b.*qte|^commande$/, 'ordered'],
  [/(qte|quantite|qt|nb).*(liv|fact|serv|recu)|^livre|^qte$|^quantite$|^qt$|^delivered$/, 'delivered'],
  [/\bp ?a\b|\bp ?u\b(?!.*(public|vente|ttc))|prix.*(achat|cession|ht|pharmacien)|cession|purchase/, 'purchasePrice'],
  [/\bpv\b|prix.*(public|vente|ttc)|public|retail/, 'salePrice'],
  [/tva|taxe|vat/, 'vat'],
  [/(n |num|ref|numero).*(bl|bon|facture)|^bl$|^facture$|bon.*liv/, 'bl'],
  [/^date/, 'day'],
  [/cip|ean|gtin|code|acl/, 'code'],
  // Of a file of the stock, where no column is delivered.
  [/^((qte|quantite|qt) )?(en )?stock$/, 'delivered'],
  [/libelle|designation|produit|article|label|nom/, 'label'],
]

/** The mapping guessed from the headers, whatever the layout. */
export function guessNoteColumns(headers: readonly string[]): NoteMapping {
  return guessColumns(headers, patterns)
}

const rowsTried = 40
/** Share of readable rows below which a layout does not fit. */
const leastReadable = 0.6

/**
 * The layout that reads this file best: most rows readable, then most fields with plausible values; null when none
 * reads enough. A layout with headers never fits a file without, and vice versa.
 */
export function recognizeLayout(
  table: FileTable,
  options: { currencyDecimals: number; today: string },
): NoteLayout | null {
  const hasHeaders = !table.headers.every((header) => /^Colonne \d+$/.test(header))
  const width = Math.max(...table.positions) + 1
  const scored = noteLayouts
    .filter((layout) => layout.hasHeaders === hasHeaders && width >= layout.width)
    .map((layout) => ({ layout, score: scoreOf(table, profileOfLayout(table, layout), options) }))
    .filter(({ score }) => score >= leastReadable)
  const guessed = Object.keys(guessNoteColumns(table.headers)).length
  const best = scored.reduce<(typeof scored)[number] | null>(
    (found, each) => (found === null || rank(each, width) > rank(found, width) ? each : found),
    null,
  )
  // Headers in words say more than positions when they name most of the fields.
  return best && !(hasHeaders && guessed >= 5 && !agrees(table, best.layout)) ? best.layout : null
}

function rank({ layout, score }: { layout: NoteLayout; score: number }, width: number): number {
  return score * 100 + Object.keys(layout.positions).length - Math.abs(width - layout.width)
}

/** Whether the headers, where they are clear, name the same columns for code and delivered quantity. */
function agrees(table: FileTable, layout: NoteLayout): boolean {
  const guessed = guessNoteColumns(table.headers)
  const { columns } = profileOfLayout(table, layout)
  return (['delivered', 'purchasePrice'] as const).every(
    (field) => guessed[field] === undefined || guessed[field] === columns[field],
  )
}

/** The share of the first rows that can be read, with a clear code and a price where the layout has one. */
function scoreOf(
  table: FileTable,
  profile: NoteProfile,
  { currencyDecimals, today }: { currencyDecimals: number; today: string },
): number {
  const read = fieldsOf(table, profile.columns)
  const rows = table.rows.slice(0, rowsTried)
  const good = rows.filter((row) => {
    const { fields, ...format } = { fields: read(row.cells), decimals: profile.decimals, currencyDecimals, today }
    const reading = readNoteRow({ line: row.line, fields }, format)
    return reading.ok && /\d{4,}/.test(reading.row.code ?? '') && isPlausible(reading.row)
  })
  return good.length / rows.length
}

function isPlausible({
  purchasePrice,
  salePrice,
  delivered,
}: {
  purchasePrice: SupplierPrice | null
  salePrice: number | null
  delivered: number
}): boolean {
  return delivered < 100_000 && (purchasePrice === null || !salePrice || salePrice * 2 >= nearestAmount(purchasePrice))
}

/** The profile that a layout gives for this file. */
export function profileOfLayout(table: FileTable, layout: NoteLayout): NoteProfile {
  const columns = Object.fromEntries(
    Object.entries(layout.positions).flatMap(([field, position]) => {
      const header = table.headers[table.positions.indexOf(position)]
      return header === undefined ? [] : [[field, header]]
    }),
  ) as NoteMapping
  return profileOfColumns(table, pricedNote, columns)
}
