import { Button, Checkbox, Select } from '@mantine/core'
import type { User } from '#shared/contract/users.ts'
import { dayOf, utcMidnight } from '#shared/domain/dates.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import type { SaleFilters } from '#backoffice/sales/sale-filters.ts'
import classes from '#backoffice/sales/sales.module.css'

interface SaleFilterMenuProps {
  filters: SaleFilters
  sellers: readonly User[]
  onChange: (change: { [Key in keyof SaleFilters]?: string | null }) => void
  onClose: () => void
}

const paymentTypes = movementTypes.filter((type) => type !== 'TRANSFER' && type !== 'DISBURSEMENT')
const dayAsDate = (day: string | undefined) => (day ? utcMidnight(day) : null)

/** What « Filtre » opens: each choice is taken at once. */
export function SaleFilterMenu({ filters, sellers, onChange, onClose }: SaleFilterMenuProps) {
  return (
    <div className={classes.menu}>
      <DatePicker label="Du" clearable withinPortal={false} yearsAhead={0} value={dayAsDate(filters.du)} onChange={(date) => onChange({ du: date && dayOf(date) })} />
      <DatePicker label="Au" clearable withinPortal={false} yearsAhead={0} value={dayAsDate(filters.au)} onChange={(date) => onChange({ au: date && dayOf(date) })} />
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
      <Checkbox label="À vérifier seulement" checked={filters.signalees !== undefined} onChange={(event) => onChange({ signalees: event.currentTarget.checked ? 'oui' : null })} />
      <Button variant="default" onClick={onClose}>
        Fermer
      </Button>
    </div>
  )
}
