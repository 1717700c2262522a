import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focus in the search field: at the start, after each touch, and for letters typed elsewhere. Fields, menus
 * and modals keep their focus. If not eager, only letters move the focus, as the on-screen keyboard of a tablet would
 * cover what was touched.
 */
export function useSearchFocus(
  search: RefObject<HTMLInputElement | null>,
  isEnabled: boolean,
  { isEager = true }: { isEager?: boolean } = {},
) {
  useEffect(() => {
    if (!isEnabled) return
    const take = () => {
      if (!isTaken()) search.current?.focus({ preventScroll: true })
    }
    const takeSoon = () => {
      if (isEager) setTimeout(take)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const isLetter =
        Array.from(event.key).length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isLetter && !event.defaultPrevented) take()
    }
    if (isEager) take()
    document.addEventListener('pointerup', takeSoon)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerup', takeSoon)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [search, isEnabled, isEager])
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
