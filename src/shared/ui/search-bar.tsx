import { useMediaQuery, useMergedRef } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { Kbd } from './kbd.tsx'
import { formatAmount } from './money-format.ts'
import { plural } from './plural.ts'
import { useLatest } from './use-latest.ts'
import { useScannedField } from './use-scanned-field.ts'
import classes from './search-bar.module.css'

interface SearchBarProps {
  value: string
  onChange: (value: string) => void
  /** « n résultats », or only the number on small screens. Undefined: not counted (yet). */
  resultCount?: number
  placeholder?: string
  /** Accessible name of the field. */
  label?: string
  /** On Entrée: opens or adds the first result. */
  onSubmit?: (value: string) => void
  /** Called for keys that the field does not use: arrows that move in the results. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** The field lost the focus. */
  onLeave?: () => void
  icon?: ReactNode
  /** The shortcut to this field, shown while it is empty: « F ». */
  shortcut?: string
  autoFocus?: boolean
  /** A control after the field, such as the camera button. */
  action?: ReactNode
  /** Scanners type into it: keys are not reported one by one. */
  isScanned?: boolean
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** Search field. Escape clears it; when it is empty, Escape is passed on. */
export function SearchBar({
  value,
  onChange,
  resultCount,
  placeholder = 'Chercher',
  label = placeholder,
  onSubmit,
  onKeyDown,
  onLeave,
  icon,
  shortcut,
  autoFocus,
  action,
  isScanned = false,
  className = '',
  ref,
}: SearchBarProps) {
  const isSmall = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { input, tell, hold, props } = useScannedField(value, onChange, isScanned)
  const mergedRef = useMergedRef(input, ref)
  const clear = () => {
    tell()
    onChange('')
    input.current?.focus()
  }
  const take = useLatest((event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && value !== '') {
      // The list or panel behind must not close by the same key press.
      event.preventDefault()
      event.stopPropagation()
      clear()
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && onSubmit) {
      event.preventDefault()
      onSubmit(value)
    } else onKeyDown?.(event)
  })
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (hold(event)) return
    // Entrée and arrows refer to the results, so the pending text must be reported first.
    if (event.key.length > 1) tell()
    take(event)
  }
  return (
    <div className={`${classes.bar} ${className}`} role="search" aria-label={label}>
      <span className={classes.icon}>{icon ?? <IconSearch size="var(--icon)" aria-hidden />}</span>
      <input
        ref={mergedRef}
        className={classes.input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoFocus={autoFocus}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        {...props}
        onKeyDown={handleKeyDown}
        {...(onLeave && { onBlur: onLeave })}
      />
      <span className={classes.count} role="status">
        {resultCount !== undefined && (isSmall ? formatAmount(resultCount) : plural(resultCount, 'résultat'))}
      </span>
      {value !== '' ? (
        <button
          type="button"
          className={`${classes.clear} officine-focus`}
          aria-label="Effacer la recherche"
          onClick={clear}
        >
          <IconX size="var(--icon)" aria-hidden />
        </button>
      ) : (
        shortcut && (
          <span className={classes.key} aria-hidden>
            <Kbd>{shortcut}</Kbd>
          </span>
        )
      )}
      {action}
    </div>
  )
}
