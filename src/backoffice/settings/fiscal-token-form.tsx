import { PasswordInput } from '@mantine/core'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { fiscalPlatforms } from '#shared/domain/countries/country-data.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { FiscalTokenTest } from '#backoffice/settings/fiscal-token-test.tsx'

/** The token of the fiscal platform: typed once, never shown again. Empty takes it away. */
export function FiscalTokenForm({ pharmacy, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const form = useForm({
    initial: { token: '' },
    schema: pharmacies.setFiscalToken.body!,
    bodyOf: ({ token }) => ({ token: token.trim() || null }),
    send: (body) => send(pharmacies.setFiscalToken, { body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Facture normalisée" form={form} onCancel={onClose}>
      <PasswordInput
        label={`Jeton ${fiscalPlatforms[pharmacy.country.fiscalPlatform]}`}
        description="Donné par la plateforme fiscale pour cette pharmacie. Il est gardé chiffré et ne peut pas être relu. Laissez vide pour le retirer."
        autoComplete="off"
        {...form.text('token')}
      />
      {form.values.token.trim() !== '' && <FiscalTokenTest token={form.values.token.trim()} />}
    </FormFrame>
  )
}
