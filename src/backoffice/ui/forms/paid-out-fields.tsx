import { Select, type SelectProps } from '@mantine/core'
import type { UnusedDisbursement } from '#shared/contract/disbursements.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'

type Field<Value> = { value: Value; onChange: (value: Value) => void; error: string | undefined }

interface PaidOutFieldsProps<Means extends string> {
  means: Means
  words: Readonly<Record<Means, string>>
  /** Those that pay nobody yet. */
  disbursements: readonly UnusedDisbursement[]
  disbursement: Field<string | null>
  amount: Field<string>
  amountDescription?: string
  onChange: (change: { means?: Means; disbursementId?: string | null; amount?: string }) => void
}

/** Means and amount of money that leaves the pharmacy; cash of a drawer by its disbursement, which has the amount. */
export function PaidOutFields<Means extends string>({
  means,
  words,
  disbursements,
  disbursement,
  amount,
  amountDescription,
  onChange,
}: PaidOutFieldsProps<Means>) {
  const currency = useCurrency()
  return (
    <>
      <Select
        label="Moyen"
        data={Object.entries<string>(words).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        value={means}
        onChange={(value) => onChange({ means: value as Means, disbursementId: null })}
      />
      {means === 'CASH' && (
        <CashOutField
          disbursements={disbursements}
          {...disbursement}
          onChange={(chosen) =>
            onChange(
              chosen
                ? { disbursementId: chosen.id, amount: formatAmount(chosen.amount, currency) }
                : { disbursementId: null },
            )
          }
        />
      )}
      <AmountField
        label="Montant"
        {...(amountDescription && { description: amountDescription })}
        required
        disabled={disbursement.value !== null}
        {...amount}
      />
    </>
  )
}

interface CashOutFieldProps extends Omit<SelectProps, 'onChange' | 'data'> {
  disbursements: readonly UnusedDisbursement[]
  onChange: (chosen: UnusedDisbursement | null) => void
}

/** The disbursement by which cash left a drawer; empty: it came from the safe or the bank. */
function CashOutField({ disbursements, onChange, ...field }: CashOutFieldProps) {
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
