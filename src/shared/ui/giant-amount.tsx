import type { ReactNode } from 'react'
import { useCurrency } from './currency.tsx'
import classes from './giant-amount.module.css'
import { currencySymbol, formatAmount, formatSigned } from './money-format.ts'

/** Green is settled or next, orange is owed, red is missing, blue is what someone else pays. Plain has no ground. */
export type GiantTone = 'plain' | 'settled' | 'due' | 'refused' | 'insured'

interface GiantAmountProps {
  /** Names the figure: « Rendu », « Reste à payer ». */
  label: string
  /** Minor units. */
  amount: number
  tone?: GiantTone
  /** total 52, giant 84, display 150 (the client's screen). */
  size?: 'total' | 'giant' | 'display'
  signed?: boolean
  hint?: ReactNode
}

/** The one number that dominates a counter screen. Said aloud when it changes. */
export function GiantAmount({ label, amount, tone = 'plain', size = 'giant', signed = false, hint }: GiantAmountProps) {
  const currency = useCurrency()
  return (
    <div
      className={`${classes.face} ${classes[size]} ${tone === 'plain' ? '' : classes[tone]}`}
      role="status"
      aria-label={label}
    >
      <div className={classes.label}>{label}</div>
      <strong className={classes.figure}>
        {signed ? formatSigned(amount, currency) : formatAmount(amount, currency)}
        <small>{`\u00a0${currencySymbol(currency)}`}</small>
      </strong>
      {hint && <div className={classes.hint}>{hint}</div>}
    </div>
  )
}
