import { TextInput } from '@mantine/core'
import { type PlatformPharmacy, platformPharmacies } from '#shared/contract/platform.ts'
import { timeZoneOf } from '#shared/domain/countries/country-facts.ts'
import { phonePlans } from '#shared/domain/phone.ts'
import { PharmacyUse } from '#backoffice/platform/pharmacy-use.tsx'
import { selectField } from '#backoffice/ui/records/select-field.tsx'
import { useDomainChoices, useTimeZoneChoices } from '#backoffice/platform/use-choices.ts'
import { useAllCountryChoices } from '#backoffice/ui/country-choices.ts'
import { TaxIdInput } from '#backoffice/ui/forms/tax-id-input.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { textField } from '#backoffice/ui/records/record-fields.tsx'

type Values = Record<
  | 'name'
  | 'countryCode'
  | 'timeZone'
  | 'city'
  | 'address'
  | 'phone'
  | 'taxId'
  | 'domainId'
  | 'ownerLastName'
  | 'ownerFirstName'
  | 'ownerEmail',
  string
>

const ownerFields = [
  textField<Values>('ownerLastName', 'Nom du titulaire'),
  textField<Values>('ownerFirstName', 'Prénom du titulaire'),
  textField<Values>('ownerEmail', 'E-mail du titulaire', {
    type: 'email',
    description: 'Il reçoit un lien, choisit son mot de passe et son code, et ouvre la pharmacie.',
  }),
]

/** A pharmacy as the platform knows it; its owner is named when it is made, and invited from its panel. */
export const pharmacyRecord: RecordDeclaration<PlatformPharmacy, Values> = {
  noun: noun('pharmacie', 'f'),
  calls: platformPharmacies,
  needs: platformPharmacies.patch.permission,
  nameOf: ({ name }) => name,
  initial: (name) => ({
    name,
    countryCode: '',
    timeZone: '',
    city: '',
    address: '',
    phone: '',
    taxId: '',
    domainId: '',
    ownerLastName: '',
    ownerFirstName: '',
    ownerEmail: '',
  }),
  valuesOf: ({ name, countryCode, timeZone, city, address, phone, taxId, domain }) => ({
    name,
    countryCode,
    timeZone,
    city,
    address,
    phone,
    taxId: taxId ?? '',
    domainId: domain.id,
    ownerLastName: '',
    ownerFirstName: '',
    ownerEmail: '',
  }),
  bodyOf: ({ domainId, ...values }, { isNew }) =>
    isNew
      ? { ...values, domainId: domainId || null }
      : {
          name: values.name,
          city: values.city,
          address: values.address,
          phone: values.phone,
          taxId: values.taxId,
          domainId,
        },
  fields: [
    textField('name', 'Nom'),
    selectField<Values>('countryCode', 'Pays', useAllCountryChoices, {
      onlyNew: true,
      fills: (code) => ({ timeZone: timeZoneOf(code) ?? '' }),
    }),
    selectField<Values>('timeZone', 'Fuseau horaire', useTimeZoneChoices, { onlyNew: true }),
    textField('city', 'Ville'),
    textField('address', 'Adresse'),
    {
      key: 'phone',
      draw: (form) => (
        <TextInput
          key="phone"
          label="Téléphone"
          type="tel"
          withAsterisk
          autoComplete="off"
          placeholder={phonePlans[form.values.countryCode] && `+${phonePlans[form.values.countryCode]!.code} …`}
          {...form.text('phone')}
        />
      ),
    },
    {
      key: 'taxId',
      draw: (form) => <TaxIdInput key="taxId" countryCode={form.values.countryCode} {...form.text('taxId')} />,
    },
    selectField<Values>('domainId', 'Groupe', useDomainChoices, {
      description: 'Les pharmacies d’un même titulaire. Vide : un groupe du nom de la pharmacie.',
      optional: true,
    }),
    ...ownerFields.map((field) => ({
      ...field,
      draw: (...[form, how]: Parameters<typeof field.draw>) => (how.isNew ? field.draw(form, how) : null),
    })),
  ],
  opensWhenMade: true,
  subtitle: ({ city, domain }) => `${city}, ${domain.name}`,
  Below: PharmacyUse,
}
