import { PasswordInput } from '@mantine/core'
import { pharmacies } from '#shared/contract/users.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** The token of the fiscal platform: typed once, never shown again. Empty takes it away. */
export function FiscalTokenForm({ onClose }: { onClose: () => void }) {
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
        label="Jeton e-MECeF"
        description="Donné par la plateforme fiscale. Il est gardé chiffré et ne peut pas être relu. Laissez vide pour le retirer."
        autoComplete="off"
        {...form.text('token')}
      />
    </FormFrame>
  )
}
