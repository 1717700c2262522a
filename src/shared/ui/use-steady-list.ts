import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface SteadyList {
  /** Key of the row at an index; undefined while it is loading. */
  keyAt: (index: number) => string | undefined
  count: number
  /** Identifies the query; when it changes, the list scrolls to the top. */
  question: string | undefined
  /** Key of the row whose panel is open. */
  selectedKey: string | null | undefined
  active: number
  rowHeight: number
  grid: RefObject<HTMLDivElement | null>
  /** Makes another row the active one; moves the focus with it when the list has the focus. */
  followTo: (index: number) => void
  scrollToRow: (index: number) => void
}

/** Maximum distance in rows at which a moved row is searched. */
const reach = 100

/**
 * Keeps a changing list steady: rows inserted above do not shift the view unless the list is scrolled to the top, and
 * the active row stays the same. A row opened from elsewhere is scrolled into view.
 */
export function useSteadyList({
  keyAt,
  count,
  question,
  selectedKey,
  active,
  rowHeight,
  grid,
  followTo,
  scrollToRow,
}: SteadyList) {
  const before = useRef({ keyAt, question })

  useLayoutEffect(() => {
    const was = before.current
    before.current = { keyAt, question }
    const scroller = grid.current
    if (!scroller) return
    if (was.question !== question) {
      scroller.scrollTop = 0
      followTo(0)
      return
    }
    const moved = shiftOf(active, was.keyAt, keyAt)
    if (moved !== 0) followTo(active + moved)
    if (scroller.scrollTop > 0)
      scroller.scrollTop += shiftOf(Math.floor(scroller.scrollTop / rowHeight), was.keyAt, keyAt) * rowHeight
  })

  const latest = useRef({ keyAt, count })
  useEffect(() => {
    latest.current = { keyAt, count }
  })
  const isThere = count > 0
  useEffect(() => {
    if (!selectedKey || !isThere) return
    const { keyAt: current, count: rows } = latest.current
    for (let index = 0; index < rows; index++) {
      if (current(index) !== selectedKey) continue
      followTo(index)
      scrollToRow(index)
      return
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once per opened row; later the user may scroll
  }, [selectedKey, isThere])
}

/** By how many rows the row formerly at `index` has moved; 0 when it did not move or is out of reach. */
function shiftOf(
  index: number,
  before: (index: number) => string | undefined,
  now: (index: number) => string | undefined,
): number {
  const key = before(index)
  if (key === undefined || now(index) === key) return 0
  for (let distance = 1; distance <= reach; distance++) {
    if (now(index + distance) === key) return distance
    if (index >= distance && now(index - distance) === key) return -distance
  }
  return 0
}
