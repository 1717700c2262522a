import { IconMinus, IconPlus } from '@tabler/icons-react'
import { formatAmount } from './money-format.ts'
import classes from './stepper.module.css'

interface StepperProps {
  value: number
  onChange: (value: number) => void
  /** Accessible name: « Coartem 20/120 mg cp B/24 ». */
  label: string
  min?: number
  max?: number
  disabled?: boolean
}

/** − n +, 48 px per button. Arrow, Page and Home keys work as in a spin button. */
export function Stepper({ value, onChange, label, min = 1, max = 9_999, disabled = false }: StepperProps) {
  const set = (next: number) => {
    const bounded = Math.min(max, Math.max(min, next))
    if (bounded !== value) onChange(bounded)
  }
  const moves: Record<string, number> = {
    ArrowUp: value + 1,
    ArrowDown: value - 1,
    PageUp: value + 10,
    PageDown: value - 10,
    Home: min,
  }
  return (
    <div className={classes.stepper}>
      <button
        type="button"
        className="officine-focus"
        tabIndex={-1}
        aria-label={`Une de moins, ${label}`}
        disabled={disabled || value <= min}
        onClick={() => set(value - 1)}
      >
        <IconMinus size={22} aria-hidden />
      </button>
      <b
        className={`${classes.value} officine-focus`}
        role="spinbutton"
        tabIndex={disabled ? -1 : 0}
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-disabled={disabled || undefined}
        onKeyDown={(event) => {
          const next = moves[event.key]
          if (next === undefined || disabled) return
          event.preventDefault()
          set(next)
        }}
      >
        {formatAmount(value, { decimals: 0 })}
      </b>
      <button
        type="button"
        className="officine-focus"
        tabIndex={-1}
        aria-label={`Une de plus, ${label}`}
        disabled={disabled || value >= max}
        onClick={() => set(value + 1)}
      >
        <IconPlus size={22} aria-hidden />
      </button>
    </div>
  )
}
