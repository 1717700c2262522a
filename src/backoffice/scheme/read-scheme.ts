import { withoutCurrency } from '#shared/domain/countries/currency-words.ts'
import type { NewProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { type ColumnMapping, fieldsOf, guessColumns } from '#shared/domain/files/column-mapping.ts'
import type { Currency } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { isTotalRow } from '#shared/domain/files/total-row.ts'
import type { MappedField } from '#backoffice/ui/imports/mapping-step.tsx'

export type SchemeField = 'code' | 'label' | 'inn' | 'dosage' | 'form' | 'basePrice' | 'rate'
export type SchemeLine = NewProductHealthInsurance & { code: string }
export type LineError = { line: number; code: string; label: string; text: string }
export type SchemeReading = { lines: SchemeLine[]; errors: LineError[] }

export const schemeFields: readonly MappedField<SchemeField>[] = [
  { field: 'code', label: 'Code', hint: 'obligatoire' },
  { field: 'label', label: 'Libellé', hint: 'obligatoire' },
  { field: 'inn', label: 'DCI' },
  { field: 'dosage', label: 'Dosage' },
  { field: 'form', label: 'Forme' },
  { field: 'basePrice', label: 'Prix de base', hint: 'obligatoire' },
  { field: 'rate', label: 'Taux', hint: 'ou le même pour toutes' },
]

/** Usual column headers of national schemes, folded; the first matching pattern wins. */
const patterns: readonly (readonly [RegExp, SchemeField])[] = [
  [/\b(dci|inn|molecule|substance|principe)/, 'inn'],
  [/\b(dosage|dose|strength)/, 'dosage'],
  [/\b(forme?|presentation galenique|galenique)\b/, 'form'],
  [/\b(taux|rate|pourcentage|%)/, 'rate'],
  [/\b(prix|tarif|base|price|montant|cout)\b/, 'basePrice'],
  [/\b(code|cip|reference|ref|numero|n)\b/, 'code'],
  [/\b(libelle|designation|medicament|produit|specialite|nom|denomination|label)\b/, 'label'],
]

export function guessScheme(headers: readonly string[]): ColumnMapping<SchemeField> {
  return guessColumns(headers, patterns)
}

/** What is missing before the rows can be read. */
export function schemeBarrier(mapping: ColumnMapping<SchemeField>, rate: number | null): string | undefined {
  const missing = [
    ...(mapping.code ? [] : ['le code']),
    ...(mapping.label ? [] : ['le libellé']),
    ...(mapping.basePrice ? [] : ['le prix de base']),
    ...(mapping.rate || rate !== null ? [] : ['le taux']),
  ]
  return missing.length === 0 ? undefined : `Il manque ${missing.join(', ')}.`
}

/**
 * The valid lines of the file, and the errors of the others with the faulty cell. `rate`: percentage of lines without a
 * column for it.
 */
export function readScheme(
  table: FileTable,
  mapping: ColumnMapping<SchemeField>,
  rate: number | null,
  currency: Currency,
): SchemeReading {
  const textsOf = fieldsOf(table, mapping)
  const rows = table.rows
    .map(({ line, cells }) => ({ line, texts: textsOf(cells) }))
    .filter(({ texts }) => !isTotalRow([texts.code, texts.label]))
  // Spreadsheets export a percent column as fractions: 0.7 and 1.
  const areShares =
    rows.some(({ texts }) => /^0[.,]\d/.test(texts.rate ?? '')) &&
    rows.every(({ texts }) => texts.rate === undefined || Number(texts.rate.replace(',', '.')) <= 1)
  const seen = new Map<string, number>()
  const reading: SchemeReading = { lines: [], errors: [] }
  for (const { line, texts } of rows) {
    const { code = '', label = '' } = texts
    const faults: string[] = []
    const basePrice = readPrice(texts.basePrice, currency)
    const percent = texts.rate === undefined ? rate : readRate(texts.rate, areShares)
    const first = seen.get(code)
    if (code === '') faults.push('Le code manque.')
    else if (first === undefined) seen.set(code, line)
    else faults.push(`Le code ${code} est déjà à la ligne ${first}.`)
    if (label === '') faults.push('Le libellé manque.')
    for (const field of ['code', 'label', 'inn', 'dosage', 'form'] as const)
      if ((texts[field]?.length ?? 0) > 200) faults.push('Un texte dépasse 200\u00a0caractères.')
    if (basePrice === null)
      faults.push(texts.basePrice ? `«\u00a0${texts.basePrice}\u00a0» n’est pas un prix.` : 'Le prix de base manque.')
    if (percent === null)
      faults.push(texts.rate ? `«\u00a0${texts.rate}\u00a0» n’est pas un taux entier de 0 à 100.` : 'Le taux manque.')
    if (faults.length > 0 || basePrice === null || percent === null)
      reading.errors.push({ line, code, label, text: faults.join(' ') })
    else
      reading.lines.push({
        code,
        label,
        inn: texts.inn ?? null,
        dosage: texts.dosage ?? null,
        form: texts.form ?? null,
        basePrice,
        rate: percent,
      })
  }
  return reading
}

/** « 1 250 F CFA », « 1250,00 ». */
function readPrice(text: string | undefined, currency: Currency): number | null {
  const digits = withoutCurrency((text ?? '').trim()).trim()
  const cut = currency.decimals === 0 ? digits.replace(/[.,]0{1,2}$/, '') : digits
  const amount = readAmount(cut, currency)
  return amount === null || Number.isNaN(amount) ? null : amount
}

function readRate(text: string, isShare: boolean): number | null {
  const number = Number(text.replace(/\s*%$/, '').replace(',', '.'))
  const percent = isShare ? Math.round(number * 10_000) / 100 : number
  return Number.isInteger(percent) && percent >= 0 && percent <= 100 ? percent : null
}
