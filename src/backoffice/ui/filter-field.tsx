import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { SearchBar } from '#shared/ui/search-bar.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { focusRows } from '#backoffice/ui/focus-rows.ts'

interface FilterFieldProps {
  label: string
  /** What the address says. */
  value: string
  onChange: (value: string) => void
  /** Each letter costs a question to the server; none does where the list is here. */
  delayMs: number
  /** Entrée: opens the first result. */
  onSubmit: () => void
  className?: string | undefined
}

/** The search of a list: F goes there, ↓ leaves it for the rows, what is typed goes to the address when the hand rests. */
export function FilterField({ label, value, onChange, delayMs, onSubmit, className = '' }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const told = useRef(value)
  const tell = useDebouncedCallback((next: string) => {
    told.current = next
    onChange(next)
  }, delayMs)
  // The address changed by other hands: a chip, a link, « Effacer les filtres ».
  useEffect(() => {
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])
  useShortcuts({ f: () => field.current?.focus() })
  const handleChange = (next: string) => {
    setText(next)
    tell(next)
  }
  return (
    <SearchBar
      ref={field}
      className={className}
      placeholder="Filtrer"
      label={label}
      shortcut="F"
      value={text}
      onChange={handleChange}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        focusRows()
      }}
    />
  )
}
