import { countryData, type PhonePlan } from '#shared/domain/countries/country-data.ts'

export type PhoneRefusal = 'characters' | 'length' | 'country' | { former: string }
export type PhoneReading =
  { kind: 'empty' } | { kind: 'phone'; e164: string } | { kind: 'invalid'; reason: PhoneRefusal }

/** The numbering plans by country. */
export const phonePlans: Readonly<Record<string, PhonePlan>> = Object.fromEntries(
  Object.entries(countryData).map(([code, { phone }]) => [code, phone]),
)

/**
 * Parses a number as typed, for a pharmacy of this country (ISO 3166, two letters): international with `+` or `00`,
 * otherwise national. The resulting `e164` (`+2290196123456`) parses to itself in any country.
 */
export function readPhone(text: string, countryCode: string): PhoneReading {
  const typed = text.normalize('NFKC')
  if (typed.replaceAll(blanks, '') === '') return { kind: 'empty' }
  const international = /^[\s(\p{Cf}]*(\+|00)/u.test(typed)
  // « +33 (0)6 … »: the trunk prefix is not dialled from abroad.
  const bare = (international ? typed.replace('(0)', '') : typed).replaceAll(separators, '')
  const digits = /^(?:\+|00)?(\d+)$/.exec(bare)?.[1]
  if (digits === undefined) return invalid('characters')
  return international ? ofAbroad(digits) : ofCountry(digits, phonePlans[countryCode])
}

/**
 * A number in the usual format of the pharmacy's country: « 01 96 12 34 56 » for a national number, « +225 07 08 09 10
 * 11 » for a foreign one. A text that is not a number is returned unchanged.
 */
export function formatPhone(phone: string, countryCode: string): string {
  const reading = readPhone(phone, countryCode)
  if (reading.kind !== 'phone') return phone
  const own = phonePlans[countryCode]
  const plan = planOf(reading.e164.slice(1))
  if (!plan) return reading.e164
  const national = reading.e164.slice(1 + plan.code.length)
  const grouped = inGroups(national, plan)
  // Two leading zeros would be parsed as an international prefix.
  if (plan !== own || national.startsWith('00')) return `+${plan.code}${space}${grouped}`
  return !national.startsWith('0') && plan.withTrunk?.includes(national.length + 1) ? `0${grouped}` : grouped
}

/**
 * A comparison key, equal for all notations of a number; null for a blank text. A text that cannot be parsed is
 * compared by its digits.
 */
export function phoneKey(text: string, countryCode: string): string | null {
  const reading = readPhone(text, countryCode)
  if (reading.kind === 'phone') return reading.e164.slice(1)
  return text.replaceAll(/\D/g, '') || null
}

/** Why a number is refused, for the user who typed it. */
export function phoneRefusalText(reason: PhoneRefusal, countryCode: string): string {
  if (typeof reason === 'object') return reason.former
  switch (reason) {
    case 'characters':
      return 'Un numéro de téléphone n’a que des chiffres, avec + devant pour l’étranger. Un seul numéro par fiche.'
    case 'country':
      return 'Écrivez le numéro avec + et l’indicatif du pays.'
    case 'length': {
      const [usual] = lengthsOf(phonePlans[countryCode])
      return usual === undefined
        ? 'Ce numéro n’a pas le bon nombre de chiffres.'
        : `Ce numéro n’a pas le bon nombre de chiffres : ${usual} ici, ou + et l’indicatif d’un autre pays.`
    }
  }
}

/** No-break space: a number must not wrap. */
const space = '\u00A0'
const blanks = /[\s\p{Cf}]/gu
const separators = /[\s().\p{Pd}\p{Cf}]/gu

function invalid(reason: PhoneRefusal): PhoneReading {
  return { kind: 'invalid', reason }
}

function ofAbroad(digits: string): PhoneReading {
  const plan = planOf(digits)
  if (plan) return national(digits.slice(plan.code.length), plan)
  // E.164: at most 15 digits; no country code begins with 0.
  return /^[1-9]\d{6,14}$/.test(digits) ? { kind: 'phone', e164: `+${digits}` } : invalid('length')
}

function ofCountry(digits: string, plan: PhonePlan | undefined): PhoneReading {
  if (!plan) return invalid('country')
  const reading = national(digits, plan)
  if (reading.kind === 'phone' || !digits.startsWith(plan.code)) return reading
  // « 229 01 96 … »: the country code without its +.
  const withCode = national(digits.slice(plan.code.length), plan)
  return withCode.kind === 'phone' ? withCode : reading
}

function national(typed: string, plan: PhonePlan): PhoneReading {
  const digits = typed.startsWith('0') && plan.withTrunk?.includes(typed.length) ? typed.slice(1) : typed
  // A second trunk prefix: the result would parse to another number each time.
  if (digits.startsWith('0') && plan.withTrunk?.includes(digits.length)) return invalid('length')
  const { former } = plan
  if (former?.length === digits.length) {
    if (former.renewed?.begins.test(digits))
      return { kind: 'phone', e164: `+${plan.code}${former.renewed.prefix}${digits}` }
    if (!former.kept?.test(digits)) return invalid(former.refusal ? { former: former.refusal } : 'length')
  }
  return lengthsOf(plan).includes(digits.length) ? { kind: 'phone', e164: `+${plan.code}${digits}` } : invalid('length')
}

/** No code is a prefix of another. */
function planOf(digits: string): PhonePlan | undefined {
  return Object.values(phonePlans).find(({ code }) => digits.startsWith(code))
}

function lengthsOf(plan: PhonePlan | undefined): number[] {
  return plan?.groups.map((group) => group.reduce((length, size) => length + size, 0)) ?? []
}

function inGroups(digits: string, plan: PhonePlan): string {
  const sizes = plan.groups[lengthsOf(plan).indexOf(digits.length)] ?? [digits.length]
  let at = 0
  return sizes.map((size) => digits.slice(at, (at += size))).join(space)
}
