import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Sale } from '#shared/contract/sales.ts'
import { reviseSaleAtom } from '#shared/store/sales/revise-atoms.ts'
import { resumeSaleAtom } from '#shared/store/sales/sale-actions.ts'

/**
 * Opens the counter on a new version of a closed sale. A second touch does nothing. `isWaiting`: the new version was
 * ended already and waits for the server.
 */
export function useRevise(): { revise: (sale: Sale) => void; isWaiting: boolean } {
  const begin = useSetAtom(reviseSaleAtom)
  const resume = useSetAtom(resumeSaleAtom)
  const [, navigate] = useLocation()
  const [isWaiting, setIsWaiting] = useState(false)
  const isGoing = useRef(false)
  const go = async (sale: Sale) => {
    const begun = await begin(sale)
    if (begun.status === 'SUBMITTING') return setIsWaiting(true)
    // The server refused the new version before: resume it.
    if (begun.status === 'ERROR') await resume(begun)
    navigate(`/vente/${begun.id}`)
  }
  return {
    isWaiting,
    revise(sale) {
      if (isGoing.current) return
      isGoing.current = true
      void go(sale)
        // The terminal was locked, or the disk refused: the panel stays open, and the user may try again.
        .catch(() => undefined)
        .finally(() => {
          isGoing.current = false
        })
    },
  }
}
