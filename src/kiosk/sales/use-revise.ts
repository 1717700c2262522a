import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import type { ReadSale } from '#shared/contract/sales.ts'
import type { Grant } from '#shared/domain/grant.ts'
import { reviseSaleAtom } from '#shared/store/sales/revise-atoms.ts'
import { resumeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import type { OpenSale } from './use-opening.tsx'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/**
 * Opens the counter on a new version of a closed sale. A member without the right asks for it first. A second touch does
 * nothing. `isWaiting`: the new version was ended already and waits for the server.
 */
export function useRevise(
  sale: ReadSale,
  open: OpenSale,
): {
  revise: () => void
  isWaiting: boolean
} {
  const begun = useAtomValue(localSalesAtom).find(({ replaces }) => replaces?.id === sale.id)
  // The right is lent for the new version, which takes this id when it begins.
  const [newId] = useState(() => uuid7())
  const right = useRight('sale.cancel', begun?.id ?? newId, `Corriger la vente n°\u00a0${sale.number}`)
  const begin = useSetAtom(reviseSaleAtom)
  const resume = useSetAtom(resumeSaleAtom)
  const [, navigate] = useLocation()
  const [isWaiting, setIsWaiting] = useState(false)
  const isGoing = useRef(false)
  const go = async (grant: Grant | undefined) => {
    const whole = await open('correction')
    if (!whole) return
    const version = await begin(whole, grant)
    if (version.status === 'SUBMITTING') return setIsWaiting(true)
    // The server refused the new version before: resume it.
    if (version.status === 'ERROR') await resume(version)
    navigate(`/vente/${version.id}`)
  }
  return {
    isWaiting,
    revise: () =>
      right.use((grant) => {
        if (isGoing.current) return
        isGoing.current = true
        void go(grant)
          // The terminal was locked, or the disk refused: the panel stays open, and the user may try again.
          .catch(() => undefined)
          .finally(() => {
            isGoing.current = false
          })
      }),
  }
}
