import { readDecimal } from '#shared/domain/files/decimals.ts'
import {
  readCode,
  readDay,
  readPrice,
  readQuantity,
  readVat,
  shortened,
  textOfCell,
  type CellFormat,
} from '#shared/domain/files/article-cells.ts'
import { isTotalRow, isTotalText } from '#shared/domain/files/total-row.ts'
import { fieldsOf } from '#shared/domain/files/column-mapping.ts'
import type { FileLayout } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import type { StatementField, StatementProfile } from '#shared/domain/statements/statement-fields.ts'
import { computedAmount, plainNumber, type StatementLineKind } from '#shared/domain/statements/statement-line.ts'

/** A line of a statement file; amounts in minor units, `amount` with VAT and never negative. */
export type FileLine = {
  kind: StatementLineKind
  noteNumber: string | null
  day: string | null
  code: string | null
  label: string
  quantity: number
  free: number
  price: number
  rebate: number
  vat: number
  amount: number
}
export type StatementReading = { line: number; label: string } & (
  | { outcome: 'read'; row: FileLine; reasons: [] }
  | { outcome: 'error'; row: null; reasons: { field: StatementField; text: string }[] }
  /** A title or a total. */
  | { outcome: 'aside'; row: null; reasons: [] }
)

/** The files of suppliers’ statements. */
export const statementLayout: FileLayout<StatementField> = {
  patterns: [
    [/\bug\b|gratui|\bfree\b|bonus/, 'free'],
    [/remise|rabais|ristourne|rebate|discount/, 'rebate'],
    [/tva|taxe|vat/, 'vat'],
    [/\bp ?[ua]\b|prix|cession|unit/, 'price'],
    [/montant|total|net|ttc|amount|debit/, 'amount'],
    [/(n |num|ref|numero|piece).*|^bl$|facture|\bbon\b|avoir/, 'noteNumber'],
    [/^date|\bdate\b|jour/, 'day'],
    [/qte|quantite|^qt$|boites|\bnb\b/, 'quantity'],
    [/cip|ean|gtin|code|acl/, 'code'],
    [/libelle|designation|produit|article|label|nom|nature/, 'label'],
  ],
  amounts: ['price', 'amount', 'rebate'],
}

/** The lines of a file, unreadable ones with their reasons. A note in one amount below its own goods is a subtotal. */
export function readStatement(
  table: FileTable,
  { columns, decimals }: StatementProfile,
  { currencyDecimals }: { currencyDecimals: number },
): StatementReading[] {
  const read = fieldsOf(table, columns)
  const readings = table.rows.map(({ line, cells, isCut }) =>
    readStatementRow({ line, fields: read(cells), isCut }, { decimals, currencyDecimals }),
  )
  const detailed = new Set(
    readings.flatMap(({ row }) => (row?.kind === 'goods' && row.noteNumber ? plainNumber(row.noteNumber) : [])),
  )
  return readings.map((reading) => {
    const { row } = reading
    const isSubtotal = row?.kind === 'note' && isTotalText(row.label) && detailed.has(plainNumber(row.noteNumber ?? ''))
    return isSubtotal ? aside(reading) : reading
  })
}

function aside({ line, label }: Pick<StatementReading, 'line' | 'label'>): StatementReading {
  return { line, label: shortened(label), outcome: 'aside', row: null, reasons: [] }
}

type Texts = Partial<Record<StatementField, string>>

/**
 * Reads one line. A negative amount, or « avoir » in the label, is a credit; a line without code and quantity bills a
 * whole note. An amount that the file does not say is computed.
 */
export function readStatementRow(
  { line, fields, isCut }: { line: number; fields: Texts; isCut?: boolean | undefined },
  format: CellFormat,
): StatementReading {
  const reasons: { field: StatementField; text: string }[] = []
  const at = (field: StatementField) => (text: string) => void reasons.push({ field, text })
  const label = textOfCell(fields.label).slice(0, 200)
  if (isTotalRow([fields.noteNumber, fields.code, fields.label])) return aside({ line, label })
  if (isCut) at('label')('Ligne coupée\u202f: il lui manque des cellules (fichier tronqué, ou guillemet non refermé).')
  const noteNumber = textOfCell(fields.noteNumber).slice(0, 40) || null
  const code = readCode(fields.code, at('code'))
  const quantity = signless(fields.quantity, (text) => readQuantity(text, at('quantity')))
  const price = signless(fields.price, (text) => readPrice(text, format, at('price')))
  const rebate = signless(fields.rebate, (text) => readPrice(text, format, at('rebate'))) ?? 0
  const vat = readVat(fields.vat, format, at('vat'))
  const amount = readSigned(fields.amount, format, at('amount'))
  const day = readDay(fields.day, at('day'))
  const free = readQuantity(fields.free, at('free')) ?? 0
  const isTotal = noteNumber === null && code === null && (quantity === null || /total|report|solde/i.test(label))
  if (isTotal) return aside({ line, label })
  const isCredit = (amount ?? 0) < 0 || textOfCell(fields.quantity).startsWith('-') || /\bavoirs?\b|retour/i.test(label)
  const kind: StatementLineKind = isCredit ? 'credit' : code === null && quantity === null ? 'note' : 'goods'
  const bare = { quantity: quantity ?? 0, price: price ?? 0, rebate, vat }
  const said = amount === null ? computedAmount(bare) : Math.abs(amount)
  if (amount === null && (quantity === null || price === null) && reasons.length === 0)
    at('amount')('Le montant manque, ou la quantité et le prix.')
  if (said < 0) at('rebate')('La remise dépasse le montant de la ligne.')
  if (reasons.length > 0) return { line, label: shortened(label || (code ?? '')), outcome: 'error', row: null, reasons }
  const named = label || code || (kind === 'credit' ? `Avoir ${noteNumber}` : `BL ${noteNumber}`)
  return {
    line,
    label: shortened(named),
    outcome: 'read',
    row: {
      kind,
      noteNumber,
      day,
      code,
      label: named,
      ...bare,
      price: price ?? priceOf(said, bare),
      free,
      amount: said,
    },
    reasons: [],
  }
}

/** The price of one box, when the file says only the amount of the line. */
function priceOf(amount: number, { quantity, rebate, vat }: { quantity: number; rebate: number; vat: number }): number {
  return quantity === 0 ? 0 : Math.round((amount / (1 + vat / 10_000) + rebate) / quantity)
}

/** A credit is written with a minus on some statements. */
function signless<Value>(cell: string | undefined, read: (text: string) => Value): Value {
  return read(textOfCell(cell).replace(/^[-−]\s*/, ''))
}

function readSigned(cell: string | undefined, format: CellFormat, refuse: (text: string) => void): number | null {
  const text = textOfCell(cell)
  const isNegative = /^[-−(]/.test(text) || /[-−]$/.test(text)
  const digits = text.replaceAll(/[-−()]/g, '').trim()
  if (digits === '') return null
  const reading = readDecimal(digits, format.decimals, format.currencyDecimals)
  const rounded =
    !reading.ok && reading.fault === 'decimals' ? readPrice(digits, format, refuse) : reading.ok ? reading.amount : null
  if (rounded === null) refuse(`« ${shortened(text)} » n’est pas un montant.`)
  return rounded === null ? null : isNegative ? -rounded : rounded
}
