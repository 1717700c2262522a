import { guessColumns, type ColumnMapping, type HeaderPatterns } from '#shared/domain/files/column-mapping.ts'

/** Fields that a column of a country's register of medicines can contain. */
export const registerFields = [
  'label',
  'code',
  'otherCode',
  'registration',
  'inn',
  'dosage',
  'form',
  'pack',
  'price',
  'laboratory',
] as const
export type RegisterField = (typeof registerFields)[number]
export type RegisterMapping = ColumnMapping<RegisterField>

export const registerFieldWords: Record<RegisterField, { label: string; hint?: string }> = {
  label: { label: 'Libellé', hint: 'obligatoire' },
  code: { label: 'Code', hint: 'EAN, CIP, code national' },
  otherCode: { label: 'Autre code' },
  registration: { label: 'N° d’enregistrement', hint: 'AMM, visa' },
  inn: { label: 'DCI' },
  dosage: { label: 'Dosage' },
  form: { label: 'Forme' },
  pack: { label: 'Présentation', hint: 'conditionnement' },
  price: { label: 'Prix public' },
  laboratory: { label: 'Laboratoire' },
}

const patterns: HeaderPatterns<RegisterField> = [
  [
    /^(?!.*\b(?:date|etat|statut|state|status|expir\w*)\b).*\b(amm|visa|enregistrement|homologation|registration|reg no|licen[cs]e|marketing authori[sz]ation)\b/,
    'registration',
  ],
  [/\b(dosages?|doses?|strengths?|concentration|force)\b/, 'dosage'],
  [/\b(dci|inn|molecules?|substances?|principes? actifs?|generic name|active|composition)\b/, 'inn'],
  [/\b(prix|tarif|ppv|ppm|price|cout|cost|retail)\b/, 'price'],
  [
    /\b(labo|laboratoires?|fabricants?|manufacturers?|titulaires?|firmes?|holders?|exploitants?|brand owner)\b/,
    'laboratory',
  ],
  [/\b(ean|ean ?13|gtin|barcode|bar code|code barres?|cip|cip ?13|code national|national code)\b/, 'code'],
  [/\b(presentations?|conditionnements?|packs?|pack size|packaging|boites?|contenance|qte|quantite)\b/, 'pack'],
  [/\b(formes?|forms?|galenique|dosage form|pharmaceutical form)\b/, 'form'],
  [
    /\b(libelles?|labels?|designations?|denominations?|produits?|products?|specialites?|noms?|names?|medicaments?|articles?|medicines?)\b/,
    'label',
  ],
  [/\b(codes?|reference|ref)\b/, 'code'],
]

/** The mapping guessed from the headers; a second column with codes becomes the other code. */
export function guessRegister(headers: readonly string[]): RegisterMapping {
  // « dosage form » and « forme et dosage » are forms
  const isForm = (header: string): boolean => /\bdosage form\b|\bforme? (et|pharma)/i.test(header)
  const first = guessColumns(
    headers.filter((header) => !isForm(header)),
    patterns,
  )
  const form = first.form ?? headers.find(isForm)
  const taken = { ...first, ...(form === undefined ? {} : { form }) }
  const rest = headers.filter((header) => !Object.values(taken).includes(header))
  const { code } = guessColumns(rest, patterns)
  return { ...taken, ...(taken.code !== undefined && code !== undefined ? { otherCode: code } : {}) }
}
