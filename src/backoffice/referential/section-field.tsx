import { Autocomplete } from '@mantine/core'
import { countries } from '#shared/contract/countries.ts'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** The code of a regulatory section; the sections of the first country are proposed, those of others are typed. */
export function SectionField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (code: string) => void
  error: string | undefined
}) {
  const { data: known } = useAnswer(countries.list, {})
  const first = known?.[0]?.code
  const { data } = useAnswer(countries.sections, { params: { id: first ?? '' } }, { enabled: first !== undefined })
  return (
    <Autocomplete
      label="Section réglementaire"
      description="Elle décide de la TVA et du coefficient de prix dans chaque pays."
      data={(data ?? []).map(({ code }) => code)}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

/** The section of the products of a category that have none of their own. */
export function sectionField<Values extends { section: string | null }>(): RecordField<Values> {
  return {
    key: 'section',
    draw: (form) => (
      <SectionField
        key="section"
        value={String(form.field('section').value ?? '')}
        error={form.field('section').error}
        onChange={(code) => form.set({ section: code.trim() || null } as Partial<Values>)}
      />
    ),
  }
}
