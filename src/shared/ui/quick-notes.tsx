import type { ReactNode } from 'react'
import { useCurrency } from './currency.tsx'
import { fitted } from './fitted.ts'
import { formatAmount } from './money-format.ts'
import { Money } from './money.tsx'
import classes from './quick-notes.module.css'

export interface QuickNote {
  /** Amount handed over, in minor units. */
  amount: number
  /** The result: « compte juste », « rendu 110 ». */
  hint?: string
}

interface QuickNotesProps {
  notes: readonly QuickNote[]
  onPick: (amount: number) => void
  /** The amount already given, shown as pressed. */
  selected?: number
  disabled?: boolean
  /** Icon and word at the left: « Espèces ». */
  label?: ReactNode
  /** Accessible name of the group. */
  name?: string
}

/** Buttons for the amounts that the customer may hand over. */
export function QuickNotes({ notes, onPick, selected, disabled = false, label, name = 'Billets' }: QuickNotesProps) {
  const currency = useCurrency()
  return (
    <div className={classes.notes} role="group" aria-label={name}>
      {label && <span className={classes.label}>{label}</span>}
      {notes.map(({ amount, hint }) => (
        <button
          key={amount}
          type="button"
          className={`${classes.note} officine-focus`}
          aria-pressed={selected === undefined ? undefined : selected === amount}
          disabled={disabled}
          style={fitted(formatAmount(amount, currency))}
          onClick={() => onPick(amount)}
        >
          <Money amount={amount} />
          {hint && <small>{hint}</small>}
        </button>
      ))}
    </div>
  )
}
