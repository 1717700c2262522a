import {
  readCode,
  readDay,
  readExpiry,
  readPrice,
  readQuantity,
  readUnitPrice,
  readVat,
  shortened,
  textOfCell,
} from '#shared/domain/files/article-cells.ts'
import type { DecimalMark } from '#shared/domain/files/decimals.ts'
import { isTotalRow } from '#shared/domain/files/total-row.ts'
import type { SupplierPrice } from '#shared/domain/supplier-price.ts'
import type { NoteField } from '#shared/domain/delivery-notes/note-fields.ts'

/** A line of a delivery note; null for what it does not say. Prices of one box: what the supplier asks, and the public price in
 * minor units. */
export type NoteRow = {
  /** Digits and letters, as the wholesaler writes it. */
  code: string | null
  label: string
  ordered: number | null
  /** Boxes that the note bills. */
  delivered: number
  /** Boxes beside them that cost nothing. */
  free: number
  purchasePrice: SupplierPrice | null
  /** The public price of the note; null also for 0, which wholesalers write for products without one. */
  salePrice: number | null
  /** In hundredths of a percent: 1800 is 18 %. */
  vat: number
  lot: string | null
  expiresOn: string | null
  /** The number of the note. */
  bl: string | null
  day: string | null
}
export type NoteReason = { field: NoteField; text: string }
export type NoteTexts = Partial<Record<NoteField, string | undefined>>
/** `isEmpty`: a total, or a row with neither code nor quantity: it is left out. */
export type NoteReading = { line: number; label: string; code: string } & (
  { ok: true; row: NoteRow; isExpired: boolean } | { ok: false; reasons: NoteReason[]; isEmpty: boolean }
)
export type NoteFormat = { decimals: DecimalMark; currencyDecimals: number; today: string }

const mostSigns = 200
const mostCode = 40

/** Reads one line of a delivery note. Every value that cannot be read is named with its reason. */
export function readNoteRow(
  { line, fields, isCut }: { line: number; fields: NoteTexts; isCut?: boolean | undefined },
  format: NoteFormat,
): NoteReading {
  const reasons: NoteReason[] = []
  const refuse = (field: NoteField, text: string): void => void reasons.push({ field, text })
  const at = (field: NoteField) => (text: string) => refuse(field, text)
  const label = textOfCell(fields.label).slice(0, mostSigns)
  if (isTotalRow([fields.code, fields.label, fields.bl]))
    return { line, label: shortened(label), code: '', ok: false, reasons: [], isEmpty: true }
  const code = readCode(fields.code, at('code'))
  if (isCut) refuse('label', 'Ligne coupée : il lui manque des cellules (fichier tronqué, ou guillemet non refermé).')
  if (label !== '' && !/\p{L}/u.test(label))
    refuse('label', `« ${shortened(label)} » n’est pas un libellé : les colonnes sont peut-être inversées.`)
  if (code === null && label === '') refuse('code', 'Ni code ni libellé.')
  const delivered = readQuantity(fields.delivered, at('delivered'))
  if (delivered === null && textOfCell(fields.delivered) === '') refuse('delivered', 'La quantité livrée manque.')
  const expiresOn = readExpiry(fields.expiry, at('expiry'))
  const row: NoteRow = {
    code,
    label: label || (code ?? ''),
    ordered: readQuantity(fields.ordered, at('ordered')),
    delivered: delivered ?? 0,
    free: readQuantity(fields.free, at('free')) ?? 0,
    purchasePrice: readUnitPrice(fields.purchasePrice, format, at('purchasePrice')),
    salePrice: readPrice(fields.salePrice, format, at('salePrice')) || null,
    vat: readVat(fields.vat, format, at('vat')),
    lot: textOfCell(fields.lot).slice(0, mostCode) || null,
    expiresOn,
    bl: textOfCell(fields.bl).slice(0, mostCode) || null,
    day: readDay(fields.day, at('day')),
  }
  const named = { line, label: shortened(row.label), code: code ?? '' }
  return reasons.length > 0
    ? { ...named, ok: false, reasons, isEmpty: !isCut && code === null && delivered === null }
    : { ...named, ok: true, row, isExpired: expiresOn !== null && expiresOn < format.today }
}
