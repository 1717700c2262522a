import type { SupplierPrice } from '#shared/domain/supplier-price.ts'
import { useCurrency } from './currency.tsx'
import { currencySymbol, formatAmount, formatSigned, formatSupplierPrice } from './money-format.ts'
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

/** The component that renders amounts of money. Amounts are never animated. */
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

/** What a supplier asks for one box, with all decimals of its paper. */
export function ExactPrice({ price }: { price: SupplierPrice }) {
  return <span className={classes.money}>{formatSupplierPrice(price, useCurrency())}</span>
}
