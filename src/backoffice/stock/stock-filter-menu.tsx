import { Select } from '@mantine/core'
import { expiryChoices, stateChoices, type StockFilters } from '#backoffice/stock/stock-filters.ts'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'

interface StockFilterMenuProps {
  filters: StockFilters
  storages: readonly string[]
  onChange: (change: { [Key in keyof StockFilters]?: string | null }) => void
  onClose: () => void
}

/** What « Filtre » opens: each choice is taken at once. */
export function StockFilterMenu({ filters, storages, onChange, onClose }: StockFilterMenuProps) {
  const inMenu = { clearable: true, comboboxProps: { withinPortal: false } }
  return (
    <FilterMenu onClose={onClose}>
      <Select
        {...inMenu}
        label="État"
        placeholder="Tous"
        data={stateChoices}
        value={filters.etat ?? null}
        onChange={(etat) => onChange({ etat })}
      />
      <Select
        {...inMenu}
        label="Péremption"
        placeholder="Toutes"
        data={expiryChoices}
        value={filters.expire ?? null}
        onChange={(expire) => onChange({ expire })}
      />
      <Select
        {...inMenu}
        label="Rangement"
        placeholder="Tous"
        searchable
        nothingFoundMessage="Aucun rangement"
        data={[...storages]}
        value={filters.rangement ?? null}
        onChange={(rangement) => onChange({ rangement })}
      />
    </FilterMenu>
  )
}
