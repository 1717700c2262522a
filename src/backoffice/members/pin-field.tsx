import { PasswordInput } from '@mantine/core'
import type { UserValues } from '#backoffice/members/user-values.ts'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'

/** Four digits that are not shown. */
export function pinField(
  key: 'pin' | 'pinAgain',
  label: string,
  notes: { new?: string; known?: string } = {},
): RecordField<UserValues> {
  return {
    key,
    draw: (form, { isNew }) => (
      <PasswordInput
        key={key}
        label={isNew || key === 'pinAgain' ? label : `Nouveau ${label.toLowerCase()}`}
        description={isNew ? notes.new : notes.known}
        inputMode="numeric"
        maxLength={4}
        maw={280}
        // A browser must not offer the password of the pharmacy's account here.
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Montrer le code' }}
        {...form.text(key)}
      />
    ),
  }
}
