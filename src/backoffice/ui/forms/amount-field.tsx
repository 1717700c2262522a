import { TextInput, type TextInputProps } from '@mantine/core'
import { currencySymbol, formatAmount, formatSupplierPrice } from '#shared/ui/money-format.ts'
import { readAmount, readTypedPrice } from '#shared/ui/read-amount.ts'
import { useCurrency } from '#shared/ui/currency.tsx'

interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The text as typed; parse it with `readAmount`. */
  value: string
  onChange: (value: string) => void
  /** The price of a supplier, with all decimals of its paper; parse it with `readTypedPrice`. */
  isExact?: boolean
}

/** An amount of money, grouped by thousands after blur. */
export function AmountField({ value, onChange, isExact = false, ...props }: AmountFieldProps) {
  const currency = useCurrency()
  const grouped = (): string => {
    if (isExact) {
      const price = readTypedPrice(value, currency)
      return price ? formatSupplierPrice(price, currency) : value
    }
    const amount = readAmount(value, currency)
    return amount === null || Number.isNaN(amount) ? value : formatAmount(amount, currency)
  }
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
      onBlur={() => grouped() !== value && onChange(grouped())}
      {...props}
    />
  )
}
