import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'

interface CommittedFieldProps {
  label: string
  value: string | null
  /** Null: the field was cleared. */
  onCommit: (value: string | null) => void
  /** Called for each letter, for searches while typing. */
  onType?: (text: string) => void
  error?: string | undefined
  placeholder?: string
  inputMode?: 'text' | 'numeric'
}

/** A text field that commits on blur or Entrée. Committing each letter would write to the disk each time. */
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
  // The value was set from outside meanwhile: discard the typed text.
  useEffect(() => {
    typed.current = value ?? ''
  }, [value])
  // Commit on unmount: a scan may leave the screen without a blur event.
  useEffect(() => () => latest.current(), [])
  return (
    <TextInput
      // Remount if the value is set from outside, so that the field shows it.
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

/** Return the focus to the page, so that the next Entrée acts on the screen. */
function leaveOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' && event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.blur()
}
