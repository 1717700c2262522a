import { Checkbox, Select } from '@mantine/core'
import type { User } from '#shared/contract/users.ts'
import { isPaymentType, movementTypes } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import { type SaleFilters, stateChoices } from '#backoffice/sales/sale-filters.ts'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'

interface SaleFilterMenuProps {
  filters: SaleFilters
  sellers: readonly User[]
  onChange: (change: { [Key in keyof SaleFilters]?: string | null }) => void
  onClose: () => void
}

const paymentTypes = movementTypes.filter(isPaymentType)

/** What « Filtre » opens: each choice is taken at once. */
export function SaleFilterMenu({ filters, sellers, onChange, onClose }: SaleFilterMenuProps) {
  return (
    <FilterMenu onClose={onClose}>
      <DayFilterFields filters={filters} onChange={onChange} />
      <Select
        label="Vendeur"
        placeholder="Tous"
        clearable
        searchable
        nothingFoundMessage="Aucun vendeur"
        comboboxProps={{ withinPortal: false }}
        data={sellers.map((seller) => ({ value: seller.id, label: displayName(seller) }))}
        value={filters.vendeur ?? null}
        onChange={(vendeur) => onChange({ vendeur })}
      />
      <Select
        label="Paiement"
        placeholder="Tous"
        clearable
        comboboxProps={{ withinPortal: false }}
        data={paymentTypes.map((type) => ({ value: type, label: paymentName(type) }))}
        value={filters.paiement ?? null}
        onChange={(paiement) => onChange({ paiement })}
      />
      <Select
        label="État"
        placeholder="Tous"
        clearable
        comboboxProps={{ withinPortal: false }}
        data={stateChoices.map(({ value, label }) => ({ value, label }))}
        value={filters.etat ?? null}
        onChange={(etat) => onChange({ etat })}
      />
      <Checkbox
        label="À vérifier seulement"
        checked={filters.signalees !== undefined}
        onChange={(event) => onChange({ signalees: event.currentTarget.checked ? 'oui' : null })}
      />
    </FilterMenu>
  )
}
