import { MultiSelect } from '@mantine/core'
import type { Tag } from '#shared/contract/tags.ts'
import { TagMark } from '#backoffice/ui/tag-marks.tsx'

interface TagFieldProps {
  label?: string
  tags: readonly Tag[]
  value: string[]
  onChange: (ids: string[]) => void
  error?: string | undefined
}

/** Chooses tags from those of the pharmacy. */
export function TagField({ label = 'Étiquettes', tags, value, onChange, error }: TagFieldProps) {
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? 'Aucune' : ''}
      searchable
      clearable
      hidePickedOptions
      maxValues={20}
      nothingFoundMessage="Aucune étiquette. Créez-les dans Paramètres."
      data={tags.map(({ id, label }) => ({ value: id, label }))}
      renderOption={({ option }) => (
        <TagMark label={option.label ?? ''} color={tags.find(({ id }) => id === option.value)?.color ?? 'gray'} />
      )}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
