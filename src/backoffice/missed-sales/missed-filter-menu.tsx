import { Select } from '@mantine/core'
import { type MissedFilters, reasonChoices } from '#backoffice/missed-sales/missed-filters.ts'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'

interface MissedFilterMenuProps {
  filters: MissedFilters
  onChange: (change: { [Key in keyof MissedFilters]?: string | null }) => void
  onClose: () => void
}

/** What « Filtre » opens: each choice is taken at once. */
export function MissedFilterMenu({ filters, onChange, onClose }: MissedFilterMenuProps) {
  return (
    <FilterMenu onClose={onClose}>
      <DayFilterFields filters={filters} onChange={onChange} />
      <Select
        label="Raison"
        placeholder="Toutes"
        clearable
        comboboxProps={{ withinPortal: false }}
        data={reasonChoices.map(({ value, label }) => ({ value, label }))}
        value={filters.raison ?? null}
        onChange={(raison) => onChange({ raison })}
      />
    </FilterMenu>
  )
}
