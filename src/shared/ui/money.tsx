import { useCurrency } from './currency.tsx'
import { currencySymbol, formatAmount, formatSigned } from './money-format.ts'
import classes from './money.module.css'

export type MoneyTone = 'plain' | 'secondary' | 'info' | 'success' | 'warning' | 'danger'

interface MoneyProps {
  /** Minor units. */
  amount: number
  /** Adds the currency: use it once per block. */
  unit?: boolean
  /** « + » before positive amounts, for differences. */
  signed?: boolean
  tone?: MoneyTone
  className?: string
}

/** The only component that renders money. Amounts are never animated. */
export function Money({ amount, unit = false, signed = false, tone = 'plain', className = '' }: MoneyProps) {
  const currency = useCurrency()
  const figure = signed ? formatSigned(amount, currency) : formatAmount(amount, currency)
  return (
    <span className={`${classes.money} ${tone === 'plain' ? '' : classes[tone]} ${className}`}>
      {figure}
      {unit && `\u00a0${currencySymbol(currency)}`}
    </span>
  )
}
