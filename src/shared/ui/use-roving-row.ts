import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface RovingRow {
  /** Index of the row in the tab order. */
  active: number
  setActive: (index: number) => void
  rowCount: number
  rowHeight: number
  grid: RefObject<HTMLDivElement | null>
  scrollToRow: (index: number) => void
  onOpen?: (index: number) => void
  onTick?: (index: number) => void
  /** An arrow or a page key moved to this row. */
  onWalk?: (index: number) => void
}

/** Keyboard handling of a table with a roving tabindex: arrows move, Entrée opens, Espace ticks. */
export function useRovingRow({
  active,
  setActive,
  rowCount,
  rowHeight,
  grid,
  scrollToRow,
  onOpen,
  onTick,
  onWalk,
}: RovingRow) {
  const mustFocus = useRef(false)
  // Stays true when the focused row is unmounted: the focus is then on the body.
  const hasFocus = useRef(false)

  // The row may be rendered later. If the focus has left the rows by then, it stays where it is.
  const focusOnce = (index: number) => {
    if (!mustFocus.current) return
    const row = grid.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    const isElsewhere = document.activeElement !== document.body && !isInRow(document.activeElement)
    if (!row && !isElsewhere) return
    mustFocus.current = false
    if (!isElsewhere) row?.focus({ preventScroll: true })
  }

  // A layout effect, so that the row has the focus before the next key press.
  useLayoutEffect(() => focusOnce(active))

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, rowCount - 1))
    mustFocus.current = true
    setActive(next)
    scrollToRow(next)
    onWalk?.(next)
  }

  /** The same row has another index: moves the focus with it, but does not take it from a header or from elsewhere. */
  const followTo = (index: number) => {
    mustFocus.current = hasFocus.current
    setActive(index)
    // The same index does not render again.
    focusOnce(index)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined
    if (!isOnRow || event.ctrlKey || event.metaKey || event.altKey || rowCount === 0) return
    const page = Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / rowHeight) - 2)
    const gestures: Record<string, () => void> = {
      ArrowDown: () => moveTo(active + 1),
      ArrowUp: () => moveTo(active - 1),
      PageDown: () => moveTo(active + page),
      PageUp: () => moveTo(active - page),
      Home: () => moveTo(0),
      End: () => moveTo(rowCount - 1),
      ...(onOpen && { Enter: () => onOpen(active) }),
      ...(onTick && { ' ': () => onTick(active) }),
    }
    const gesture = gestures[event.key]
    if (!gesture) return
    event.preventDefault()
    gesture()
  }

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    hasFocus.current = isInRow(target)
  }
  const onBlur = ({ relatedTarget }: FocusEvent<HTMLElement>) => {
    hasFocus.current = isInRow(relatedTarget)
  }

  return { handlers: { onKeyDown, onFocus, onBlur }, followTo }
}

function isInRow(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest('[data-row]') !== null
}
