import { type RefObject, useLayoutEffect } from 'react'
import { useLatest } from '#shared/ui/use-latest.ts'

interface SearchFocusOptions {
  /** False: only letters move the focus, as the on-screen keyboard of a tablet would cover what was touched. */
  isEager?: boolean
  /**
   * Called with a key that was pressed elsewhere and moves the focus into the empty field: the field itself did not get
   * it. Returns whether the key was handled; otherwise it becomes the search text.
   */
  onFirstKey?: (key: string) => boolean
}

/**
 * Keeps the focus in the search field: at the start, after each touch, and for letters typed elsewhere. Fields, menus
 * and modals keep their focus.
 */
export function useSearchFocus(
  search: RefObject<HTMLInputElement | null>,
  isEnabled: boolean,
  { isEager = true, onFirstKey }: SearchFocusOptions = {},
) {
  const takeFirstKey = useLatest((key: string) => onFirstKey?.(key) ?? false)
  useLayoutEffect(() => {
    if (!isEnabled) return
    /** Returns whether the field got the focus. */
    const take = (): boolean => {
      if (isTaken()) return false
      search.current?.focus({ preventScroll: true })
      return true
    }
    const takeSoon = () => {
      if (isEager) setTimeout(take)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const isLetter =
        Array.from(event.key).length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isLetter || event.defaultPrevented || !take()) return
      if (search.current?.value === '' && takeFirstKey(event.key)) event.preventDefault()
    }
    if (isEager) take()
    document.addEventListener('pointerup', takeSoon)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerup', takeSoon)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [search, isEnabled, isEager, takeFirstKey])
}

function isTaken(): boolean {
  const focused = document.activeElement
  if (
    focused instanceof HTMLInputElement ||
    focused instanceof HTMLTextAreaElement ||
    focused instanceof HTMLSelectElement
  )
    return true
  return document.querySelector('[role=dialog],[role=alertdialog],[role=menu]') !== null
}
