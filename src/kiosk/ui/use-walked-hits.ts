import { type RefObject, type UIEvent, useEffect, useMemo, useRef, useState } from 'react'

/** Rows made at each key. Scrolling and walking make the others: rows out of sight would hold up the next letter. */
export const rowsAtOnce = 20

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
  const [walk, setWalk] = useState({ query, index: 0, made: rowsAtOnce })
  const { index, made } = walk.query === query ? walk : { index: 0, made: rowsAtOnce }
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
      setWalk({ query, index: next, made: Math.max(made, next + rowsAtOnce) })
    },
    list,
    onScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) {
      const isNearEnd = scrollTop + 2 * clientHeight > scrollHeight
      if (isNearEnd && made < hits.length) setWalk({ query, index, made: made + rowsAtOnce })
    },
  }
}
