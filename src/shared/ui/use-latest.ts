import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * A stable function that calls the callback of the latest render, for memoized children. Must not be called during
 * render.
 */
export function useLatest<Given extends unknown[], Answer>(
  callback: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(callback)
  useInsertionEffect(() => {
    latest.current = callback
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
