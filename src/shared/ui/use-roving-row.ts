import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface RovingRow {
  /** Index of the row that has, or would take, the focus. */
  active: number
  setActive: (index: number) => void
  rowCount: number
  rowHeight: number
  grid: RefObject<HTMLDivElement | null>
  scrollToRow: (index: number) => void
  onOpen?: (index: number) => void
  onTick?: (index: number) => void
}

/** Keys of a table of which one row takes the focus: arrows move it, Entrée opens it, Espace ticks it. */
export function useRovingRow({ active, setActive, rowCount, rowHeight, grid, scrollToRow, onOpen, onTick }: RovingRow) {
  const mustFocus = useRef(false)
  // Still true when the row that had it is gone from the page: the focus is then nobody's.
  const hasFocus = useRef(false)

  // Before the next key can be pressed: it belongs to the row that is shown to have it.
  useLayoutEffect(() => {
    if (!mustFocus.current) return
    const row = grid.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)
    if (!row) return
    mustFocus.current = false
    row.focus({ preventScroll: true })
  })

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, rowCount - 1))
    mustFocus.current = true
    setActive(next)
    scrollToRow(next)
  }

  /** Another index for the same row: the focus goes with it, but is not taken from elsewhere. */
  const followTo = (index: number) => {
    mustFocus.current =
      hasFocus.current &&
      (document.activeElement === document.body || grid.current?.contains(document.activeElement) === true)
    setActive(index)
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

  const onFocus = () => {
    hasFocus.current = true
  }
  const onBlur = ({ relatedTarget }: FocusEvent<HTMLElement>) => {
    hasFocus.current = relatedTarget instanceof Node && grid.current?.contains(relatedTarget) === true
  }

  return { handlers: { onKeyDown, onFocus, onBlur }, followTo }
}
