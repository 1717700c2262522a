import { Button, Checkbox, Select } from '@mantine/core'
import { listChoices, type RegisterFilters } from '#backoffice/prescription-register/register-filters.ts'
import classes from '#backoffice/prescription-register/prescription-register.module.css'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'

interface RegisterFilterMenuProps {
  filters: RegisterFilters
  onChange: (change: { [Key in keyof RegisterFilters]?: string | null }) => void
  onClose: () => void
}

/** What « Filtre » opens: each choice is taken at once. */
export function RegisterFilterMenu({ filters, onChange, onClose }: RegisterFilterMenuProps) {
  return (
    <div className={classes.menu}>
      <DayFilterFields filters={filters} onChange={onChange} />
      <Select label="Liste" placeholder="Toutes" clearable comboboxProps={{ withinPortal: false }} data={listChoices} value={filters.liste ?? null} onChange={(liste) => onChange({ liste })} />
      <Checkbox label="Sans prescripteur seulement" checked={filters['sans-prescripteur'] !== undefined} onChange={(event) => onChange({ 'sans-prescripteur': event.currentTarget.checked ? 'oui' : null })} />
      <Button variant="default" onClick={onClose}>
        Fermer
      </Button>
    </div>
  )
}
