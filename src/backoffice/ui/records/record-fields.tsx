import { NumberInput, Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { formatPhone } from '#shared/domain/phone.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { phoneIssues } from '#backoffice/ui/forms/identity-issues.ts'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'

type Keys<Values> = keyof Values & string

/** A line of text. `changeNote`: what changing it in an existing record does. */
export function textField<Values extends Record<string, unknown>>(
  key: Keys<Values>,
  label: string,
  {
    required = true,
    type = 'text',
    description,
    changeNote,
  }: {
    required?: boolean
    type?: 'text' | 'email' | 'tel'
    description?: string
    changeNote?: string | undefined
  } = {},
): RecordField<Values> {
  return {
    key,
    draw: (form, { isFirst, isNew }) => (
      <TextInput
        key={key}
        label={label}
        type={type}
        description={isNew ? description : (changeNote ?? description)}
        withAsterisk={required}
        autoFocus={isFirst && isNew}
        autoComplete="off"
        {...form.text(key)}
      />
    ),
  }
}

/** An optional whole number, kept as the typed text; `bodyOf` of the record reads it. */
export function wholeNumberField<Values extends Record<string, unknown>>(
  key: Keys<Values>,
  label: string,
  { description }: { description?: string } = {},
): RecordField<Values> {
  return {
    key,
    draw: (form) => (
      <TextInput
        key={key}
        label={label}
        description={description}
        inputMode="numeric"
        maw={280}
        autoComplete="off"
        {...form.text(key)}
      />
    ),
  }
}

/** A whole number. `onlyNew`: only a new record has this field. */
export function countField<Values extends Record<string, unknown>>(
  key: Keys<Values>,
  label: string,
  { min, max, onlyNew = false }: { min: number; max: number; onlyNew?: boolean },
): RecordField<Values> {
  return {
    key,
    draw: (form, { isNew }) =>
      onlyNew && !isNew ? null : (
        <NumberInput
          key={key}
          label={label}
          withAsterisk
          hideControls
          allowDecimal={false}
          min={min}
          max={max}
          value={form.field(key).value as number | string}
          error={form.field(key).error}
          onChange={(value) => form.set({ [key]: value } as Partial<Values>)}
        />
      ),
  }
}

/** An optional telephone number, formatted and checked by the rules of the pharmacy’s country. */
export function phoneField<Values extends Record<string, unknown>>(
  key: Keys<Values>,
  label: string,
): RecordField<Values> {
  return {
    ...textField<Values>(key, label, { required: false, type: 'tel' }),
    useTerms: () => {
      const countryCode = useAtomValue(countryCodeAtom)
      return {
        typed: (kept) => kept && formatPhone(kept, countryCode),
        issuesOf: (typed) => phoneIssues(typed, countryCode, key),
      }
    },
  }
}

/** One of a few known values. `onlyNew`: only a new record has this field. */
export function choiceField<Values extends Record<string, unknown>>(
  key: Keys<Values>,
  label: string,
  choices: readonly { value: string; label: string }[],
  { onlyNew = false, description }: { onlyNew?: boolean; description?: string } = {},
): RecordField<Values> {
  return {
    key,
    draw: (form, { isNew }) =>
      onlyNew && !isNew ? null : (
        <Select
          key={key}
          label={label}
          description={description}
          allowDeselect={false}
          data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
          value={String(form.field(key).value)}
          error={form.field(key).error}
          onChange={(value) => value !== null && form.set({ [key]: value } as Partial<Values>)}
        />
      ),
  }
}
