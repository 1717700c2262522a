import { readDay, readPrice, shortened, textOfCell, type CellFormat } from '#shared/domain/files/article-cells.ts'
import { fieldsOf } from '#shared/domain/files/column-mapping.ts'
import type { FileLayout, FileProfile } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { paymentOutcome, type ToldStates } from '#shared/domain/reconciliation/payment-state.ts'
import { isTotalRow } from '#shared/domain/files/total-row.ts'

/** Fields that a column of the statement of an operator of mobile money, or of a bank, can contain. */
export const moneyFields = [
  'day',
  'time',
  'reference',
  'phone',
  'label',
  'amount',
  'credit',
  'debit',
  'fee',
  'state',
] as const
export type MoneyField = (typeof moneyFields)[number]
/** `states`: what the words of this operator say, told by a member. */
export type MoneyProfile = FileProfile<MoneyField> & { states?: ToldStates | undefined }

/**
 * A line of a statement. `minutes`: of the day, 0 to 1439; `amount` in minor units, negative for money that went out;
 * `fee`: what the operator kept of it, at least 0.
 */
export type MoneyLine = {
  day: string
  minutes: number | null
  reference: string | null
  phone: string | null
  label: string | null
  amount: number
  fee: number
}
export type MoneyReading = { line: number } & (
  | { outcome: 'read'; row: MoneyLine; reasons: [] }
  | { outcome: 'error'; row: null; reasons: { field: MoneyField; text: string }[] }
  /** A title, a total, a payment that failed, or a line that a member set aside. */
  | { outcome: 'aside'; row: null; reasons: [] }
  /** The word of its state has to be asked; it counts for nothing before. */
  | { outcome: 'unknown'; row: null; state: string; reasons: [] }
)

/** The files of operators’ and banks’ statements. */
export const moneyLayout: FileLayout<MoneyField> = {
  patterns: [
    [/statut|status|etat|result/, 'state'],
    [/^frais|\bfrais\b|\bfees?\b|commission|\bcharges?\b/, 'fee'],
    [/credit|entree|recu|depot|paid in/, 'credit'],
    [/debit|sortie|retrait|withdrawn|paid out/, 'debit'],
    [/heure|time$/, 'time'],
    [/\bdate\b|^date|jour/, 'day'],
    [/reference|\bref\b|transaction|\bid\b|piece|numero d|cheque/, 'reference'],
    [/telephone|phone|msisdn|numero|expediteur|payeur|\bfrom\b|\btel\b/, 'phone'],
    [/libelle|operation|description|detail|nature|motif|label/, 'label'],
    [/montant|amount|somme|valeur/, 'amount'],
  ],
  amounts: ['amount', 'credit', 'debit', 'fee'],
}

/** The lines of a file, unreadable ones with their reasons. `setAside`: the numbers of the lines that a member set aside. */
export function readMoney(
  table: FileTable,
  { columns, decimals, states }: MoneyProfile,
  { currencyDecimals, setAside }: { currencyDecimals: number; setAside?: ReadonlySet<number> },
): MoneyReading[] {
  const read = fieldsOf(table, columns)
  return table.rows.map(({ line, cells, isCut }) =>
    setAside?.has(line)
      ? { line, outcome: 'aside', row: null, reasons: [] }
      : readRow(
          { line, fields: read(cells), isCut },
          { decimals, currencyDecimals, hasState: Boolean(columns.state), states },
        ),
  )
}

type Texts = Partial<Record<MoneyField, string>>

/** A line without a day is a title or a total. The column of the day may hold the time too. */
function readRow(
  { line, fields, isCut }: { line: number; fields: Texts; isCut?: boolean | undefined },
  { hasState, states, ...format }: CellFormat & { hasState: boolean; states: ToldStates | undefined },
): MoneyReading {
  const reasons: { field: MoneyField; text: string }[] = []
  const at = (field: MoneyField) => (text: string) => void reasons.push({ field, text })
  const text = (field: MoneyField, most: number) => textOfCell(fields[field]).slice(0, most) || null
  const moment = momentOf(textOfCell(fields.day))
  // The words of a balance may stand in the column of the day, or of the reference.
  if (isTotalRow([fields.reference, fields.phone, fields.label, ...(/\d/.test(moment.day) ? [] : [moment.day])]))
    return { line, outcome: 'aside', row: null, reasons: [] }
  const state = textOfCell(fields.state)
  const isFailed = hasState && paymentOutcome(state, states) === 'failed'
  const isAside = !isCut && (moment.day === '' || isFailed)
  if (isAside) return { line, outcome: 'aside', row: null, reasons: [] }
  if (isCut) at('day')('Ligne coupée\u202f: il lui manque des cellules (fichier tronqué, ou guillemet non refermé).')
  const day = readDay(moment.day, at('day'))
  const amount =
    readSigned(fields.amount, format, at('amount')) ??
    signedOf(readSigned(fields.credit, format, at('credit')), readSigned(fields.debit, format, at('debit')))
  const fee = readSigned(fields.fee, format, at('fee'))
  if (day === null || reasons.length > 0) return { line, outcome: 'error', row: null, reasons }
  // A balance, or a line of text.
  if (amount === null || amount === 0) return { line, outcome: 'aside', row: null, reasons: [] }
  if (hasState && paymentOutcome(state, states) === null)
    return { line, outcome: 'unknown', row: null, state, reasons: [] }
  return {
    line,
    outcome: 'read',
    row: {
      day,
      minutes: momentOf(textOfCell(fields.time)).minutes ?? moment.minutes,
      reference: text('reference', 100),
      phone: text('phone', 40),
      label: text('label', 200),
      amount,
      fee: Math.abs(fee ?? 0),
    },
    reasons: [],
  }
}

/** « 27/11/2026 10:32 »: the text of the day, and the minutes of the day. */
function momentOf(text: string): { day: string; minutes: number | null } {
  const found = /(\d{1,2})\s*[:hH]\s*(\d{2})(?::\d{2})?(?:\.\d+)?\s*([ap]m)?/i.exec(text)
  if (!found) return { day: text, minutes: null }
  const [, typed, minute, half] = found
  const hour = half ? (Number(typed) % 12) + (/p/i.test(half) ? 12 : 0) : Number(typed)
  const minutes = hour * 60 + Number(minute)
  return {
    day: text
      .slice(0, found.index)
      .replace(/[T,\s]+$/, '')
      .trim(),
    minutes: minutes < 24 * 60 ? minutes : null,
  }
}

/** Two columns: what came in, and what went out. */
function signedOf(credit: number | null, debit: number | null): number | null {
  if (credit === null && debit === null) return null
  return Math.abs(credit ?? 0) - Math.abs(debit ?? 0)
}

function readSigned(cell: string | undefined, format: CellFormat, refuse: (text: string) => void): number | null {
  const { digits, isNegative } = bare(cell)
  if (digits === '') return null
  const amount = readPrice(digits, format, () => refuse(`« ${shortened(textOfCell(cell))} » n’est pas un montant.`))
  return amount === null ? null : isNegative ? -amount : amount
}

/** The digits of a signed amount: « - 500 », « (500) », « +1 000 ». */
function bare(cell: string | undefined): { digits: string; isNegative: boolean } {
  const text = textOfCell(cell)
  return {
    digits: text.replaceAll(/[-−+()]/g, '').trim(),
    isNegative: /^\s*[-−(]/.test(text) || /[-−]\s*$/.test(text),
  }
}
