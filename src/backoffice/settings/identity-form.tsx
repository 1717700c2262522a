import { TextInput } from '@mantine/core'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { TaxIdInput } from '#backoffice/ui/forms/tax-id-input.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** What receipts and papers say of the pharmacy. */
export function IdentityForm({ pharmacy, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const { name, address, city, phone, taxId, tradeRegister, country } = pharmacy
  const form = useForm({
    initial: { name, address, city, phone, taxId: taxId ?? '', tradeRegister: tradeRegister ?? '' },
    schema: pharmacies.changeIdentity.body!,
    bodyOf: (values) => values,
    send: (body) => send(pharmacies.changeIdentity, { body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Identité" form={form} onCancel={onClose}>
      <TextInput label="Nom" description="En tête des tickets et des documents." withAsterisk {...form.text('name')} />
      <TextInput label="Adresse" withAsterisk autoComplete="off" {...form.text('address')} />
      <TextInput label="Ville" withAsterisk autoComplete="off" {...form.text('city')} />
      <TextInput label="Téléphone" type="tel" withAsterisk autoComplete="off" {...form.text('phone')} />
      <TaxIdInput countryCode={country.code} {...form.text('taxId')} />
      <TextInput
        label={firmNumbers(country.code).tradeRegister}
        description="Numéro au registre du commerce, en tête des factures."
        autoComplete="off"
        {...form.text('tradeRegister')}
      />
    </FormFrame>
  )
}
