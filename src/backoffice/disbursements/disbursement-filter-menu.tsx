import { Select } from '@mantine/core'
import type { DisbursementReason } from '#shared/contract/disbursement-reasons.ts'
import type { User } from '#shared/contract/users.ts'
import { displayName } from '#shared/domain/person.ts'
import type { DisbursementFilters } from '#backoffice/disbursements/disbursement-filters.ts'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'

interface DisbursementFilterMenuProps {
  filters: DisbursementFilters
  reasons: readonly DisbursementReason[]
  users: readonly User[]
  onChange: (change: { [Key in keyof DisbursementFilters]?: string | null }) => void
  onClose: () => void
}

const within = { withinPortal: false }

/** What « Filtre » opens: each choice is taken at once. What is archived was paid for all the same. */
export function DisbursementFilterMenu({ filters, reasons, users, onChange, onClose }: DisbursementFilterMenuProps) {
  return (
    <FilterMenu onClose={onClose}>
      <DayFilterFields filters={filters} onChange={onChange} />
      <Select
        label="Motif"
        placeholder="Tous"
        clearable
        searchable
        nothingFoundMessage="Aucun motif"
        comboboxProps={within}
        data={reasons.map(({ id, label, archived }) => ({ value: id, label: archived ? `${label} (archivé)` : label }))}
        value={filters.motif ?? null}
        onChange={(motif) => onChange({ motif })}
      />
      <Select
        label="Payé par"
        placeholder="Tous"
        clearable
        searchable
        nothingFoundMessage="Aucun utilisateur"
        comboboxProps={within}
        data={users.map((user) => ({ value: user.id, label: displayName(user) }))}
        value={filters.utilisateur ?? null}
        onChange={(utilisateur) => onChange({ utilisateur })}
      />
    </FilterMenu>
  )
}
