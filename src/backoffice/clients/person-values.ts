import type { NewPerson, PersonDetail } from '#shared/contract/persons.ts'
import { formatPhone } from '#shared/domain/phone.ts'

/** The values of a person's form fields. */
export type PersonValues = {
  lastName: string
  firstName: string
  birthDate: string | null
  sex: 'F' | 'M' | null
  phone: string
  socialSecurityId: string
  email: string
  address: string
  note: string
  tags: string[]
}

export const noPerson: PersonValues = {
  lastName: '',
  firstName: '',
  birthDate: null,
  sex: null,
  phone: '',
  socialSecurityId: '',
  email: '',
  address: '',
  note: '',
  tags: [],
}

export function valuesOfPerson(
  { lastName, firstName, birthDate, sex, phone, socialSecurityId, email, address, note, tags }: PersonDetail,
  countryCode: string,
): PersonValues {
  return {
    lastName,
    firstName,
    birthDate,
    sex,
    phone: phone === null ? '' : formatPhone(phone, countryCode),
    socialSecurityId: socialSecurityId ?? '',
    email: email ?? '',
    address: address ?? '',
    note: note ?? '',
    tags,
  }
}

/** Empty fields become null. */
export function bodyOfPerson(values: PersonValues): Omit<NewPerson, 'creditLimit'> {
  const { phone, socialSecurityId, email, address, note, ...rest } = values
  const orNull = (text: string) => text.trim() || null
  return {
    ...rest,
    phone: orNull(phone),
    socialSecurityId: orNull(socialSecurityId),
    email: orNull(email),
    address: orNull(address),
    note: orNull(note),
  }
}

/**
 * Splits a search text such as « Dossou Aurèle » into a new person's fields: last name first, as names are displayed.
 */
export function valuesOfSearch(search: string): Pick<PersonValues, 'lastName' | 'firstName' | 'phone'> {
  const text = search.trim()
  if (/\d/.test(text)) return { lastName: '', firstName: '', phone: text }
  const [lastName = '', ...first] = text.split(/\s+/)
  return { lastName, firstName: first.join(' '), phone: '' }
}
