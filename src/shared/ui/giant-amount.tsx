import type { ReactNode } from 'react'
import { useCurrency } from './currency.tsx'
import { fitted } from './fitted.ts'
import classes from './giant-amount.module.css'
import { currencySymbol, formatAmount, formatSigned } from './money-format.ts'

/**
 * settled: green, paid; due: orange; refused: red, missing; insured: blue, paid by someone else. plain has no
 * background.
 */
export type GiantTone = 'plain' | 'settled' | 'due' | 'refused' | 'insured'

interface GiantAmountProps {
  /** Names the figure: « Rendu », « Reste à payer ». */
  label: string
  /** Minor units; null: the label says all, no figure is shown. */
  amount: number | null
  tone?: GiantTone
  /** px: total 52, giant 84, display 150 (customer display). */
  size?: 'total' | 'giant' | 'display'
  signed?: boolean
  hint?: ReactNode
}

/** The dominant number of a counter screen; screen readers announce its changes. */
export function GiantAmount({ label, amount, tone = 'plain', size = 'giant', signed = false, hint }: GiantAmountProps) {
  const currency = useCurrency()
  const figure = amount === null ? '' : signed ? formatSigned(amount, currency) : formatAmount(amount, currency)
  const unit = `\u00a0${currencySymbol(currency)}`
  return (
    <div
      className={`${classes.face} ${classes[size]} ${tone === 'plain' ? '' : classes[tone]}`}
      role="status"
      aria-label={label}
    >
      {amount === null ? (
        <strong className={classes.words}>{label}</strong>
      ) : (
        <>
          <div className={classes.label}>{label}</div>
          <div className={classes.line}>
            <strong className={classes.figure} style={fitted(figure, unit)}>
              {figure}
              <small>{unit}</small>
            </strong>
          </div>
        </>
      )}
      {hint && <div className={classes.hint}>{hint}</div>}
    </div>
  )
}
