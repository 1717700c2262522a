import { withoutCurrency } from '#shared/domain/countries/currency-words.ts'
import { birthDateFault } from '#shared/domain/birth-date.ts'
import { caps } from '#shared/domain/caps.ts'
import { readDay } from '#shared/domain/insured/read-day.ts'
import { marriedNameOf, type InsuredName } from '#shared/domain/insured/married-name.ts'
import { isNothing, notAnInsured } from '#shared/domain/insured/not-an-insured.ts'
import { cleanName, cleanText, splitName } from '#shared/domain/insured/read-name.ts'
import type { InsuredField } from '#shared/domain/insured/insured-fields.ts'
import { phoneRefusalText, readPhone } from '#shared/domain/phone.ts'
import { fold } from '#shared/domain/search/fold.ts'

export const insuredRelations = ['holder', 'spouse', 'child', 'parent', 'sibling', 'other'] as const
export type InsuredRelation = (typeof insuredRelations)[number]

/** A valid row of a file of insured persons; null for values that the file does not give. */
export type Insured = {
  number: string
  lastName: string
  firstName: string
  /** The last name at birth, when it is another. */
  birthName: string | null
  birthDate: string | null
  sex: 'F' | 'M' | null
  /** E.164. */
  phone: string | null
  /** Percent, integer. */
  coverage: number | null
  holderNumber: string | null
  relationship: InsuredRelation | null
  validFrom: string | null
  validUntil: string | null
  /** In minor units. */
  monthlyCeiling: number | null
}

export type InsuredError = { field: InsuredField; text: string }
export type InsuredFieldTexts = Partial<Record<InsuredField, string | undefined>>
/**
 * `setAside`: what the import leaves out. Of a row that names an insured person, values; of another row (a total, a
 * separator), the row itself: then there is neither an insured person nor an error.
 */
export type InsuredReading = { setAside: InsuredError[] } & (
  { ok: true; insured: Insured } | { ok: false; errors: InsuredError[]; name: string; number: string }
)
/** `today`: the pharmacy's calendar day. `currencyDecimals`: of its currency, for ceilings. */
export type InsuredOptions = { countryCode: string; today: string; currencyDecimals?: number }

/** Parses one row of a payer's file with tolerant readers. Each error quotes the cell and states what is expected. */
export function readInsured(
  fields: InsuredFieldTexts,
  { countryCode, today, currencyDecimals = 0 }: InsuredOptions,
): InsuredReading {
  const notOne = notAnInsured(fields)
  if (notOne)
    return { ok: false, errors: [], name: cleanText(fields[notOne.field] ?? ''), number: '', setAside: [notOne] }
  const errors: InsuredError[] = []
  const setAside: InsuredError[] = []
  const refuse = (field: InsuredField, text: string): null => {
    errors.push({ field, text })
    return null
  }
  const read = <T>(field: InsuredField, reader: (text: string) => T | string): Exclude<T, string> | null => {
    const text = fields[field]?.trim() ?? ''
    if (isNothing(text)) return null
    const value = reader(text)
    return typeof value === 'string' ? refuse(field, value) : (value as Exclude<T, string>)
  }
  const number = readNumber(fields.number, refuse)
  const name = readName(fields, refuse)
  const insured: Insured = {
    number,
    ...name,
    birthDate:
      read('birthDate', (text) => {
        if (!isUnknownDay(text)) return readBirthDate(text, today)
        setAside.push({
          field: 'birthDate',
          text: `« ${text} » : jour et mois inconnus, la date de naissance reste vide.`,
        })
        return { day: null }
      })?.day ?? null,
    sex: read('sex', readSex)?.sex ?? null,
    phone: read('phone', (text) => readInsuredPhone(text, countryCode))?.phone ?? null,
    coverage: read('coverage', readPercent),
    holderNumber: read('holderNumber', readHolder)?.number ?? null,
    relationship: read('relationship', readRelation)?.kind ?? null,
    validFrom: read('validFrom', (text) => readAnyDay(text, today))?.day ?? null,
    validUntil: read('validUntil', (text) => readAnyDay(text, today))?.day ?? null,
    monthlyCeiling: read('monthlyCeiling', (text) => readAmount(text, currencyDecimals)),
  }
  if (insured.validFrom !== null && insured.validUntil !== null && insured.validFrom > insured.validUntil)
    refuse('validUntil', `La fin « ${fields.validUntil} » est avant le début « ${fields.validFrom} ».`)
  return errors.length > 0
    ? { ok: false, errors, name: insuredName(name), number, setAside }
    : { ok: true, insured, setAside }
}

/** The first name as it is kept: the model has no field of its own for the name at birth, and searches this one. */
export function keptFirstName({ firstName, birthName }: Omit<InsuredName, 'lastName'>): string {
  return birthName === null ? firstName : `${firstName} (née ${birthName})`.trim()
}

/** « DOSSOU Ama (née KOUASSI) ». */
export function insuredName(name: InsuredName): string {
  return `${name.lastName} ${keptFirstName(name)}`.trim()
}

/** « 00/00/1978 »: only the year is known. */
function isUnknownDay(text: string): boolean {
  return /^0{1,2}[-/. ]0{1,2}[-/. ](?:\d{4}|\d{2})$|^\d{4}[-/.]0{1,2}[-/.]0{1,2}$/.test(text)
}

type Refuse = (field: InsuredField, text: string) => null

function readNumber(text: string | undefined, refuse: Refuse): string {
  const number = cleanText(text ?? '')
  if (isNothing(number)) refuse('number', 'Le numéro de police manque.')
  // The spreadsheet rounded a long number: its digits are lost.
  else if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(number))
    refuse('number', `« ${number} » est un numéro arrondi par le tableur. Mettez la colonne au format texte.`)
  else if (number.length > 200) refuse('number', `« ${number.slice(0, 20)}… » est trop long : 200 caractères au plus.`)
  return isNothing(number) ? '' : number
}

function readName(fields: InsuredFieldTexts, refuse: Refuse): InsuredName {
  const whole = cleanName(fields.fullName ?? '')
  const own = marriedNameOf(cleanName(fields.lastName ?? ''), cleanName(fields.firstName ?? ''))
  const name = own.lastName !== '' || whole === '' ? own : splitName(whole)
  const field = fields.lastName === undefined && fields.fullName !== undefined ? 'fullName' : 'lastName'
  if (!/[\p{L}]/u.test(name.lastName))
    refuse(field, name.lastName === '' ? 'Le nom manque.' : `« ${name.lastName} » n’est pas un nom.`)
  for (const [part, text] of [
    [field, name.lastName],
    ['firstName', keptFirstName(name)],
  ] as const)
    if (text.length > 100) refuse(part, `« ${text.slice(0, 20)}… » est trop long : 100 caractères au plus.`)
  return name
}

function readBirthDate(text: string, today: string): { day: string } | string {
  const day = readDay(text, today)
  if (day === null) return notADay(text)
  switch (birthDateFault(day, today)) {
    case null:
      return { day }
    case 'future':
      return `« ${text} » est à venir : une date de naissance passée est attendue.`
    case 'too-old':
      return `« ${text} » est avant 1900 : vérifiez l’année de naissance.`
    case 'impossible':
      return notADay(text)
  }
}

function readAnyDay(text: string, today: string): { day: string } | string {
  const day = readDay(text, today)
  return day === null ? notADay(text) : { day }
}

function notADay(text: string): string {
  return `« ${text} » n’est pas une date qui existe : jj/mm/aaaa est attendu, par exemple 31/12/1980.`
}

const sexes: Readonly<Record<string, 'F' | 'M'>> = {
  f: 'F',
  fem: 'F',
  feminin: 'F',
  feminine: 'F',
  femme: 'F',
  female: 'F',
  fille: 'F',
  mme: 'F',
  madame: 'F',
  mlle: 'F',
  mademoiselle: 'F',
  mrs: 'F',
  ms: 'F',
  miss: 'F',
  w: 'F',
  m: 'M',
  h: 'M',
  masc: 'M',
  masculin: 'M',
  masculine: 'M',
  homme: 'M',
  male: 'M',
  garcon: 'M',
  mr: 'M',
  monsieur: 'M',
}

function readSex(text: string): { sex: 'F' | 'M' } | string {
  const sex = sexes[wordsOf(text)]
  return sex ? { sex } : `« ${text} » n’est pas un sexe : F ou M est attendu.`
}

function readInsuredPhone(text: string, countryCode: string): { phone: string } | string {
  const reading = readPhone(text, countryCode)
  if (reading.kind === 'phone') return { phone: reading.e164 }
  return reading.kind === 'empty'
    ? `« ${text} » n’est pas un numéro de téléphone.`
    : `« ${text} » : ${phoneRefusalText(reading.reason, countryCode)}`
}

/** « 80 », « 80 % », « 0,8 », « 80,00 »: a number below 1 without a percent sign is a fraction. */
function readPercent(text: string): number | string {
  const [, digits = '', sign] = /^([+-]?\d{1,6}(?:[.,]\d{1,9})?)\s*(%)?$/.exec(text) ?? []
  const refused = `« ${text} » n’est pas un taux : un nombre entier de 0 à 100 est attendu.`
  if (digits === '') return refused
  const value = Number(digits.replace(',', '.'))
  const isShare = sign === undefined && value < 1 && value > 0
  // « 1,0 » is the fraction 1 (100 %), « 1 » is one percent.
  const percent = isShare || (sign === undefined && /^1[.,]0+$/.test(digits)) ? Math.round(value * 1e6) / 1e4 : value
  return Number.isInteger(percent) && percent >= 0 && percent <= 100 ? percent : refused
}

function readHolder(text: string): { number: string } | string {
  const number = cleanText(text)
  return number.length > 200 ? `« ${number.slice(0, 20)}… » est trop long : 200 caractères au plus.` : { number }
}

const relations: readonly (readonly [RegExp, InsuredRelation])[] = [
  [
    /^(?:assuree?|adherente?|principale?|assuree? principale?|adherente? principale?|membre principal|titulaire|salariee?|agent|employee?|souscripteur|affiliee?|lui meme|elle meme|chef de famille|holder|member|main member|principal member|policy ?holder|self|employee|insured|a|p|ap|00|0)$/,
    'holder',
  ],
  [/^(?:conjointe?s?|epou(?:x|se)s?|femme|mari|compagne|compagnon|spouse|wife|husband|partner|c|cj)$/, 'spouse'],
  [
    /^(?:enfants?|enft?|fils|filles?|child|children|son|daughter|kid|dependent child|e|\d*(?:er|e|eme) enfant|enfant \d+)$/,
    'child',
  ],
  [/^(?:pere|mere|parents?|ascendante?s?|father|mother|parent)$/, 'parent'],
  [/^(?:freres?|soeurs?|brother|sister|sibling)$/, 'sibling'],
  [
    /^(?:autres?|ayants? droits?|a charge|personne a charge|beneficiaire|dependante?s?|dependents?|other|neveu|niece|tuteur|pupille|petits? enfants?|ad)$/,
    'other',
  ],
]

function readRelation(text: string): { kind: InsuredRelation } | string {
  const kind = relations.find(([pattern]) => pattern.test(wordsOf(text)))?.[1]
  return kind
    ? { kind }
    : `« ${text} » n’est pas un lien connu : assuré, conjoint, enfant, parent ou autre est attendu.`
}

function readAmount(text: string, decimals: number): number | string {
  const digits = withoutCurrency(text.replaceAll(/[\s\u00A0\u202F]/g, ''))
  const refused = `« ${text} » n’est pas un montant : un nombre sans signe est attendu, par exemple 50 000.`
  // « 50.000 » is fifty thousand here: point and comma both separate thousands.
  const plain = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? digits.replaceAll(/[.,]/g, '') : digits.replace(',', '.')
  if (!/^\d{1,12}(?:\.\d{1,4})?$/.test(plain)) return refused
  const amount = Math.round(Number(plain) * 10 ** decimals * 1e4) / 1e4
  if (!Number.isSafeInteger(amount)) return refused
  return amount > caps.saleTotal ? `« ${text} » est trop grand pour un plafond.` : amount
}

function wordsOf(text: string): string {
  // Removes endings such as « conjoint(e) ».
  return fold(text)
    .replaceAll(/\(\p{L}{1,3}\)/gu, '')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
}
