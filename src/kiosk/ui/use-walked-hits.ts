import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, type UIEvent, useEffect, useMemo, useRef, useState } from 'react'

/** No row of hits is lower, so that what is made fills the screen and can be scrolled. */
const leastRowPx = 84

/** Rows made at each key, as many as the window is high. Scrolling and walking make the others: rows out of sight would hold up the next letter. */
export const rowsAtOnce = (): number => Math.ceil(window.innerHeight / leastRowPx)

type WalkedHits<Hit> = {
  /** The first hits, as many as were walked to. */
  rows: readonly Hit[]
  /** Which of them Entrée takes; -1 when there is none. */
  at: number
  step: (by: number) => void
  list: RefObject<HTMLUListElement | null>
  onScroll: (event: UIEvent) => void
}

/** Walks the hits of a search. Another search, another list: from its top. */
export function useWalkedHits<Hit>(query: string, hits: readonly Hit[]): WalkedHits<Hit> {
  const [walk, setWalk] = useState({ query, index: 0, made: 0 })
  const [atOnce, setAtOnce] = useState(rowsAtOnce)
  // A tablet that is turned shows more of them.
  useWindowEvent('resize', () => setAtOnce(rowsAtOnce()))
  const index = walk.query === query ? walk.index : 0
  const made = walk.query === query ? Math.max(walk.made, atOnce) : atOnce
  const list = useRef<HTMLUListElement>(null)
  const at = Math.min(index, hits.length - 1)
  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' })
  }, [query, at])
  const rows = useMemo(() => hits.slice(0, made), [hits, made])
  return {
    rows,
    at,
    step(by) {
      const next = Math.max(0, Math.min(hits.length - 1, at + by))
      setWalk({ query, index: next, made: Math.max(made, next + atOnce) })
    },
    list,
    onScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) {
      const isNearEnd = scrollTop + 2 * clientHeight > scrollHeight
      if (isNearEnd && made < hits.length) setWalk({ query, index, made: made + atOnce })
    },
  }
}
