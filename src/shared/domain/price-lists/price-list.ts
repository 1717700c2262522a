import {
  readCode,
  readPrice,
  readUnitPrice,
  readVat,
  shortened,
  textOfCell,
  type CellFormat,
} from '#shared/domain/files/article-cells.ts'
import { fieldsOf } from '#shared/domain/files/column-mapping.ts'
import type { FileLayout } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { isTotalRow } from '#shared/domain/files/total-row.ts'
import type { SupplierPrice } from '#shared/domain/supplier-price.ts'
import { fold } from '#shared/domain/search/fold.ts'
import type { PriceListField, PriceListProfile } from '#shared/domain/price-lists/price-list-fields.ts'

export const availabilities = ['available', 'limited', 'out'] as const
export type Availability = (typeof availabilities)[number]

/** A product of a wholesaler; `price` of one box without VAT, `publicPrice` in minor units, `rebate` in hundredths of a percent. */
export type PricedProduct = {
  code: string
  label: string
  pack: string | null
  price: SupplierPrice
  publicPrice: number | null
  availability: Availability
  /** So many free boxes for every `per` paid ones; 0: none. */
  per: number
  free: number
  rebate: number
}
export type PriceReading = { line: number; label: string; code: string } & (
  | { outcome: 'read'; row: PricedProduct; reasons: [] }
  | { outcome: 'error'; row: null; reasons: { field: PriceListField; text: string }[] }
  | { outcome: 'aside'; row: null; reasons: [] }
)

/** The files of wholesalers’ price lists. */
export const priceListLayout: FileLayout<PriceListField> = {
  patterns: [
    [/\bug\b|gratui|\bfree\b|bonus/, 'freeUnits'],
    [/remise|rabais|ristourne|rebate|discount/, 'rebate'],
    [/dispo|stock|rupture|avail/, 'availability'],
    [/\bpv\b|public|vente|ttc|retail/, 'publicPrice'],
    [/\bp ?[ua]\b|prix|cession|tarif|price/, 'price'],
    [/cip|ean|gtin|code|acl|^ref/, 'code'],
    [/conditionnement|colis|\bpack\b|presentation/, 'pack'],
    [/libelle|designation|produit|article|label|nom/, 'label'],
  ],
  amounts: ['price', 'publicPrice'],
}

/** The products of a list. A code that stands twice is an error where it stands again. */
export function readPriceList(
  table: FileTable,
  { columns, decimals }: PriceListProfile,
  { currencyDecimals }: { currencyDecimals: number },
): PriceReading[] {
  const read = fieldsOf(table, columns)
  const lineOf = new Map<string, number>()
  return table.rows.map(({ line, cells, isCut }) => {
    const reading = readPriceRow({ line, fields: read(cells), isCut }, { decimals, currencyDecimals })
    if (reading.outcome !== 'read') return reading
    const first = lineOf.get(reading.code)
    if (first === undefined) {
      lineOf.set(reading.code, line)
      return reading
    }
    const text = `Le code ${reading.code} est déjà à la ligne ${first}.`
    return { ...reading, outcome: 'error', row: null, reasons: [{ field: 'code', text }] }
  })
}

type Texts = Partial<Record<PriceListField, string>>

/** Reads one line; a row without code and price is a title, and a total names no product. */
export function readPriceRow(
  { line, fields, isCut }: { line: number; fields: Texts; isCut?: boolean | undefined },
  format: CellFormat,
): PriceReading {
  const reasons: { field: PriceListField; text: string }[] = []
  const at = (field: PriceListField) => (text: string) => void reasons.push({ field, text })
  const label = textOfCell(fields.label).slice(0, 200)
  if (isTotalRow([fields.code, fields.label]))
    return { line, label: shortened(label), code: '', outcome: 'aside', row: null, reasons: [] }
  if (isCut) at('label')('Ligne coupée\u202f: il lui manque des cellules (fichier tronqué, ou guillemet non refermé).')
  const code = readCode(fields.code, at('code'))
  const price = readUnitPrice(fields.price, format, at('price'))
  const named = { line, label: shortened(label || (code ?? '')), code: code ?? '' }
  if (code === null && price === null && !isCut) return { ...named, outcome: 'aside', row: null, reasons: [] }
  const publicPrice = readPrice(fields.publicPrice, format, at('publicPrice')) || null
  const rebate = readVat(fields.rebate, format, at('rebate'))
  const free = readFreeUnits(fields.freeUnits, at('freeUnits'))
  if (code === null && reasons.length === 0) at('code')('Le code manque.')
  if (price === null && reasons.length === 0) at('price')('Le prix manque.')
  if (reasons.length > 0) return { ...named, outcome: 'error', row: null, reasons }
  return {
    ...named,
    outcome: 'read',
    row: {
      code: code!,
      label: label || code!,
      pack: textOfCell(fields.pack).slice(0, 200) || null,
      price: price!,
      publicPrice,
      availability: readAvailability(fields.availability),
      ...free,
      rebate,
    },
    reasons: [],
  }
}

/** « 10+1 », « 1 pour 10 », « 10/1 »: one free box for every ten. */
function readFreeUnits(cell: string | undefined, refuse: (text: string) => void): { per: number; free: number } {
  const text = textOfCell(cell)
  if (text === '' || /^0+$/.test(text)) return { per: 0, free: 0 }
  const plus = /^(\d{1,4})\s*[+/]\s*(\d{1,4})$/.exec(text)
  if (plus && Number(plus[1]) > 0) return { per: Number(plus[1]), free: Number(plus[2]) }
  const pour = /^(\d{1,4})\s*(?:ug\s*)?(?:pour|par)\s*(\d{1,4})$/i.exec(text)
  if (pour && Number(pour[2]) > 0) return { per: Number(pour[2]), free: Number(pour[1]) }
  refuse(`«\u00a0${shortened(text)}\u00a0» n’est pas une règle d’unités gratuites\u202f: écrivez «\u00a010+1\u00a0».`)
  return { per: 0, free: 0 }
}

/** A number is what the wholesaler has in stock; an unknown word says nothing against the product. */
function readAvailability(cell: string | undefined): Availability {
  const text = fold(textOfCell(cell))
  if (/^(0|non|n|rupture|manquant|epuise|indisponible|out)/.test(text)) return 'out'
  return /limite|faible|contingent|reserve/.test(text) ? 'limited' : 'available'
}
