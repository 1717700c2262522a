import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, type UIEvent, useEffect, useMemo, useRef, useState } from 'react'

/** The lowest height of a row, so that the rendered rows fill the screen and can be scrolled. */
const leastRowPx = 84

/**
 * The number of rows rendered at each key: one screen. Scrolling and walking render more. Rows out of view would delay
 * the next letter.
 */
export const rowsAtOnce = (): number => Math.ceil(window.innerHeight / leastRowPx)

interface WalkedHitsOptions {
  /** With several results none is marked, so that Entrée takes none, until an arrow marks the first. */
  startsUnmarked?: boolean
}

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
export function useWalkedHits<Hit>(
  query: string,
  hits: readonly Hit[],
  { startsUnmarked = false }: WalkedHitsOptions = {},
): WalkedHits<Hit> {
  const start = startsUnmarked && hits.length > 1 ? -1 : 0
  const [walk, setWalk] = useState({ query, index: start, made: 0 })
  const [atOnce, setAtOnce] = useState(rowsAtOnce)
  // A rotated tablet shows more rows.
  useWindowEvent('resize', () => setAtOnce(rowsAtOnce()))
  const index = walk.query === query ? Math.max(walk.index, start) : start
  const made = walk.query === query ? Math.max(walk.made, atOnce) : atOnce
  const list = useRef<HTMLUListElement>(null)
  const at = Math.min(index, hits.length - 1)
  // A new query goes back to the top. Only if the list was scrolled: to ask the browser, or to look for a row, would
  // lay the page out at each key.
  const isScrolled = useRef(false)
  useEffect(() => {
    if (list.current && isScrolled.current) list.current.scrollTop = 0
  }, [query])
  useEffect(() => {
    if (at > 0) list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
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
      isScrolled.current = scrollTop > 0
      const isNearEnd = scrollTop + 2 * clientHeight > scrollHeight
      if (isNearEnd && made < hits.length) setWalk({ query, index, made: made + atOnce })
    },
  }
}
