import { readDecimal } from '#shared/domain/files/decimals.ts'
import {
  readCode,
  readDay,
  readPrice,
  readUnitPrice,
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
import { isSupplierPrice, priceOfOne, type SupplierPrice } from '#shared/domain/supplier-price.ts'
import { computedAmount, plainNumber, type StatementLineKind } from '#shared/domain/statements/statement-line.ts'

/** A line of a statement file; `price` as the paper says it, amounts in minor units, `amount` with VAT and never negative. */
export type FileLine = {
  kind: StatementLineKind
  noteNumber: string | null
  day: string | null
  code: string | null
  label: string
  quantity: number
  free: number
  price: SupplierPrice
  rebate: number
  vat: number
  amount: number
}
export type StatementReading = { line: number; label: string } &
  /** `rest`: what the amount of the paper has more than `row.amount`, in ten-thousandths of a minor unit. */
  (
    | { outcome: 'read'; row: FileLine; rest: number; reasons: [] }
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

/**
 * The lines of a file, unreadable ones with their reasons. A note in one amount below its own goods is a subtotal. What
 * rounding takes off an amount goes to the next line, so that the lines add up to the rounded total of the paper.
 */
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
  let carried = 0
  return readings.map((reading) => {
    if (reading.outcome !== 'read') return reading
    const { row } = reading
    if (row.kind === 'note' && isTotalText(row.label) && detailed.has(plainNumber(row.noteNumber ?? '')))
      return aside(reading)
    const sign = row.kind === 'credit' ? -1 : 1
    carried += sign * reading.rest
    const moved = Math.round(carried / parts)
    if (row.amount + sign * moved < 0) return reading
    carried -= moved * parts
    return { ...reading, row: { ...row, amount: row.amount + sign * moved } }
  })
}

function aside({ line, label }: Pick<StatementReading, 'line' | 'label'>): StatementReading {
  return { line, label: shortened(label), outcome: 'aside', row: null, reasons: [] }
}

/** Decimals of an amount beyond those of the currency. */
const partDecimals = 4
const parts = 10 ** partDecimals

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
  const price = signless(fields.price, (text) => readUnitPrice(text, format, at('price')))
  const rebate = signless(fields.rebate, (text) => readPrice(text, format, at('rebate'))) ?? 0
  const vat = readVat(fields.vat, format, at('vat'))
  const { amount, rest } = readSigned(fields.amount, format, at('amount'))
  const day = readDay(fields.day, at('day'))
  const free = readQuantity(fields.free, at('free')) ?? 0
  const isTotal = noteNumber === null && code === null && (quantity === null || /total|report|solde/i.test(label))
  if (isTotal) return aside({ line, label })
  const isCredit = (amount ?? 0) < 0 || textOfCell(fields.quantity).startsWith('-') || /\bavoirs?\b|retour/i.test(label)
  const kind: StatementLineKind = isCredit ? 'credit' : code === null && quantity === null ? 'note' : 'goods'
  const bare = { quantity: quantity ?? 0, price: price ?? '0', rebate, vat }
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
    rest,
    reasons: [],
  }
}

/** The price of one box, when the file says only the amount of the line. */
function priceOf(
  amount: number,
  { quantity, rebate, vat }: { quantity: number; rebate: number; vat: number },
): SupplierPrice {
  const price = priceOfOne(Math.round((amount * 10_000) / (10_000 + vat)) + rebate, quantity)
  return isSupplierPrice(price) ? price : '0'
}

/** A credit is written with a minus on some statements. */
function signless<Value>(cell: string | undefined, read: (text: string) => Value): Value {
  return read(textOfCell(cell).replace(/^[-−]\s*/, ''))
}

function readSigned(
  cell: string | undefined,
  format: CellFormat,
  refuse: (text: string) => void,
): { amount: number | null; rest: number } {
  const text = textOfCell(cell)
  const isNegative = /^[-−(]/.test(text) || /[-−]$/.test(text)
  const digits = text.replaceAll(/[-−()]/g, '').trim()
  if (digits === '') return { amount: null, rest: 0 }
  const exact = readDecimal(digits, format.decimals, format.currencyDecimals)
  const reading =
    !exact.ok && exact.fault === 'decimals'
      ? readDecimal(digits, format.decimals, format.currencyDecimals + partDecimals)
      : exact
  if (!reading.ok) {
    refuse(`« ${shortened(text)} » n’est pas un montant.`)
    return { amount: null, rest: 0 }
  }
  const rounded = exact.ok ? exact.amount : Math.round(reading.amount / parts)
  return { amount: isNegative ? -rounded : rounded, rest: exact.ok ? 0 : reading.amount - rounded * parts }
}
