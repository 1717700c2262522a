import type { Organization } from '#shared/contract/organizations.ts'
import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import { formatPhone } from '#shared/domain/phone.ts'

export type OrganizationValues = {
  name: string
  taxId: string
  phone: string
  email: string
  address: string
  paymentDelayDays: string
  tags: string[]
  aib: Aib | null
}

export const noOrganization: OrganizationValues = {
  name: '',
  taxId: '',
  phone: '',
  email: '',
  address: '',
  paymentDelayDays: '30',
  tags: [],
  aib: null,
}

export function valuesOfOrganization(
  { name, taxId, phone, email, address, paymentDelayDays, tags, aib }: Organization,
  countryCode: string,
): OrganizationValues {
  return {
    name,
    taxId: taxId ?? '',
    phone: phone === null ? '' : formatPhone(phone, countryCode),
    email: email ?? '',
    address: address ?? '',
    paymentDelayDays: String(paymentDelayDays),
    tags,
    aib,
  }
}

export function bodyOfOrganization({ taxId, phone, email, address, paymentDelayDays, ...rest }: OrganizationValues) {
  const orNull = (text: string) => text.trim() || null
  return {
    ...rest,
    taxId: orNull(taxId),
    phone: orNull(phone),
    email: orNull(email),
    address: orNull(address),
    paymentDelayDays: paymentDelayDays.trim() === '' ? undefined : Number(paymentDelayDays),
  }
}
