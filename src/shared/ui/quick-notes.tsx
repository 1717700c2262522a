import type { ReactNode } from 'react'
import { Money } from './money.tsx'
import classes from './quick-notes.module.css'

export interface QuickNote {
  /** Minor units handed over. */
  amount: number
  /** What it gives: « compte juste », « rendu 110 ». */
  hint?: string
}

interface QuickNotesProps {
  notes: readonly QuickNote[]
  onPick: (amount: number) => void
  /** The note already given, drawn full. */
  selected?: number
  disabled?: boolean
  /** Icon and word at the left: « Espèces ». */
  label?: ReactNode
  /** Name of the group for those who cannot see it. */
  name?: string
}

/** One touch says which note the client gives. */
export function QuickNotes({ notes, onPick, selected, disabled = false, label, name = 'Billets' }: QuickNotesProps) {
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
          onClick={() => onPick(amount)}
        >
          <Money amount={amount} />
          {hint && <small>{hint}</small>}
        </button>
      ))}
    </div>
  )
}
