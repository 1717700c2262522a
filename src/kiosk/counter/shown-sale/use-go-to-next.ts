import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useNextSale } from './use-shown-sale.ts'

export type GoToNext = (options?: { isFresh?: boolean }) => void

/** Navigates to the next sale. A call while another one is under way does nothing. */
export function useGoToNext(): GoToNext {
  const next = useNextSale()
  const [, navigate] = useLocation()
  const latest = useRef({ next, navigate })
  useEffect(() => {
    latest.current = { next, navigate }
  })
  // If the user opens another place meanwhile, do not navigate back to the counter.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const [go] = useState(() => {
    let isGoing = false
    return (options?: { isFresh?: boolean }) => {
      if (isGoing) return
      isGoing = true
      void latest.current
        .next(options)
        .then((id) => isHere.current && latest.current.navigate(`/vente/${id}`, { replace: true }))
        // The terminal was locked meanwhile: the lock screen is shown.
        .catch(() => undefined)
        .finally(() => {
          isGoing = false
        })
    }
  })
  return go
}
