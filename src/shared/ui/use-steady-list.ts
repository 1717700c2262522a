import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface SteadyList {
  /** Key of the row at an index; undefined while it is on its way. */
  keyAt: (index: number) => string | undefined
  count: number
  /** What was asked of the list: with another question it starts again at the top. */
  question: string | undefined
  /** Key of the row whose panel is open. */
  selectedKey: string | null | undefined
  active: number
  rowHeight: number
  grid: RefObject<HTMLDivElement | null>
  /** Makes another row the one of the keyboard; the focus goes with it where the list has it. */
  followTo: (index: number) => void
  scrollToRow: (index: number) => void
}

/** How far a row may move between two readings and still be looked for. */
const reach = 100

/**
 * A list that changes under the eyes: rows that come in above push nothing. The row of the keyboard stays the same one, and unless the list
 * stands at its top, so does what is in view. A row opened from elsewhere is brought into view.
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
    // oxlint-disable-next-line react/exhaustive-deps -- once per opened row: afterwards the list is scrolled as one likes
  }, [selectedKey, isThere])
}

/** How many rows further the row stands that stood at `index`; 0 when it did not move or is no longer near. */
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
