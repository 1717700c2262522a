import { Select, Textarea, TextInput } from '@mantine/core'
import { TagField } from '#backoffice/ui/forms/tag-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import { useTags } from '#backoffice/ui/use-tags.ts'
import type { PersonValues } from '#backoffice/clients/person-values.ts'

const unknown = '-'
const sexes = [
  { value: unknown, label: '–' },
  { value: 'F', label: 'Féminin' },
  { value: 'M', label: 'Masculin' },
]

/** The form fields of a person; those on an insurance card come first. */
export function PersonFields({ form, autoFocus = false }: { form: Form<PersonValues>; autoFocus?: boolean }) {
  const tags = useTags('person')
  return (
    <>
      <TextInput
        data-span="3"
        label="Nom"
        withAsterisk
        autoComplete="off"
        autoFocus={autoFocus}
        {...form.text('lastName')}
      />
      <TextInput data-span="3" label="Prénom" autoComplete="off" {...form.text('firstName')} />
      <DayField data-span={4} label="Né le" century="past" yearsAhead={0} {...form.field('birthDate')} />
      <Select
        data-span="2"
        label="Sexe"
        allowDeselect={false}
        data={sexes}
        value={form.values.sex ?? unknown}
        onChange={(sex) => form.set({ sex: sex === 'F' || sex === 'M' ? sex : null })}
        error={form.field('sex').error}
      />
      <TextInput data-span="3" label="Téléphone" type="tel" autoComplete="off" {...form.text('phone')} />
      <TextInput data-span="3" label="N° de sécurité sociale" autoComplete="off" {...form.text('socialSecurityId')} />
      <TextInput label="E-mail" type="email" autoComplete="off" {...form.text('email')} />
      <TextInput label="Adresse" autoComplete="off" {...form.text('address')} />
      <TagField tags={tags} {...form.field('tags')} />
      <Textarea label="Note" rows={3} resize="vertical" {...form.text('note')} />
    </>
  )
}
