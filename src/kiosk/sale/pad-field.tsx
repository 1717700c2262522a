import { Button } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, type Ref, useRef, useState } from 'react'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Keypad } from '#shared/ui/keypad.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { typedAmount, type KeypadKey } from '#shared/ui/typed-amount.ts'
import classes from './line-panel.module.css'

/** What is being typed into one of several fields that share a pad. `draft` null: begun and nothing typed yet. */
export type Typing<Name extends string> = { name: Name; draft: number | null } | null

interface PadGestures<Name extends string> {
  onCommit: (name: Name, value: number) => void
  mostOf: (name: Name) => number
  /** Entrée or Échap: who has the keyboard next. */
  onDone: () => void
}

/** A number that is typed anew once its field is entered; it counts when the field is left or Entrée pressed, and Échap leaves it as it was. */
export function usePad<Name extends string>({ onCommit, mostOf, onDone }: PadGestures<Name>) {
  const [typing, setTyping] = useState<Typing<Name>>(null)
  // Leaving the field follows Entrée and Échap within the same press: what is said then must be known then.
  const now = useRef<Typing<Name>>(null)
  const set = (next: Typing<Name>) => {
    now.current = next
    setTyping(next)
  }
  const type = (next: (draft: number, most: number) => number) =>
    now.current && set({ ...now.current, draft: next(now.current.draft ?? 0, mostOf(now.current.name)) })
  return {
    typing,
    begin: (name: Name) => set({ name, draft: null }),
    write: (digits: string) => type((_, most) => Math.min(Number(digits || '0'), most)),
    press: (key: KeypadKey) => type((draft, most) => typedAmount(draft, key, most)),
    forget: () => set(null),
    leave: () => {
      const left = now.current
      set(null)
      if (left && left.draft !== null) onCommit(left.name, left.draft)
    },
    /** By touch: what Entrée and Échap are on the keyboard. */
    finish(isWanted: boolean) {
      if (!isWanted) set(null)
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      onDone()
    },
    onDone,
  }
}

/** The pad of the field that is being typed in, with the way out by touch. */
export function PadKeys<Name extends string>({
  pad,
  doneLabel,
}: {
  pad: ReturnType<typeof usePad<Name>>
  doneLabel: string
}) {
  // The field keeps the focus until it is said what becomes of it.
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  return (
    <div className={classes.padArea}>
      <Keypad onKey={pad.press} />
      <div className={classes.padEnd}>
        <Button variant="default" h="auto" mih={64} onMouseDown={keepFocus} onClick={() => pad.finish(false)}>
          Laisser
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

/** A field for the pad below it and for the keyboard; the tablet's own keyboard stays away. */
export function PadField<Name extends string>({ name, label, value, pad, isMoney = false, ref }: PadFieldProps<Name>) {
  const currency = useCurrency()
  const isTyped = pad.typing?.name === name
  const shown = (isTyped ? pad.typing?.draft : null) ?? value
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    // Leaving it counts: what is not wanted must be gone by then.
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
