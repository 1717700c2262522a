import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, type UIEvent, useEffect, useMemo, useRef, useState } from 'react'

/** The lowest height of a row, so that the rendered rows fill the screen and can be scrolled. */
const leastRowPx = 84

/**
 * The number of rows rendered at each key: one screen. Scrolling and walking render more. Rows out of view would delay
 * the next letter.
 */
export const rowsAtOnce = (): number => Math.ceil(window.innerHeight / leastRowPx)

type WalkedHits<Hit> = {
  /** The first results, as far as the user walked or scrolled. */
  rows: readonly Hit[]
  /** The index of the result that Entrée takes; -1 if there is none. */
  at: number
  step: (by: number) => void
  list: RefObject<HTMLUListElement | null>
  onScroll: (event: UIEvent) => void
}

/** Walks the results of a search by keys and scrolling. A new query starts at the top. */
export function useWalkedHits<Hit>(query: string, hits: readonly Hit[]): WalkedHits<Hit> {
  const [walk, setWalk] = useState({ query, index: 0, made: 0 })
  const [atOnce, setAtOnce] = useState(rowsAtOnce)
  // A rotated tablet shows more rows.
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
