import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { SearchBar } from '#shared/ui/search-bar.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { focusRows } from '#backoffice/ui/focus-rows.ts'

interface FilterFieldProps {
  label: string
  /** The value in the address. */
  value: string
  onChange: (value: string) => void
  /** A list in memory is searched at each key. */
  isInMemory?: boolean
  /** Enter opens the first result; while a search is still to be told, Enter tells it. */
  onSubmit: () => void
  /** Échap in the empty field; with a text, Échap only clears it. */
  onEscape?: (() => void) | undefined
  className?: string | undefined
}

/** Delay after the last key before a search, because each one is a request to the server. */
const typingMs = 200

/**
 * The search field of a list. F focuses it, ↓ moves to the rows; the text goes to the address after a pause in typing.
 */
export function FilterField({
  label,
  value,
  onChange,
  isInMemory = false,
  onSubmit,
  onEscape,
  className = '',
}: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const told = useRef(value)
  const tell = useDebouncedCallback((next: string) => {
    told.current = next
    onChange(next)
  }, typingMs)
  // The address changed elsewhere: by a chip, a link or « Effacer les filtres ».
  useEffect(() => {
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])
  useShortcuts({ f: () => field.current?.focus() })
  const handleChange = (next: string) => {
    setText(next)
    tell(next)
    // The delay itself must not change: a list that comes into memory while one types would cancel what waits.
    if (isInMemory) tell.flush()
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
      onSubmit={() => {
        // The rows in sight are those of the search before.
        if (tell.isPending()) tell.flush()
        else onSubmit()
      }}
      // A row that is opened right after typing must not be left by the search that was still to be told.
      onLeave={() => tell.flush()}
      onKeyDown={(event) => {
        const run = event.key === 'ArrowDown' ? focusRows : event.key === 'Escape' ? onEscape : undefined
        if (!run) return
        event.preventDefault()
        run()
      }}
    />
  )
}
