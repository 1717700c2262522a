import { Button } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, type Ref, useRef, useState } from 'react'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Keypad } from '#shared/ui/keypad.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { typedAmount, type KeypadKey } from '#shared/ui/typed-amount.ts'
import classes from './line-panel.module.css'

/**
 * The state of the field that is being typed, among fields that share a keypad. `draft: null`: nothing was typed yet.
 */
export type Typing<Name extends string> = { name: Name; draft: number | null } | null
/** A number above the largest one. It is shown as typed, and never committed. */
type Beyond<Name extends string> = { name: Name; asked: number; most: number } | null

interface PadGestures<Name extends string> {
  onCommit: (name: Name, value: number) => void
  mostOf: (name: Name) => number
  /** Called after Entrée or Échap, to move the focus. */
  onDone: () => void
}

/**
 * Number fields with a keypad. Typing replaces the value. Leaving the field or Entrée commits, Échap restores. A number
 * above the largest one is refused: the value stays, and `beyond` says why until the next typing.
 */
export function usePad<Name extends string>({ onCommit, mostOf, onDone }: PadGestures<Name>) {
  const [typing, setTyping] = useState<Typing<Name>>(null)
  const [beyond, setBeyond] = useState<Beyond<Name>>(null)
  // Blur follows Entrée and Échap within the same event, before a render, so the state must be readable at once.
  const now = useRef<Typing<Name>>(null)
  const set = (next: Typing<Name>) => {
    now.current = next
    setTyping(next)
  }
  const type = (next: (draft: number) => number) => {
    if (!now.current) return
    const { name } = now.current
    const draft = next(now.current.draft ?? 0)
    set({ name, draft })
    setBeyond(draft > mostOf(name) ? { name, asked: draft, most: mostOf(name) } : null)
  }
  const begin = (name: Name) => {
    set({ name, draft: null })
    setBeyond(null)
  }
  const forget = () => {
    set(null)
    setBeyond(null)
  }
  return {
    typing,
    beyond,
    begin,
    write: (digits: string) => type(() => Number(digits || '0')),
    press: (key: KeypadKey) => type((draft) => typedAmount(draft, key)),
    forget,
    leave: () => {
      const left = now.current
      set(null)
      if (left && left.draft !== null && left.draft <= mostOf(left.name)) onCommit(left.name, left.draft)
    },
    /** The touch equivalents of Entrée and Échap. */
    finish(isWanted: boolean) {
      if (!isWanted) forget()
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      onDone()
    },
    onDone,
  }
}

/** Why a number was refused, with the largest one. */
export function PadRefusal<Name extends string>({ pad: { beyond } }: { pad: ReturnType<typeof usePad<Name>> }) {
  if (!beyond) return null
  const [asked, most] = [beyond.asked, beyond.most].map((number) => formatAmount(number, { decimals: 0 }))
  return (
    <p className={classes.refusal} role="alert">
      {asked} est trop grand{'\u00a0'}: {most} au plus.
    </p>
  )
}

/** The keypad of the current field, with buttons to commit and cancel. */
export function PadKeys<Name extends string>({
  pad,
  doneLabel,
}: {
  pad: ReturnType<typeof usePad<Name>>
  doneLabel: string
}) {
  // Keep the focus in the field until a button commits or cancels.
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  return (
    <div className={classes.padArea}>
      <Keypad onKey={pad.press} />
      <div className={classes.padEnd}>
        <Button variant="default" h="auto" mih={64} onMouseDown={keepFocus} onClick={() => pad.finish(false)}>
          Annuler
        </Button>
        <Button variant="light" h="auto" mih={64} onMouseDown={keepFocus} onClick={() => pad.finish(true)}>
          {doneLabel}
        </Button>
      </div>
    </div>
  )
}

interface PadFieldProps<Name extends string> {
  name: Name
  label: string
  value: number
  pad: ReturnType<typeof usePad<Name>>
  isMoney?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A field for the keypad and the keyboard. It does not open the tablet's on-screen keyboard. */
export function PadField<Name extends string>({ name, label, value, pad, isMoney = false, ref }: PadFieldProps<Name>) {
  const currency = useCurrency()
  const isTyped = pad.typing?.name === name
  const shown = (isTyped ? pad.typing?.draft : null) ?? value
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    // Blur commits, so a canceled draft must be removed before.
    if (event.key === 'Escape') pad.forget()
    else pad.leave()
    event.currentTarget.blur()
    pad.onDone()
  }
  return (
    <label className={classes.field} data-typed={isTyped || undefined}>
      <span>{label}</span>
      <input
        ref={ref}
        type="text"
        inputMode="none"
        autoComplete="off"
        value={formatAmount(shown, isMoney ? currency : { decimals: 0 })}
        onFocus={(event) => {
          pad.begin(name)
          event.currentTarget.select()
        }}
        onChange={(event) => pad.write(event.currentTarget.value.replaceAll(/\D/g, '').slice(-10))}
        onBlur={pad.leave}
        onKeyDown={handleKeyDown}
      />
    </label>
  )
}
