import { Checkbox, Select } from '@mantine/core'
import { listChoices, type RegisterFilters } from '#backoffice/prescription-register/register-filters.ts'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'

interface RegisterFilterMenuProps {
  filters: RegisterFilters
  onChange: (change: { [Key in keyof RegisterFilters]?: string | null }) => void
  onClose: () => void
}

/** What « Filtre » opens: each choice is taken at once. */
export function RegisterFilterMenu({ filters, onChange, onClose }: RegisterFilterMenuProps) {
  return (
    <FilterMenu onClose={onClose}>
      <DayFilterFields filters={filters} onChange={onChange} />
      <Select
        label="Liste"
        placeholder="Toutes"
        clearable
        comboboxProps={{ withinPortal: false }}
        data={listChoices}
        value={filters.liste ?? null}
        onChange={(liste) => onChange({ liste })}
      />
      <Checkbox
        label="Sans prescripteur seulement"
        checked={filters['sans-prescripteur'] !== undefined}
        onChange={(event) => onChange({ 'sans-prescripteur': event.currentTarget.checked ? 'oui' : null })}
      />
    </FilterMenu>
  )
}
