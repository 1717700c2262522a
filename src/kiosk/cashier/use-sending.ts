import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { closingRightsAtom, permissionsAtom, saleDueAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useHandingOver } from '#kiosk/counter/sale/use-handing-over.ts'
import { hasCentralCashierAtom, isCashierElsewhereAtom, sendToCashierAtom } from '#shared/store/sales/cashier-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/**
 * The last sale that this window sent to the cashier, and the amount due in minor units. Null once the notice is
 * closed.
 */
export const lastSentAtom = atom<{ identifier: string; due: number } | null>(null)

/** With a central cashier, a member without the right to close a register sends the sale. */
const isSellerAtom = atom((get) => get(hasCentralCashierAtom) && !get(permissionsAtom).has('register.close'))

/**
 * Offline, a sale cannot reach another terminal. `collects`: the member may use a register, so he collects it here; the
 * sale of another one stays here until the network is back. Null: sales reach the cashier.
 */
export const cutOffAtom = atom((get): 'collects' | 'keeps' | null => {
  const isCutOff = get(isSellerAtom) && get(isCashierElsewhereAtom) && get(connectivityAtom).state === 'offline'
  if (!isCutOff) return null
  return get(permissionsAtom).has('register.use') ? 'collects' : 'keeps'
})

const sendsAtom = atom((get) => get(isSellerAtom) && get(cutOffAtom) !== 'collects')

/** « Envoyer en caisse » for the sale of this counter. Null if its seller collects. */
export function useSending(saleId: string, onGone: () => void) {
  const store = useStore()
  const send = useSetAtom(sendToCashierAtom)
  const setLast = useSetAtom(lastSentAtom)
  const sends = useAtomValue(sendsAtom)
  const isElsewhere = useAtomValue(isCashierElsewhereAtom)
  const handing = useHandingOver(
    saleId,
    (sale) => send(sale, store.get(closingRightsAtom)),
    (sale) => {
      setLast({ identifier: sale.identifier, due: store.get(saleDueAtom)(sale) })
      onGone()
    },
  )
  if (!sends) return null
  // Writing to this terminal's own disk is too fast for a waiting dialog.
  return { ...handing, isAsking: handing.isAsking && isElsewhere }
}
