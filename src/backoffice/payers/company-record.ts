import { createElement } from 'react'
import { companies, type Company, type NewCompany } from '#shared/contract/companies.ts'
import { TaxIdInput } from '#backoffice/ui/forms/tax-id-input.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { companyKinds } from '#backoffice/ui/policies/new-contract-policy-form.tsx'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { choiceField, phoneField, textField } from '#backoffice/ui/records/record-fields.tsx'

type CompanyValues = { name: string; kind: NewCompany['kind']; taxId: string; phone: string; email: string }

/** The record of an insurer or a social-security body. */
export const companyRecord: RecordDeclaration<Company, CompanyValues> = {
  noun: noun('assureur', 'm'),
  calls: companies,
  needs: companies.patch.permission,
  nameOf: ({ name }) => name,
  nameField: 'name',
  initial: (name) => ({ name, kind: 'insurer', taxId: '', phone: '', email: '' }),
  valuesOf: ({ name, kind, taxId, phone, email }) => ({
    name,
    kind,
    taxId: taxId ?? '',
    phone: phone ?? '',
    email: email ?? '',
  }),
  bodyOf: ({ name, kind, taxId, phone, email }) => ({
    name,
    kind,
    taxId: orNull(taxId),
    phone: orNull(phone),
    email: orNull(email),
  }),
  fields: [
    textField('name', 'Nom'),
    choiceField('kind', 'Nature', companyKinds, {
      description: 'La sécurité sociale paie avant tous les autres, pour les produits de sa liste.',
    }),
    { key: 'taxId', draw: (form) => createElement(TaxIdInput, { key: 'taxId', ...form.text('taxId') }) },
    phoneField('phone', 'Téléphone'),
    textField('email', 'E-mail', { required: false, type: 'email' }),
  ],
  opensWhenMade: true,
}

function orNull(text: string): string | null {
  return text.trim() || null
}
