import { TextInput, type TextInputProps } from '@mantine/core'
import { currencySymbol, formatAmount } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { useCurrency } from '#shared/ui/currency.tsx'

interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The text as typed; parse it with `readAmount`. */
  value: string
  onChange: (value: string) => void
}

/** An amount of money, grouped by thousands after blur. */
export function AmountField({ value, onChange, ...props }: AmountFieldProps) {
  const currency = useCurrency()
  const amount = readAmount(value, currency)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        <span style={{ color: 'var(--mantine-color-gray-6)', fontSize: 'var(--text-smallest)', whiteSpace: 'nowrap' }}>
          {currencySymbol(currency)}
        </span>
      }
      rightSectionWidth={58}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => amount !== null && !Number.isNaN(amount) && onChange(formatAmount(amount, currency))}
      {...props}
    />
  )
}
