import { Select } from '@mantine/core'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'

type Choice = { value: string; label: string }
interface SelectFieldProps<Values> {
  form: Form<Values>
  name: keyof Values & string
  label: string
  useChoices: () => readonly Choice[]
  description?: string | undefined
  optional?: boolean | undefined
  fills?: ((value: string) => Partial<Values>) | undefined
}

/**
 * One of many values that the server knows. `onlyNew`: only a new record has this field. `fills`: what a choice says of
 * other fields.
 */
export function selectField<Values extends Record<string, unknown>>(
  key: keyof Values & string,
  label: string,
  useChoices: () => readonly Choice[],
  {
    onlyNew = false,
    ...words
  }: {
    onlyNew?: boolean
    description?: string
    optional?: boolean
    fills?: (value: string) => Partial<Values>
  } = {},
): RecordField<Values> {
  return {
    key,
    draw: (form, { isNew }) =>
      onlyNew && !isNew ? null : (
        <SelectField key={key} form={form} name={key} label={label} useChoices={useChoices} {...words} />
      ),
  }
}

function SelectField<Values extends Record<string, unknown>>({
  form,
  name,
  label,
  useChoices,
  description,
  optional = false,
  fills,
}: SelectFieldProps<Values>) {
  const { value, error } = form.field(name)
  return (
    <Select
      label={label}
      description={description}
      withAsterisk={!optional}
      searchable
      clearable={optional}
      allowDeselect={optional}
      nothingFoundMessage="Aucun choix"
      comboboxProps={{ withinPortal: false }}
      data={useChoices().map((choice) => ({ ...choice }))}
      value={value === '' ? null : String(value)}
      error={error}
      onChange={(next) => form.set({ ...(next && fills?.(next)), [name]: next ?? '' } as Partial<Values>)}
    />
  )
}
