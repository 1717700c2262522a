import { Select } from '@mantine/core'
import { type CashRegister, cashRegisters } from '#shared/contract/cash-registers.ts'
import { movements } from '#shared/contract/movements.ts'
import { movementTypes, paymentLabels } from '#shared/domain/payment.ts'
import { movementKinds } from '#shared/domain/register/movements.ts'
import { registerName } from '#backoffice/movements/register-name.ts'
import { ClientField } from '#backoffice/ui/forms/client-field.tsx'
import { isId } from '#backoffice/ui/is-id.ts'
import type { AddressValues, Choice, Filter, FilterFieldProps } from '#backoffice/ui/lists/filter.ts'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { rowFilter, searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import type { QueryOf } from '#backoffice/ui/lists/list-source.ts'
import { userFilter } from '#backoffice/ui/lists/user-filter.ts'
import { kindInAddress, movementKindWords } from '#backoffice/ui/movement-words.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

export type MovementQuery = QueryOf<typeof movements.report>

/** Enough to find the client's name. */
const fewMovements = 10
const shownRegisters = 100
const days = daysFilter<MovementQuery>(newestDay(movements.movementReportData, ({ occurredAt }) => occurredAt))

/**
 * The filters in the address: `?du=2026-11-01&au=2026-11-21&type=CASH&nature=vente&utilisateur=…&client=…&caisse=…`.
 */
export const movementFilters: readonly Filter<MovementQuery>[] = [
  searchFilter('Filtrer les mouvements'),
  days,
  severalFilter({
    key: 'type',
    label: 'Moyen',
    all: 'Tous',
    many: 'moyens',
    choices: movementTypes.map((type) => ({ value: type, label: paymentLabels[type], asked: type })),
    query: (type) => ({ type }),
  }),
  severalFilter({
    key: 'nature',
    label: 'Nature',
    all: 'Toutes',
    many: 'natures',
    choices: movementKinds.map((kind) => ({
      value: kindInAddress[kind],
      label: movementKindWords[kind],
      asked: kind,
    })),
    query: (kind) => ({ kind }),
  }),
  // Set by the figures of a register, which are per operator.
  {
    keys: ['operateur'],
    query: ({ operateur }) => (operateur ? { operator: operateur } : {}),
    chip: ({ operateur }) => operateur ?? null,
  },
  userFilter({ label: 'Utilisateur', query: (userId) => ({ userId }) }),
  {
    ...idFilter('client', 'Un client', (clientId) => ({ clientId })),
    useChoices: useChosenClient,
    Field: ChosenClientField,
  },
  {
    ...idFilter('caisse', 'Une caisse', (registerId) => ({ registerId })),
    useChoices: useChosenRegister,
    Field: RegisterField,
  },
]

/** A filter by the id of a row of another list, with its own field. */
function idFilter(key: string, unknown: string, query: (id: string) => Partial<MovementQuery>): Filter<MovementQuery> {
  return rowFilter({ key, label: unknown, all: '', none: '', unknown, useChoices: () => [], query })
}

/** The client's name is read from his movements; without movements no name is needed. */
function useChosenClient({ client }: AddressValues): readonly Choice[] {
  const clientId = isId(client) ? client : undefined
  const { data } = useAnswer(
    movements.movementReportData,
    { query: { clientId, size: fewMovements } },
    { enabled: clientId !== undefined },
  )
  const name = data?.items.find(({ clientName }) => clientName !== null)?.clientName
  return clientId && name ? [{ value: clientId, label: name }] : []
}

function ChosenClientField({ values: { client }, choices, change }: FilterFieldProps) {
  const named = choices.find(({ value }) => value === client)?.label ?? 'Un client'
  return (
    <ClientField
      label="Client"
      withinPortal={false}
      value={isId(client) ? { id: client, label: named } : null}
      onChange={(chosen) => change({ client: chosen?.id ?? null })}
    />
  )
}

const choiceOf = (register: CashRegister): Choice => ({ value: register.id, label: registerName(register) })

/** The register of the address, which may belong to other days than those in the menu. */
function useChosenRegister({ caisse }: AddressValues): readonly Choice[] {
  const mayRead = useMay(cashRegisters.byDate)
  const isChosen = isId(caisse)
  const { data } = useAnswer(
    cashRegisters.report,
    { query: { registerId: isChosen ? caisse : '' } },
    { enabled: isChosen && mayRead },
  )
  return isChosen && data ? [choiceOf(data.register)] : []
}

function RegisterField({ values, choices, change, today }: FilterFieldProps) {
  const { from, to } = days.query(values, today)
  const { data } = useAnswer(
    cashRegisters.byDate,
    { query: { ...(from ? { from } : {}), ...(to ? { to } : {}), size: shownRegisters } },
    { keep: true },
  )
  const listed = (data?.items ?? []).map(choiceOf)
  const others = choices.filter(({ value }) => !listed.some((each) => each.value === value))
  return (
    <Select
      label="Caisse"
      description={
        from || to ? 'Celles de la période choisie.' : 'Celles d’aujourd’hui. Changez la période pour en voir d’autres.'
      }
      placeholder="Toutes"
      clearable
      comboboxProps={{ withinPortal: false }}
      data={[...others, ...listed].map(({ value, label }) => ({ value, label }))}
      value={values['caisse'] ?? null}
      onChange={(caisse) => change({ caisse })}
    />
  )
}
