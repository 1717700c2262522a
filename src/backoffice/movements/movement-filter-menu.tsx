import { Select } from '@mantine/core'
import { type CashRegister, cashRegisters } from '#shared/contract/cash-registers.ts'
import type { User } from '#shared/contract/users.ts'
import { movementTypes, paymentLabels } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import {
  kindChoices,
  type MovementFilters,
  type MovementNames,
  type MovementQuery,
} from '#backoffice/movements/movement-filters.ts'
import { registerName } from '#backoffice/movements/register-name.ts'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'
import { ClientField } from '#backoffice/ui/forms/client-field.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

interface MovementFilterMenuProps {
  filters: MovementFilters
  query: MovementQuery
  users: readonly User[]
  names: MovementNames
  /** The one of the address, which may be of other days. */
  register: CashRegister | undefined
  onChange: (change: { [Key in keyof MovementFilters]?: string | null }) => void
  onClose: () => void
}

const within = { withinPortal: false }
const shownRegisters = 100

/** What « Filtre » opens: each choice is taken at once. */
export function MovementFilterMenu({
  filters,
  query,
  users,
  names,
  register,
  onChange,
  onClose,
}: MovementFilterMenuProps) {
  const { from, to, clientId } = query
  const { data } = useAnswer(
    cashRegisters.byDate,
    { query: { ...(from ? { from } : {}), ...(to ? { to } : {}), size: shownRegisters } },
    { keep: true },
  )
  const listed = data?.items ?? []
  const registers = register && !listed.some(({ id }) => id === register.id) ? [register, ...listed] : listed
  return (
    <FilterMenu onClose={onClose}>
      <DayFilterFields filters={filters} onChange={onChange} />
      <Select
        label="Moyen"
        placeholder="Tous"
        clearable
        comboboxProps={within}
        data={movementTypes.map((type) => ({ value: type, label: paymentLabels[type] }))}
        value={filters.type ?? null}
        onChange={(type) => onChange({ type })}
      />
      <Select
        label="Nature"
        placeholder="Toutes"
        clearable
        comboboxProps={within}
        data={kindChoices}
        value={filters.nature ?? null}
        onChange={(nature) => onChange({ nature })}
      />
      <Select
        label="Utilisateur"
        placeholder="Tous"
        clearable
        searchable
        nothingFoundMessage="Aucun utilisateur"
        comboboxProps={within}
        data={users.map((user) => ({ value: user.id, label: displayName(user) }))}
        value={filters.utilisateur ?? null}
        onChange={(utilisateur) => onChange({ utilisateur })}
      />
      <ClientField
        label="Client"
        withinPortal={false}
        value={clientId ? { id: clientId, label: names.client ?? 'Un client' } : null}
        onChange={(client) => onChange({ client: client?.id ?? null })}
      />
      <Select
        label="Caisse"
        description={
          from || to ? 'Celles de la période choisie' : 'Celles d’aujourd’hui\u202f; choisissez des jours pour d’autres'
        }
        placeholder="Toutes"
        clearable
        comboboxProps={within}
        data={registers.map((each) => ({ value: each.id, label: registerName(each) }))}
        value={filters.caisse ?? null}
        onChange={(caisse) => onChange({ caisse })}
      />
    </FilterMenu>
  )
}
