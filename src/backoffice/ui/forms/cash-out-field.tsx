import { Select, type SelectProps } from '@mantine/core'
import type { UnusedDisbursement } from '#shared/contract/disbursements.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'

interface CashOutFieldProps extends Omit<SelectProps, 'onChange' | 'data'> {
  disbursements: readonly UnusedDisbursement[]
  onChange: (chosen: UnusedDisbursement | null) => void
}

/** The disbursement by which cash left a drawer; empty: it came from the safe or the bank. */
export function CashOutField({ disbursements, onChange, ...field }: CashOutFieldProps) {
  const currency = useCurrency()
  return (
    <Select
      label="Décaissement de la caisse"
      description="Vide si l’argent vient du coffre ou de la banque"
      placeholder="Aucun"
      clearable
      searchable
      nothingFoundMessage="Aucun décaissement"
      data={disbursements.map(({ id, number, amount, spentAt, reason, beneficiary }) => ({
        value: id,
        label: `N°\u00a0${number}, ${formatMoney(amount, currency)}, ${[reason, beneficiary].filter(Boolean).join(', ')}, ${formatMoment(spentAt)}`,
      }))}
      {...field}
      onChange={(id) => onChange(disbursements.find((each) => each.id === id) ?? null)}
    />
  )
}
