import { IconBackspace } from '@tabler/icons-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './pin-pad.module.css'

interface PinPadProps {
  /** Digits typed so far. */
  digits: string
  onDigits: (digits: string) => void
  onCancel: () => void
  isDisabled: boolean
  /** Changes with each wrong PIN and restarts the shake animation. */
  wrongCount: number
}

export const pinLength = 4
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** PIN dots and number pad. The keyboard works too, wherever the focus is. */
export function PinPad({ digits, onDigits, onCancel, isDisabled, wrongCount }: PinPadProps) {
  const type = (digit: string) => {
    if (digits.length < pinLength) onDigits(digits + digit)
  }
  const pad = useRef<HTMLDivElement>(null)
  const erase = () => onDigits(digits.slice(0, -1))
  // Before the pad is painted: the first key after a refusal must not be lost.
  useLayoutEffect(() => {
    if (isDisabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      // A dialog over this pad takes the keys.
      const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
      if (dialog && !dialog.contains(pad.current)) return
      if (/^\d$/.test(event.key)) type(event.key)
      else if (event.key === 'Backspace') erase()
      else if (event.key === 'Escape') onCancel()
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // Capture phase: a code reaches no field and no shortcut of the screen behind.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  })
  const key = (
    content: ReactNode,
    onPress: () => void,
    { style = '', label }: { style?: string | undefined; label?: string } = {},
  ) => (
    <button
      type="button"
      className={`${classes.key} ${style} officine-focus`}
      disabled={isDisabled}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {content}
    </button>
  )
  return (
    <>
      <div
        key={wrongCount}
        className={`${classes.dots} ${wrongCount > 0 ? classes.shaken : ''}`}
        role="img"
        aria-label={`${digits.length} chiffres sur ${pinLength}`}
      >
        {Array.from({ length: pinLength }, (_, place) => (
          <i key={place} className={place < digits.length ? classes.filled : undefined} />
        ))}
      </div>
      <div ref={pad} className={classes.pad} role="group" aria-label="Pavé du code">
        {keys.map((digit) => (
          <span key={digit}>{key(digit, () => type(digit))}</span>
        ))}
        <span>{key('Annuler', onCancel, { style: classes.plain })}</span>
        <span>{key('0', () => type('0'))}</span>
        <span>{key(<IconBackspace size={34} aria-hidden />, erase, { style: classes.plain, label: 'Effacer' })}</span>
      </div>
    </>
  )
}
