import { IconBackspace } from '@tabler/icons-react'
import classes from './keypad.module.css'
import type { KeypadKey } from './typed-amount.ts'

interface KeypadProps {
  onKey: (key: KeypadKey) => void
  disabled?: boolean
  /** 000 for money; 'none' leaves the place empty (PIN). */
  corner?: '000' | 'none'
  /** green: on the unlock screen. */
  ground?: 'light' | 'green'
  className?: string
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Keys of at least 84 px. The focus does not move: the pad types into the field that the screen marks as current. */
export function Keypad({ onKey, disabled = false, corner = '000', ground = 'light', className = '' }: KeypadProps) {
  const key = (value: KeypadKey, style = '') => (
    <button
      key={value}
      type="button"
      className={`${classes.key} ${style} officine-focus`}
      disabled={disabled}
      aria-label={value === 'backspace' ? 'Effacer' : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onKey(value)}
    >
      {value === 'backspace' ? <IconBackspace size={30} aria-hidden /> : value}
    </button>
  )
  return (
    <div
      className={`${classes.pad} ${ground === 'green' ? classes.green : ''} ${className}`}
      role="group"
      aria-label="Pavé numérique"
    >
      {digits.map((digit) => key(digit))}
      {corner === '000' ? key('000', classes.function) : <span />}
      {key('0')}
      {key('backspace', classes.function)}
    </div>
  )
}
