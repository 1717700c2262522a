import type { Company, NewCompany } from '#shared/contract/companies.ts'
import { formatPhone } from '#shared/domain/phone.ts'

export type CompanyValues = { name: string; kind: NewCompany['kind']; taxId: string; phone: string; email: string }

export const noCompany: CompanyValues = { name: '', kind: 'insurer', taxId: '', phone: '', email: '' }

export function valuesOfCompany({ name, kind, taxId, phone, email }: Company, countryCode: string): CompanyValues {
  return {
    name,
    kind,
    taxId: taxId ?? '',
    phone: phone === null ? '' : formatPhone(phone, countryCode),
    email: email ?? '',
  }
}

export function bodyOfCompany({ name, kind, taxId, phone, email }: CompanyValues) {
  const orNull = (text: string) => text.trim() || null
  return { name, kind, taxId: orNull(taxId), phone: orNull(phone), email: orNull(email) }
}
