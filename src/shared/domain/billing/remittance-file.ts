import { readDay, readPrice, shortened, textOfCell, type CellFormat } from '#shared/domain/files/article-cells.ts'
import { fieldsOf } from '#shared/domain/files/column-mapping.ts'
import type { FileLayout, FileProfile } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { beginsAsTotal } from '#shared/domain/files/total-row.ts'

/** Fields that a column of a payer’s remittance can contain. */
export const remittanceFields = [
  'voucher',
  'bill',
  'insuredNumber',
  'beneficiary',
  'day',
  'claimed',
  'paid',
  'reason',
] as const
export type RemittanceField = (typeof remittanceFields)[number]
export type RemittanceProfile = FileProfile<RemittanceField>

/** A line of a remittance; amounts in minor units. `paid` is 0 for a refused voucher. */
export type RemittanceLine = {
  voucher: string | null
  bill: string | null
  insuredNumber: string | null
  beneficiary: string | null
  day: string | null
  claimed: number | null
  paid: number
  reason: string | null
}
export type RemittanceReading = { line: number } & (
  | { outcome: 'read'; row: RemittanceLine; reasons: [] }
  | { outcome: 'error'; row: null; reasons: { field: RemittanceField; text: string }[] }
  /** A title or a total. */
  | { outcome: 'aside'; row: null; reasons: [] }
)

/** The files of payers’ remittances. */
export const remittanceLayout: FileLayout<RemittanceField> = {
  patterns: [
    [/motif|observation|commentaire|raison|rejet.*(libelle|motif)/, 'reason'],
    [/(montant|net|somme).*(regle|paye|rembours|accorde|retenu|admis)|^(regle|paye|rembourse|accorde|net)/, 'paid'],
    [/(montant|part|somme).*(reclame|demande|facture|presente|soumis)|reclame|demande/, 'claimed'],
    [/facture|bordereau/, 'bill'],
    [/matricule|assure|police|adherent|carte/, 'insuredNumber'],
    [/beneficiaire|patient|malade|nom/, 'beneficiary'],
    [/bon|prise en charge|pec|feuille|dossier|reference|\bref\b/, 'voucher'],
    [/^date|\bdate\b|jour|soins/, 'day'],
    [/montant|paid|amount|total/, 'paid'],
  ],
  amounts: ['paid', 'claimed'],
}

/** The lines of a file, unreadable ones with their reasons. */
export function readRemittance(
  table: FileTable,
  { columns, decimals }: RemittanceProfile,
  { currencyDecimals }: { currencyDecimals: number },
): RemittanceReading[] {
  const read = fieldsOf(table, columns)
  return table.rows.map(({ line, cells, isCut }) =>
    readRow({ line, fields: read(cells), isCut }, { decimals, currencyDecimals }),
  )
}

type Texts = Partial<Record<RemittanceField, string>>

/** A line that names neither voucher nor insured is a title or a total. An empty amount is 0: the voucher was refused. */
function readRow(
  { line, fields, isCut }: { line: number; fields: Texts; isCut?: boolean | undefined },
  format: CellFormat,
): RemittanceReading {
  const reasons: { field: RemittanceField; text: string }[] = []
  const at = (field: RemittanceField) => (text: string) => void reasons.push({ field, text })
  const text = (field: RemittanceField, most: number) => textOfCell(fields[field]).slice(0, most) || null
  const voucher = text('voucher', 100)
  const insuredNumber = text('insuredNumber', 100)
  if (isCut)
    at('voucher')('Ligne coupée\u202f: il lui manque des cellules (fichier tronqué, ou guillemet non refermé).')
  const named = [voucher, insuredNumber, text('beneficiary', 200)]
  const isTotal = named.some(beginsAsTotal) || (!isCut && voucher === null && insuredNumber === null)
  if (isTotal) return { line, outcome: 'aside', row: null, reasons: [] }
  const paid = readPrice(fields.paid, format, at('paid'))
  const claimed = readPrice(fields.claimed, format, at('claimed'))
  const day = readDay(fields.day, at('day'))
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(voucher ?? ''))
    at('voucher')(`« ${shortened(voucher!)} » est un numéro arrondi par le tableur. Mettez la colonne au format texte.`)
  if (reasons.length > 0) return { line, outcome: 'error', row: null, reasons }
  return {
    line,
    outcome: 'read',
    row: {
      voucher,
      insuredNumber,
      bill: text('bill', 60),
      beneficiary: text('beneficiary', 200),
      reason: text('reason', 200),
      day,
      claimed,
      paid: paid ?? 0,
    },
    reasons: [],
  }
}
