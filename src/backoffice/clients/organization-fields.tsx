import { Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { aibWords } from '#backoffice/clients/aib-words.ts'
import type { OrganizationValues } from '#backoffice/clients/organization-values.ts'
import { TagField } from '#backoffice/ui/forms/tag-field.tsx'
import { TaxIdInput } from '#backoffice/ui/forms/tax-id-input.tsx'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import { countryCodeAtom, fiscalPlatformAtom } from '#backoffice/ui/country.ts'
import { useTags } from '#backoffice/ui/use-tags.ts'

export function OrganizationFields({
  form,
  autoFocus = false,
}: {
  form: Form<OrganizationValues>
  autoFocus?: boolean
}) {
  const tags = useTags('organization')
  const countryCode = useAtomValue(countryCodeAtom)
  const { aib: hasAib } = fiscalProfile(useAtomValue(fiscalPlatformAtom))
  return (
    <>
      <TextInput label="Nom" withAsterisk autoComplete="off" autoFocus={autoFocus} {...form.text('name')} />
      <TaxIdInput data-span="3" {...form.text('taxId')} />
      <TextInput
        data-span="3"
        label="Délai de paiement (jours)"
        inputMode="numeric"
        autoComplete="off"
        {...form.text('paymentDelayDays')}
      />
      <TextInput data-span="3" label="Téléphone" type="tel" autoComplete="off" {...form.text('phone')} />
      <TextInput data-span="3" label="E-mail" type="email" autoComplete="off" {...form.text('email')} />
      <TextInput label="Adresse" autoComplete="off" {...form.text('address')} />
      {hasAib && (
        <Select
          label="AIB"
          description="À confirmer avec votre comptable. Il s’ajoute à chaque vente facturée à cet organisme."
          allowDeselect={false}
          data={Object.entries(aibWords(countryCode)).map(([value, label]) => ({ value, label }))}
          value={form.values.aib ?? 'none'}
          onChange={(aib) => form.set({ aib: aib === 'A' || aib === 'B' ? aib : null })}
          error={form.field('aib').error}
        />
      )}
      <TagField tags={tags} {...form.field('tags')} />
    </>
  )
}
