import { Select } from '@mantine/core'
import type { Tag } from '#shared/contract/tags.ts'
import { type ClientFilters, onlyChoices } from '#backoffice/clients/client-filters.ts'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'

interface ClientFilterMenuProps {
  filters: ClientFilters
  tags: readonly Tag[]
  onChange: (change: { [Key in keyof ClientFilters]?: string | null }) => void
  onClose: () => void
}

/** What « Filtre » opens: each choice is taken at once. */
export function ClientFilterMenu({ filters, tags, onChange, onClose }: ClientFilterMenuProps) {
  const inMenu = { clearable: true, comboboxProps: { withinPortal: false } }
  return (
    <FilterMenu onClose={onClose}>
      <Select
        {...inMenu}
        label="Seulement"
        placeholder="Tous"
        data={onlyChoices.map(({ value, label }) => ({ value, label }))}
        value={filters.seulement ?? null}
        onChange={(seulement) => onChange({ seulement })}
      />
      <Select
        {...inMenu}
        label="Étiquette"
        placeholder="Toutes"
        searchable
        nothingFoundMessage="Aucune étiquette"
        data={tags.map(({ id, label }) => ({ value: id, label }))}
        value={filters.etiquette ?? null}
        onChange={(etiquette) => onChange({ etiquette })}
      />
    </FilterMenu>
  )
}
