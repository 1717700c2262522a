import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'

interface CommittedFieldProps {
  label: string
  value: string | null
  /** Null: emptied. */
  onCommit: (value: string | null) => void
  /** Each letter, for what is searched while typing. */
  onType?: (text: string) => void
  error?: string | undefined
  placeholder?: string
  inputMode?: 'text' | 'numeric'
}

/** Written to the sale when the field is left or Entrée pressed: every letter would be a writing on the disk. */
export function CommittedField({
  label,
  value,
  onCommit,
  onType,
  error,
  placeholder,
  inputMode = 'text',
}: CommittedFieldProps) {
  const typed = useRef(value ?? '')
  const commit = () => {
    const text = typed.current.trim() || null
    if (text !== value) onCommit(text)
  }
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  // Chosen beside the field meanwhile: what was begun in it is over.
  useEffect(() => {
    typed.current = value ?? ''
  }, [value])
  // A scan leaves the screen without leaving the field.
  useEffect(() => () => latest.current(), [])
  return (
    <TextInput
      // What is chosen beside it is what it shows.
      key={value ?? ''}
      label={label}
      size="sm"
      maxLength={100}
      autoComplete="off"
      inputMode={inputMode}
      placeholder={placeholder}
      error={error}
      defaultValue={value ?? ''}
      onChange={({ currentTarget }) => {
        typed.current = currentTarget.value
        onType?.(currentTarget.value)
      }}
      onBlur={commit}
      onKeyDown={leaveOnEnter}
    />
  )
}

/** The next Entrée is for the screen again. */
function leaveOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' && event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.blur()
}
