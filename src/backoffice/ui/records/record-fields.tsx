import { Select, TextInput } from '@mantine/core'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'

type Keys<Values> = keyof Values & string

/** A line of text. */
export function textField<Values extends Record<string, unknown>>(
  key: Keys<Values>,
  label: string,
  { required = true }: { required?: boolean } = {},
): RecordField<Values> {
  return {
    key,
    draw: (form, { isFirst, isNew }) => (
      <TextInput
        key={key}
        label={label}
        withAsterisk={required}
        autoFocus={isFirst && isNew}
        autoComplete="off"
        {...form.text(key)}
      />
    ),
  }
}

/** One of a few known values. `onlyNew`: it cannot be changed later. */
export function choiceField<Values extends Record<string, unknown>>(
  key: Keys<Values>,
  label: string,
  choices: readonly { value: string; label: string }[],
  { onlyNew = false }: { onlyNew?: boolean } = {},
): RecordField<Values> {
  return {
    key,
    draw: (form, { isNew }) =>
      onlyNew && !isNew ? null : (
        <Select
          key={key}
          label={label}
          allowDeselect={false}
          data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
          value={String(form.field(key).value)}
          error={form.field(key).error}
          onChange={(value) => value !== null && form.set({ [key]: value } as Partial<Values>)}
        />
      ),
  }
}
