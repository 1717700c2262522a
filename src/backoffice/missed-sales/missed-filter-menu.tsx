import { Button, Select } from '@mantine/core'
import { type MissedFilters, reasonChoices } from '#backoffice/missed-sales/missed-filters.ts'
import classes from '#backoffice/missed-sales/missed-sales.module.css'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'

interface MissedFilterMenuProps {
  filters: MissedFilters
  onChange: (change: { [Key in keyof MissedFilters]?: string | null }) => void
  onClose: () => void
}

/** What « Filtre » opens: each choice is taken at once. */
export function MissedFilterMenu({ filters, onChange, onClose }: MissedFilterMenuProps) {
  return (
    <div className={classes.menu}>
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
      <Button variant="default" onClick={onClose}>
        Fermer
      </Button>
    </div>
  )
}
