import { type KeyboardEvent, useRef } from 'react'
import classes from './count-field.module.css'

/** The fields of a count, by name, with the field that the keyboard and the keypad type into. */
export type CountFields = ReturnType<typeof useCountFields>

interface CountFieldsGiven {
  names: readonly string[]
  draft: Readonly<Record<string, string>>
  active: string | null
  onActive: (name: string | null) => void
  onType: (name: string, digits: string) => void
  /** A field lost the focus: store the draft. */
  onLeave: () => void
  /** Enter or an arrow after the last field. */
  onEnd: () => void
}

/** The highest number of digits of a count or an amount. */
const longest = { count: 6, amount: 10 } as const

/** Touch, Entrée, Tab and arrows move between the fields. The keypad types into the focused one. */
export function useCountFields({ names, draft, active, onActive, onType, onLeave, onEnd }: CountFieldsGiven) {
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const focus = (name: string | undefined) => (name === undefined ? onEnd() : inputs.current.get(name)?.focus())
  const next = () => focus(names[active === null ? 0 : names.indexOf(active) + 1])
  return {
    draft,
    active,
    next,
    onType,
    onActive,
    onLeave,
    previous: () => active !== null && focus(names[Math.max(0, names.indexOf(active) - 1)]),
    register: (name: string) => (input: HTMLInputElement | null) => {
      if (input) inputs.current.set(name, input)
      else inputs.current.delete(name)
    },
    press(key: string) {
      const name = active ?? names[0]
      if (name === undefined) return
      if (active === null) inputs.current.get(name)?.focus()
      const typed = draft[name] ?? ''
      onType(name, key === 'backspace' ? typed.slice(0, -1) : `${typed}${key}`)
    },
  }
}

interface CountFieldProps {
  name: string
  label: string
  kind: keyof typeof longest
  fields: CountFields
}

export function CountField({ name, label, kind, fields }: CountFieldProps) {
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const moves: Record<string, () => unknown> = {
      Enter: fields.next,
      ArrowDown: fields.next,
      ArrowUp: fields.previous,
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  return (
    <input
      ref={fields.register(name)}
      className={`${classes.countField} officine-focus`}
      type="text"
      inputMode="none"
      autoComplete="off"
      aria-label={label}
      placeholder="–"
      value={fields.draft[name] ?? ''}
      maxLength={longest[kind]}
      onFocus={(event) => {
        fields.onActive(name)
        event.currentTarget.select()
      }}
      onBlur={fields.onLeave}
      onChange={(event) => fields.onType(name, event.currentTarget.value)}
      onKeyDown={handleKeyDown}
    />
  )
}

/** Keeps digits only, without leading zeros, up to the length of the field. */
export function typedDigits(text: string, kind: keyof typeof longest): string {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  return digits.slice(0, longest[kind])
}
