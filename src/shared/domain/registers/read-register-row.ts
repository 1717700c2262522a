import { readDecimal, type AmountFault, type DecimalMark } from '#shared/domain/files/decimals.ts'
import { isTotalRow } from '#shared/domain/files/total-row.ts'
import { productCodeFault } from '#shared/domain/product-code.ts'
import type { RegisterField } from '#shared/domain/registers/register-fields.ts'

/** A product as a register describes it; null for what the row does not give. */
export type RegisterProduct = {
  label: string
  /** Digits. */
  codes: string[]
  registration: string | null
  inns: { name: string; dosage: string | null }[]
  /** The whole cell. */
  dosage: string | null
  form: string | null
  pack: RegisterPack | null
  /** In minor units of the register's currency. */
  price: number | null
  laboratory: string | null
}
/** `units`: what the pack contains and can be sold singly; 1 when the text does not say it clearly. */
export type RegisterPack = { label: string; units: number }
export type RegisterReason = { field: RegisterField; text: string }
export type RegisterTexts = Partial<Record<RegisterField, string | undefined>>
/** `label` and `code` name the row, also one that cannot be read. */
export type RegisterReading = { line: number; label: string; code: string } & (
  { ok: true; product: RegisterProduct } | { ok: false; reasons: RegisterReason[] }
)
export type RegisterFormat = { decimals: DecimalMark; currencyDecimals: number }

const mostSigns = 200

/**
 * Reads one row of a register. A row with any unreadable value is set aside whole, with the reason of each: a product
 * without the code that its row has would be created a second time.
 */
export function readRegisterRow(
  { line, fields, isCut }: { line: number; fields: RegisterTexts; isCut?: boolean | undefined },
  { decimals, currencyDecimals }: RegisterFormat,
): RegisterReading {
  const reasons: RegisterReason[] = []
  const refuse = (field: RegisterField, text: string): void => void reasons.push({ field, text })
  const label = textOf(fields, 'label', refuse) ?? ''
  if (isTotalRow([fields.code, fields.otherCode, fields.label]))
    refuse('label', `« ${shown(fields.label || fields.code || '')} » : ligne de total, sans produit.`)
  if (isCut) refuse('label', 'Ligne coupée : il lui manque des cellules (fichier tronqué, ou guillemet non refermé).')
  else if (label === '' && !fields.label?.trim()) refuse('label', 'Le libellé manque.')
  else if (label !== '' && !/\p{L}/u.test(label))
    refuse('label', `« ${label} » n’est pas un libellé : les colonnes sont peut-être inversées.`)
  const named = (field: RegisterField): string | null => {
    const text = textOf(fields, field, refuse)
    if (text !== null && !/\p{L}/u.test(text))
      refuse(field, `« ${text} » n’est pas un nom : les colonnes sont peut-être inversées.`)
    return text
  }
  const inn = named('inn')
  const dosage = textOf(fields, 'dosage', refuse)
  const pack = textOf(fields, 'pack', refuse)
  const product: RegisterProduct = {
    label,
    codes: [...new Set([...readCodes(fields, 'code', refuse), ...readCodes(fields, 'otherCode', refuse)])],
    registration: textOf(fields, 'registration', refuse),
    inns: inn === null ? [] : readInns(inn, dosage),
    dosage,
    form: named('form'),
    pack: pack === null ? null : readPack(pack),
    price: readPrice(fields.price, { decimals, currencyDecimals }, refuse),
    laboratory: named('laboratory'),
  }
  return reasons.length > 0
    ? { line, label: shown(fields.label ?? ''), code: shown(fields.code ?? ''), ok: false, reasons }
    : { line, label, code: product.codes[0] ?? product.registration ?? '', ok: true, product }
}

type Refuse = (field: RegisterField, text: string) => void

function textOf(fields: RegisterTexts, field: RegisterField, refuse: Refuse): string | null {
  const text = (fields[field] ?? '').replaceAll(/\s+/g, ' ').trim()
  if (text === '' || /^[-–—.*]+$|^n\/?a$/i.test(text)) return null
  if (text.includes('\uFFFD')) refuse(field, `« ${shown(text)} » : des signes sont illisibles.`)
  else if (text.length > mostSigns)
    refuse(field, `« ${shown(text)} » est trop long : ${mostSigns} signes au plus (guillemet non refermé ?).`)
  else return text
  return null
}

function shown(cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').trim()
  return text.length > 30 ? `${text.slice(0, 30)}…` : text
}

/** Several codes in one cell are separated by `/`, `;`, `,` or `|`. Spaces, points and hyphens inside a code are left out. */
function readCodes(fields: RegisterTexts, field: 'code' | 'otherCode', refuse: Refuse): string[] {
  const text = textOf(fields, field, refuse)
  if (text === null) return []
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) {
    refuse(field, `« ${text} » est un code arrondi par le tableur. Mettez la colonne au format texte.`)
    return []
  }
  return text.split(/[/;,|]/).flatMap((part) => {
    const code = part.replaceAll(/[\s.-]/g, '')
    if (code === '') return []
    switch (productCodeFault(code)) {
      case null:
        return [code]
      case 'digits':
        refuse(field, `« ${shown(part.trim())} » n’est pas un code : 4 à 14 chiffres sont attendus.`)
        return []
      case 'key':
        refuse(field, `« ${code} » a une clé de contrôle fausse : un chiffre est mal copié.`)
        return []
    }
  })
}

/** « A + B » with « 500 mg + 125 mg » are two substances with their dosage. */
function readInns(text: string, dosage: string | null): { name: string; dosage: string | null }[] {
  const parts = (cell: string): string[] =>
    cell
      .split(/[+;/]/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const names = parts(text)
  const dosages = dosage === null ? [] : parts(dosage)
  return names.map((name, at) => ({
    name,
    dosage: names.length > 1 && dosages.length === names.length ? dosages[at]! : at === 0 ? dosage : null,
  }))
}

const mostUnits = 10_000

/** « B/16 », « Boîte de 30 comprimés », « 3 x 10 »: the number of units; a volume or a weight is none. */
export function readPack(text: string): RegisterPack {
  const label = /^\d+$/.test(text) ? `Boîte de ${text}` : text
  const product = /(?<![\d.,])(\d{1,4})\s*[x×*]\s*(\d{1,4})(?![\d.,]*\s*(?:ml|cl|l|mg|µg|mcg|kg|g|ui|%)\b)/iu.exec(text)
  const counts = [
    ...text.matchAll(/(?<![\d.,])(\d{1,5})(?![\d.,]*\d)(?!\s*(?:ml|cl|l|mg|µg|mcg|kg|g|ui|%)(?![\p{L}]))/giu),
  ]
  const units = product ? Number(product[1]) * Number(product[2]) : counts.length === 1 ? Number(counts[0]![1]) : 1
  return { label, units: units >= 1 && units <= mostUnits ? units : 1 }
}

const priceFaults: Record<AmountFault, string> = {
  notAnAmount: 'n’est pas un prix',
  twoMarks: 'a deux marques de décimales : le prix n’est pas sûr',
  decimals: 'a des décimales que la monnaie n’a pas',
  tooLarge: 'est trop grand pour un prix',
}

function readPrice(text: string | undefined, format: RegisterFormat, refuse: Refuse): number | null {
  const given = (text ?? '').trim()
  if (given === '' || /^[-–—.*]+$|^n\/?a$/i.test(given)) return null
  const reading = readDecimal(given, format.decimals, format.currencyDecimals)
  if (reading.ok) return reading.amount
  refuse('price', `« ${shown(given)} » ${priceFaults[reading.fault]}.`)
  return null
}
