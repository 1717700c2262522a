import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Sale } from '#shared/contract/sales.ts'
import { reviseSaleAtom } from '#shared/store/sales/revise-atoms.ts'
import { resumeSaleAtom } from '#shared/store/sales/sale-atoms.ts'

/** Opens the counter on the new version of a closed sale; touched twice it is begun once. `isWaiting`: it was ended already and waits for the server. */
export function useRevise(): { revise: (sale: Sale) => void; isWaiting: boolean } {
  const begin = useSetAtom(reviseSaleAtom)
  const resume = useSetAtom(resumeSaleAtom)
  const [, navigate] = useLocation()
  const [isWaiting, setIsWaiting] = useState(false)
  const isGoing = useRef(false)
  const go = async (sale: Sale) => {
    const begun = await begin(sale)
    if (begun.status === 'SUBMITTING') return setIsWaiting(true)
    // Refused before: it goes on where it was left.
    if (begun.status === 'ERROR') await resume(begun)
    navigate(`/vente/${begun.id}`)
  }
  return {
    isWaiting,
    revise(sale) {
      if (isGoing.current) return
      isGoing.current = true
      void go(sale)
        // Locked meanwhile, or the disk refuses: the panel stands, and may be touched again.
        .catch(() => undefined)
        .finally(() => {
          isGoing.current = false
        })
    },
  }
}
