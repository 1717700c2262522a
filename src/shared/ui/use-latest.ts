import { useCallback, useInsertionEffect, useRef } from 'react'

/** One function for the life of a component, which does what its latest drawing said: for rows that must not be drawn again because of it. Never called while drawing. */
export function useLatest<Given extends unknown[], Answer>(
  callback: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(callback)
  useInsertionEffect(() => {
    latest.current = callback
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
